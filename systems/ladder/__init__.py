"""The ladder game: four fudge dice and a rank; all declare, the slowest first, then all act, the quickest first."""

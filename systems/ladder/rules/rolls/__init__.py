"""The core roll: four fudge dice and a rank."""

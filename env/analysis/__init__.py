"""Questions about a moment of a battle: exact odds, danger, reach, sight, zones.

Which module answers which question about chance:

    question                                         module                                   exact?
    chance that a pool beats another                 systems/swan_song/rules/attack/chance    yes, a table
    damage of a plain attack, for bots               systems/swan_song/rules/odds             but for cover, see there
    successes of a pool of d10; damage dice          systems/d10_pool/rules/attack/chance     yes, tables
    odds of what is open, whatever the system        analysis/odds        `quote_attack`      as its system has them
    an attack of two units on a table                analysis/odds        `attack_odds`       the same, in their battle
    an attack of Swan Song, or an answer to one      systems/swan_song/odds/in_battle         yes, but for karma and glitches
    the same in d10_pool                             systems/d10_pool/odds/in_battle          yes, but for sprays
    outcomes of fudge dice against fudge dice        systems/ladder/rules/attack/chance       yes, tables
    an attack that is declared, or evaded, in ladder systems/ladder/odds/in_battle            yes, from where both stand
    what chance an attack of a replay had            analysis/odds        `chance_of`         as it was quoted, or none
    what follows if so many dice hit                 systems/swan_song/odds/trials            one course, played
    who will throw which dice in a step              analysis/dice        table mode          yes, asked of the engine
    harm expected on each tile                       analysis/overlays    `danger`            expectation
    who wins from here                               agents/series/win_probability            sampled, by playouts
    how sure a share of wins is                      agents/series/intervals                  Wilson's interval
    how strong bots are                              training/contest/ratings, statistics     Bradley-Terry, SPRT

The modules of the rules build the pools; those here ask them. Nothing here looks at dice to come.
"""

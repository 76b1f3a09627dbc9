"""What can be asked of a moment: exact odds, danger, reach, sight, zones.

Which module answers which question about chance:

    question                                         module                                   exact?
    chance that a pool beats another                 rules/swan_song/attack/chance            yes, a table
    damage of a plain attack, for bots               rules/swan_song/odds                     but for cover, see there
    successes of a pool of d10; damage dice          rules/d10_pool/attack/chance             yes, tables
    odds of what is open, whatever the system        analysis/odds        `quote_attack`      as its system has them
    an attack of two units on a table                analysis/odds        `attack_odds`       the same, in their battle
    an attack of Swan Song, or an answer to one      analysis/swan_song/in_battle             yes, but for karma and glitches
    the same in d10_pool                             analysis/d10_pool/in_battle              yes, but for sprays
    outcomes of fudge dice against fudge dice        rules/ladder/attack/chance               yes, tables
    an attack that is declared, or evaded, in ladder analysis/ladder/in_battle                yes, from where both stand
    what chance an attack of a replay had            analysis/odds        `chance_of`         as it was quoted, or none
    what follows if so many dice hit                 analysis/swan_song/trials                one course, played
    who will throw which dice in a step              analysis/dice        table mode          yes, asked of the engine
    harm expected on each tile                       analysis/overlays    `danger`            expectation
    who wins from here                               agents/series/win_probability            sampled, by playouts
    how sure a share of wins is                      agents/series/intervals                  Wilson's interval
    how strong bots are                              training/contest/ratings, statistics     Bradley-Terry, SPRT

The modules of the rules build the pools; those here ask them. Nothing here looks at dice to come.
"""

"""What can be asked of a moment: exact odds, danger, reach, sight, zones.

Which module answers which question about chance:

    question                                         module                                   exact?
    chance that a pool beats another                 rules/swan_song/attack/chance            yes, a table
    net hits of two pools; damage left after soak    rules/swan_song/odds                     yes, convolutions
    successes of a pool of d10; damage dice          rules/d10_pool/attack/chance             yes, tables
    odds of what is open, whatever the system        analysis/odds        `quote_attack`      as its system has them
    an attack of two fresh units on a table          analysis/odds        `attack_odds`       as its system has them
    what an attack of these pools can come to        analysis/swan_song/outcome               yes
    an attack open in a battle in progress           analysis/swan_song/in_battle             yes, but for what it names
    the same in d10_pool                             analysis/d10_pool/                       yes, but for sprays
    outcomes of fudge dice against fudge dice        rules/ladder/attack/chance               yes, tables
    an attack that is declared, or evaded, in ladder analysis/ladder/                         yes, from where both stand
    what follows if so many dice hit                 analysis/swan_song/trials                one course, played
    who will throw which dice in a step              analysis/dice        table mode          yes, asked of the engine
    harm expected on each tile                       analysis/overlays    `danger`            expectation
    who wins from here                               agents/series/win_probability            sampled, by playouts
    how sure a share of wins is                      agents/series/intervals                  Wilson's interval
    how strong bots are                              training/contest/ratings, statistics     Bradley-Terry, SPRT

The modules of the rules build the pools; those here ask them. Nothing here looks at dice to come.
"""

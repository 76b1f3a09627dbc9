"""The considerations of the enemies' doctrine in sentences: by weight, what the enemies do because of it.

Two weights are no considerations: the worth of attacking at all, and the noise of choices.
"""

SENTENCES = {
    "finish": "They focus fire on who is hurt already",
    "threat": "They go first for whoever is most dangerous to them",
    "melee": "They like blows and charges",
    "aim": "They take their time to aim",
    "suppress": "They keep heads down with suppressive fire",
    "reserve": "They keep something back for interrupts",
    "cover": "They take cover",
    "danger": "They keep out of places where you can hurt them",
    "wounded_care": "Their wounded keep out of harm's way",
    "offense": "They move to where they can hurt you most",
    "approach": "They come nearer all the time",
    "distance": "They keep their distance",
    "hold": "They stay where they stand",
    "run": "They think twice before they run",
    "objective": "They make for the objective",
    "cohesion": "They stay together",
    "sally": "They come out of cover to shoot",
    "retreat": "They go back out of sight once they have attacked",
    "answer": "They dodge, parry and intercept",
    "blast": "They use grenades, rockets and charges",
    "heal": "They help their fallen",
    "call": "They call their shots",
    "wait": "They wait for their moment",
    "break": "They break through barriers that are in their way",
    "seek": "They come looking for you",
}

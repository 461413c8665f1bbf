//! The differences between the eight printed rulebooks, and their effects.

use Consequence::{None, Question};

/// A difference between the language editions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The number of the difference, such as `L13`.
    pub id: &'static str,
    /// The subject of the difference.
    pub topic: &'static str,
    /// The wording in each edition.
    pub wordings: &'static str,
    /// The effect of the difference in play.
    pub effect: Consequence,
}

/// The effect of a difference in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consequence {
    /// The difference is an open question, given by its id.
    Question(&'static str),
    /// The difference has no effect on play, for the given reason.
    None(&'static str),
}

const fn l(
    id: &'static str,
    topic: &'static str,
    wordings: &'static str,
    effect: Consequence,
) -> Difference {
    Difference {
        id,
        topic,
        wordings,
        effect,
    }
}

/// All differences between the editions.
pub const DIFFERENCES: &[Difference] = &[
    l(
        "L1",
        "secret weapons that leave",
        "EN and PT: *the* 5; the others: 5 at random",
        None("there are 17, so the 5 must be drawn; EN and PT also say at random"),
    ),
    l(
        "L2",
        "shape of the market",
        "PT calls the rows columns; EN and ES say 3 rows of 2; the others refer to the picture",
        None("costs are beside the rows in every edition"),
    ),
    l(
        "L3",
        "who begins",
        "NL: the last to finish setting up; PT: the last to make something; the others: the last to do it yourself",
        None("players settle who takes the first seat before the game"),
    ),
    l(
        "L4",
        "cards that leave with three players",
        "IT calls them abilities and parts; the others just 12 cards",
        None("the marks are on the cards"),
    ),
    l(
        "L5",
        "limit of 2 energy",
        "NL: per round, in its note; the others: in one's turn",
        Question("Q-MB-2"),
    ),
    l(
        "L6",
        "whose limit it is",
        "the note mentions the player, the card section the robot",
        None(
            "with one robot it is the same; with two the limit applies to the active robot (R-MB-42, R-MB-56)",
        ),
    ),
    l(
        "L7",
        "extra cost",
        "PT can be read as 1 more than what is printed",
        None("the example adds 1 and 1 in every edition, PT included"),
    ),
    l(
        "L8",
        "a slot that is filled",
        "FR, DE, IT, NL: a part is not replaced; EN, ES, PT, RU: no second part of the same kind",
        None("every edition allows one part per slot, and none offers an exchange"),
    ),
    l(
        "L9",
        "cards bought with two players",
        "PT: used in one robot's round; the others: they belong to the active robot",
        None("a robot's cards work in its own play either way"),
    ),
    l(
        "L10",
        "a part works once",
        "DE and PT: once per round; the others: once per turn",
        None("a robot has one turn per round, and its parts work only in that turn"),
    ),
    l(
        "L11",
        "dice meet the condition",
        "RU leaves it out in the list of rules",
        None("RU says it in its section on the cards"),
    ),
    l(
        "L12",
        "the example of a 2 on the right arm",
        "ES and PT make the energy follow from the hit; the others name both side by side",
        Question("Q-MB-7"),
    ),
    l(
        "L13",
        "sliding down",
        "EN and ES: one row; FR, DE, IT, NL: to the bottom; PT and RU: to fill the gaps",
        Question("Q-MB-3"),
    ),
    l(
        "L14",
        "secret weapons that leave the market",
        "RU: in the bottom row; the others: at the foot of a column",
        None("the foot of a column is in the bottom row"),
    ),
    l(
        "L15",
        "damage",
        "EN, ES, PT, RU count attacks or hits; FR, DE, IT, NL count damage",
        None("one attack per symbol is one damage per symbol"),
    ),
    l(
        "L16",
        "who is eliminated",
        "ES: the robot and with it the player; the others: the player",
        None("with one robot it is the same; with two every edition has rules of its own"),
    ),
    l(
        "L17",
        "targets with two players",
        "DE: robots of the other player; PT: its adversary; the others: the robot opposite",
        Question("Q-MB-4"),
    ),
    l(
        "L18",
        "a beaten robot",
        "NL: does not play for the rest of the round; the others: of the game",
        None("without energy it would lose again at once"),
    ),
    l(
        "L19",
        "what a switched-off robot waits for",
        "PT: the previous duel; the others: the other duel",
        None("there are two duels, so it is the other one"),
    ),
    l(
        "L20",
        "condition with several numbers",
        "ES: dice that show at least one of them; the others: a die with one of them",
        None("one die is enough either way"),
    ),
    l(
        "L21",
        "condition below 4",
        "ES: the difference of two dice; the others: the sum",
        Question("Q-MB-5"),
    ),
    l(
        "L22",
        "condition sum 7",
        "PT and RU do not say how many dice; the others: two",
        Question("Q-MB-6"),
    ),
    l(
        "L23",
        "condition above 10",
        "RU does not say how many dice; the others: two",
        Question("Q-MB-6"),
    ),
    l(
        "L24",
        "fist protection",
        "EN, ES, PT: the card can stop one hit; the others: 1 less damage",
        None("stopping damage is never a disadvantage; it is automatic (R-MB-20)"),
    ),
    l("L25", "missile protection", "as L24", None("as L24")),
    l(
        "L26",
        "missile upgrade",
        "EN, ES, PT: twice the damage; the others: 1 extra damage",
        Question("Q-MB-10"),
    ),
    l(
        "L27",
        "fist upgrade: at whom",
        "FR, DE, NL: an opponent of your choice; EN, IT, PT, RU: the opponent attacked; ES does not say",
        Question("Q-MB-9"),
    ),
    l(
        "L28",
        "fist upgrade: may or must",
        "RU: the opponent gets one more; the others: you may",
        Question("Q-MB-9"),
    ),
    l(
        "L29",
        "note on fist and missile upgrades",
        "DE and PT can be read as one in all; the others: one of each",
        Question("Q-MB-8"),
    ),
    l(
        "L30",
        "rolling again",
        "ES: the two dice of your choice; the others: two dice of your choice",
        Question("Q-MB-11"),
    ),
    l(
        "L31",
        "Energy Stock",
        "DE: the only way to gain more than 2; the others: the only case",
        None("it is outside the limit either way"),
    ),
    l(
        "L32",
        "Dodge",
        "ES: one attack; IT: no damage of any kind; RU: any attack; the others: the damage just done",
        None("an attack is everything that one use of a part does, of either type (R-MB-17)"),
    ),
    l(
        "L33",
        "Deflection",
        "EN, ES, PT, RU: attacks; FR, DE, IT, NL: damage; RU: one or two",
        None("one attack per symbol is one damage per symbol; up to two is one or two"),
    ),
    l(
        "L34",
        "Stronger",
        "ES: attacks about to be made; RU: two more attacks; the others: added to the damage just done",
        Question("Q-MB-12"),
    ),
    l(
        "L35",
        "Shock Absorber",
        "EN and RU: at least two; ES: up to two; the others: two",
        Question("Q-MB-13"),
    ),
    l(
        "L36",
        "Adjustment",
        "DE: a roll of a die; the others: one of your dice",
        Question("Q-MB-14"),
    ),
    l(
        "L37",
        "Rest",
        "IT: the player whose turn it would be; the others: the active player",
        None("you play it when the turn begins, so it is the same player (R-MB-28)"),
    ),
    l(
        "L38",
        "Black Market",
        "DE: receive; ES and RU: take; the others: buy",
        Question("Q-MB-15"),
    ),
    l(
        "L39",
        "Supermarket",
        "IT: during a turn; RU: take another card and pay; the others: buy one more card this turn",
        Question("Q-MB-16"),
    ),
    l(
        "L40",
        "Look Closer and Extra Upgrade",
        "EN, ES, PT: the pile of such cards; the others: the pile",
        None("every edition shuffles all cards into one pile"),
    ),
    l(
        "L41",
        "Trick",
        "RU: any opponent; the others: any player",
        Question("Q-MB-17"),
    ),
    l(
        "L42",
        "colour of the secret weapons",
        "FR, IT, NL: red in one place, burgundy in another",
        None("a colour's name"),
    ),
    l(
        "L43",
        "where upgrades lie",
        "ES: above the parts they change; the others: facing the slots",
        None("their place changes nothing"),
    ),
    l(
        "L44",
        "end of the game",
        "RU: when only one robot has energy; the others: when all but one are eliminated",
        None("it is the same"),
    ),
    l(
        "L45",
        "unit of energy",
        "EN and PT: counters or markers; the others: energy",
        None("one marker shows the number"),
    ),
    l(
        "L46",
        "order of the setup",
        "RU combines three steps",
        None("the steps are the same"),
    ),
    l(
        "L47",
        "Energy Pump",
        "DE and RU leave out that you gain energy *too*",
        None("in every edition the gain is 2 and the opponent keeps theirs"),
    ),
    l(
        "L48",
        "switched-off robots",
        "NL lists the ban on buying and fighting separately",
        None("the ban is the same"),
    ),
    l(
        "L49",
        "page of the rules for two",
        "each edition names its own page; RU names none",
        None("a page number"),
    ),
    l(
        "L50",
        "how long Trick lasts",
        "DE and NL: the round; the others: the turn",
        Question("Q-MB-20"),
    ),
    l(
        "L51",
        "points that Deflection stops",
        "ES: they may be deflected; the others: they are deflected",
        Question("Q-MB-21"),
    ),
    l(
        "L52",
        "missile +1 option",
        "EN, ES, PT: you can add it; the others: the opponent takes it",
        Question("Q-MB-24"),
    ),
    l(
        "L53",
        "how many robots Stronger hits",
        "EN, ES, PT, RU: two more attacks; the others: 2 more damage",
        Question("Q-MB-26"),
    ),
    l(
        "L54",
        "when Supermarket buys",
        "DE: this round; IT: a turn; the others: this turn",
        None(
            "you buy in your own turn, and a round has one turn of each robot; Q-MB-16 decides in whose turn you play it",
        ),
    ),
];

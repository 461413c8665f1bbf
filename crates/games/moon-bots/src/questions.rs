//! The register of open questions: where the rulebook is silent or its language editions disagree. Each question is
//! an option of the rulebook ([`crate::Options`]); `docs/rules/moon-bots-questions.md` is rendered from here.

mod differences;
mod render;

pub use cardwright_runtime::questions::{Edition, Question, Variant};
pub use differences::{Consequence, DIFFERENCES, Difference};
pub use render::markdown;

use crate::rules::{
    ADJUSTMENT, BLACK_MARKET, BOOST, CONDITION, DEFLECTION, DISCARD, FACING, LIMIT_COUNTS, PAY,
    REROLL, REST, SHOCK_ABSORBER, SLIDE, STRONGER, SUPERMARKET, SYMBOLS, TRICK, UPGRADES, WINDOWS,
};
use cardwright_runtime::questions::{set_by, variant};

/// The language editions; the first is the default.
pub const EDITIONS: &[Edition] = &[
    Edition {
        name: "fr",
        language: "French",
    },
    Edition {
        name: "en",
        language: "English",
    },
    Edition {
        name: "de",
        language: "German",
    },
    Edition {
        name: "it",
        language: "Italian",
    },
    Edition {
        name: "es",
        language: "Spanish",
    },
    Edition {
        name: "pt",
        language: "Portuguese",
    },
    Edition {
        name: "nl",
        language: "Dutch",
    },
    Edition {
        name: "ru",
        language: "Russian",
    },
];

/// The options, as name and value, in which an edition's printed rulebook, read literally, differs from the French
/// one. `None` if the edition does not exist.
pub fn edition(name: &str) -> Option<Vec<(&'static str, &'static str)>> {
    EDITIONS.iter().find(|edition| edition.name == name)?;
    Some(set_by(QUESTIONS, name))
}

/// All open questions, ordered by number.
pub const QUESTIONS: &[Question] = &[
    Question {
        id: "Q-MB-1",
        option: "strict_secret_bottom",
        title: "May a secret weapon be in the bottom row, where it costs nothing?",
        clause: DISCARD,
        variants: &[
            variant(
                "no",
                "Yes. Only the weapons in the bottom row when a refill begins are discarded, once. A weapon dealt, slid or drawn there costs 0 until the next refill.",
                &[],
            ),
            variant(
                "yes",
                "No. After the market is dealt, and after each refill, weapons in the bottom row are discarded, cards slide down and gaps are filled again, until the bottom row has no weapon.",
                &[],
            ),
        ],
        default: "no",
        why: "The discard is a step of the refill and named once. Dealing is not a refill. Reviewers play it both ways.",
    },
    Question {
        id: "Q-MB-2",
        option: "energy_limit",
        title: "Is the limit of 2 energy per turn or per round?",
        clause: LIMIT_COUNTS,
        variants: &[
            variant(
                "turn",
                "A robot gains at most 2 energy in its own turn. Gains in other players' turns do not count and are not limited.",
                &["fr", "en", "de", "it", "es", "pt", "ru"],
            ),
            variant(
                "round",
                "A robot gains at most 2 energy from the beginning of its own turn to the beginning of its next one. Gains in other players' turns count too and are limited in the same way.",
                &["nl"],
            ),
        ],
        default: "turn",
        why: "Seven rulebooks say so. The Dutch one does too, in its section on the cards.",
    },
    Question {
        id: "Q-MB-3",
        option: "slide",
        title: "How far do cards slide down in the market?",
        clause: SLIDE,
        variants: &[
            variant(
                "bottom",
                "In each column, cards slide down until there is no gap below them.",
                &["fr", "de", "it", "pt", "nl", "ru"],
            ),
            variant(
                "one-row",
                "In each column, from the bottom up, a card moves down one row if there is a gap below it, and no further. A remaining gap is filled from the draw pile like the others.",
                &["en", "es"],
            ),
        ],
        default: "bottom",
        why: "Six rulebooks say so. The two variants differ only if there are two gaps below a card.",
    },
    Question {
        id: "Q-MB-4",
        option: "duel_targets",
        title: "Two players: which robots may a robot attack?",
        clause: FACING,
        variants: &[
            variant(
                "facing",
                "Only the robot it faces.",
                &["fr", "en", "it", "es", "pt", "nl", "ru"],
            ),
            variant(
                "any",
                "Any robot in play of the other player. With two of them, it divides its damage as between two neighbours, with the right one on its left (MB-11.2). The conqueror of a robot is still the robot that it faced.",
                &["de"],
            ),
        ],
        default: "facing",
        why: "Seven rulebooks say so. Otherwise duels would not be duels.",
    },
    Question {
        id: "Q-MB-5",
        option: "sum_below",
        title: "Is it the sum or the difference of two dice that must be below 4?",
        clause: CONDITION,
        variants: &[
            variant(
                "sum",
                "The sum: 1 and 1, or 1 and 2.",
                &["fr", "en", "de", "it", "pt", "nl", "ru"],
            ),
            variant(
                "difference",
                "The difference: any two dice except 1 and 5, 1 and 6, 2 and 6. It applies to every part whose condition is a sum below a number.",
                &["es"],
            ),
        ],
        default: "sum",
        why: "Seven rulebooks say so, and the French and Italian ones stress it. It is the counterpart of the sum above 10.",
    },
    Question {
        id: "Q-MB-6",
        option: "sum_dice",
        title: "How many dice make a sum of 7, or a sum above 10?",
        clause: CONDITION,
        variants: &[
            variant("two", "Two dice.", &["fr", "en", "de", "it", "es", "nl"]),
            variant(
                "exact",
                "Two or more dice for an exact sum such as 7, and two for a sum above a number.",
                &["pt"],
            ),
            variant(
                "exact-and-above",
                "Two or more dice for an exact sum such as 7 and for a sum above a number such as 10.",
                &["ru"],
            ),
        ],
        default: "two",
        why: "Six rulebooks say so. The other two leave out the number.",
    },
    Question {
        id: "Q-MB-7",
        option: "energy_symbol",
        title: "Is the energy of a part that also attacks a reward for the hit?",
        clause: SYMBOLS,
        variants: &[
            variant(
                "always",
                "No. The part gives its energy, whatever the result of the attack.",
                &["fr", "en", "de", "it", "nl", "ru"],
            ),
            variant(
                "after-hit",
                "Yes. A part with damage and energy gives the energy only if its attack took at least 1 energy from a robot.",
                &["es", "pt"],
            ),
        ],
        default: "always",
        why: "Each symbol works by itself. The two rulebooks say otherwise only in passing, in an example.",
    },
    Question {
        id: "Q-MB-8",
        option: "attack_upgrades",
        title: "How many of the fist and missile upgrades may a robot have?",
        clause: UPGRADES,
        variants: &[
            variant(
                "each",
                "One of each of the four kinds.",
                &["fr", "en", "it", "es", "nl", "ru"],
            ),
            variant(
                "one",
                "One in all. A robot with a fist or missile upgrade (extra damage or protection) has no place for another of the four kinds.",
                &["de", "pt"],
            ),
        ],
        default: "each",
        why: "Six rulebooks say so. The note sums up the four cards, and each card mentions only its own kind.",
    },
    Question {
        id: "Q-MB-9",
        option: "fist_boost",
        title: "Whom may the extra damage of the fist upgrade hit, and is it mandatory?",
        clause: BOOST,
        variants: &[
            variant(
                "any",
                "Any robot that the attacker may hit, even one that takes no other damage. It is optional.",
                &["fr", "de", "es", "nl"],
            ),
            variant(
                "attacked",
                "A robot that the fists of this attack hit. It is optional.",
                &["en", "it", "pt"],
            ),
            variant(
                "forced",
                "A robot that the fists of this attack hit. It is mandatory.",
                &["ru"],
            ),
        ],
        default: "any",
        why: "The French card lets the attacker choose the opponent and says that he may.",
    },
    Question {
        id: "Q-MB-10",
        option: "missile_boost",
        title: "Does the missile upgrade add 1 damage or double the damage?",
        clause: BOOST,
        variants: &[
            variant(
                "one",
                "It deals 1 extra missile damage to one robot that the missiles of this attack hit.",
                &["fr", "de", "it", "nl", "ru"],
            ),
            variant(
                "double",
                "It deals as much extra missile damage to that robot as the missiles of this attack already do.",
                &["en", "es", "pt"],
            ),
        ],
        default: "one",
        why: "Five rulebooks say so. The others mention one more hit and also twice the damage, which is the same for an attack of 1 damage.",
    },
    Question {
        id: "Q-MB-11",
        option: "reroll_dice",
        title: "May you reroll a single die?",
        clause: REROLL,
        variants: &[
            variant(
                "up-to-two",
                "One or two dice.",
                &["fr", "en", "de", "it", "pt", "nl", "ru"],
            ),
            variant(
                "two",
                "Exactly two dice (as many as the card says). With fewer, you cannot reroll.",
                &["es"],
            ),
        ],
        default: "up-to-two",
        why: "Permission to reroll two dice includes one of them. Only the Spanish text says *the* two dice.",
    },
    Question {
        id: "Q-MB-12",
        option: "stronger",
        title: "Whom may the 2 damage of Stronger hit?",
        clause: STRONGER,
        variants: &[
            variant(
                "attacked",
                "One robot that this attack attacked.",
                &["fr", "en", "de", "it", "pt", "nl"],
            ),
            variant(
                "any",
                "One robot that the attacker may hit, whether it was attacked or not.",
                &["es", "ru"],
            ),
        ],
        default: "attacked",
        why: "The card adds to the damage just done. In the two other rulebooks it makes further attacks.",
    },
    Question {
        id: "Q-MB-13",
        option: "shock_absorber",
        title: "Does Shock Absorber stop exactly 2 damage, or at least 2?",
        clause: SHOCK_ABSORBER,
        variants: &[
            variant("two", "2 damage.", &["fr", "de", "it", "es", "pt", "nl"]),
            variant(
                "all",
                "All damage that can be stopped: \"at least two\" has no upper limit.",
                &["en", "ru"],
            ),
        ],
        default: "two",
        why: "Six rulebooks say two (the Spanish one: up to two). Otherwise the card would be the same as Dodge.",
    },
    Question {
        id: "Q-MB-14",
        option: "adjustment",
        title: "Whose die may Adjustment turn?",
        clause: ADJUSTMENT,
        variants: &[
            variant(
                "own",
                "One of your own. Only the active robot may play it.",
                &["fr", "en", "it", "es", "pt", "nl", "ru"],
            ),
            variant(
                "any",
                "Any die just rolled. Every robot in play may play it on the dice of the active robot.",
                &["de"],
            ),
        ],
        default: "own",
        why: "Seven rulebooks say so. The German one mentions a roll without saying whose.",
    },
    Question {
        id: "Q-MB-15",
        option: "black_market",
        title: "Does a card taken with Black Market count as bought?",
        clause: BLACK_MARKET,
        variants: &[
            variant(
                "bought",
                "Yes. Bad Luck takes effect at once.",
                &["fr", "en", "it", "pt", "nl"],
            ),
            variant(
                "taken",
                "No. Bad Luck has no effect. It stays in the hand, counts as a secret weapon there and can never be played.",
                &["de", "es", "ru"],
            ),
        ],
        default: "bought",
        why: "Five rulebooks use the word \"buy\".",
    },
    Question {
        id: "Q-MB-16",
        option: "supermarket",
        title: "In whose turn may you play Supermarket?",
        clause: SUPERMARKET,
        variants: &[
            variant(
                "own-turn",
                "In your own turn.",
                &["fr", "en", "de", "es", "pt", "nl", "ru"],
            ),
            variant("any-turn", "In any player's turn.", &["it"]),
        ],
        default: "own-turn",
        why: "You buy in your own turn, and the extra card is in addition to that.",
    },
    Question {
        id: "Q-MB-17",
        option: "trick",
        title: "Whom may Trick name?",
        clause: TRICK,
        variants: &[
            variant(
                "any-player",
                "Any player, including yourself.",
                &["fr", "en", "de", "it", "es", "pt", "nl"],
            ),
            variant("opponents", "Any other player.", &["ru"]),
        ],
        default: "any-player",
        why: "Seven rulebooks say so.",
    },
    Question {
        id: "Q-MB-18",
        option: "rest",
        title: "Is the market refilled in a turn that Rest skips?",
        clause: REST,
        variants: &[
            variant(
                "whole-turn",
                "No. The whole turn is skipped, and weapons in the bottom row stay.",
                &[],
            ),
            variant(
                "keep-refill",
                "Yes. Buying and activating are skipped, with their windows. The turn continues with the window before the refill.",
                &[],
            ),
        ],
        default: "whole-turn",
        why: "Every rulebook skips the turn, and the refill is one of its steps. No rulebook mentions the refill itself.",
    },
    Question {
        id: "Q-MB-19",
        option: "pay_to_zero",
        title: "May a robot pay for a card with its last energy?",
        clause: PAY,
        variants: &[
            variant(
                "yes",
                "Yes. Like any robot without energy, it is then eliminated, and the card goes to the box.",
                &[],
            ),
            variant(
                "no",
                "No. The robot must have at least 1 energy left after paying.",
                &[],
            ),
        ],
        default: "yes",
        why: "No rulebook forbids it, and every rulebook eliminates a robot without energy, without exception.",
    },
    Question {
        id: "Q-MB-20",
        option: "trick_lasts",
        title: "How long does Trick forbid rerolls?",
        clause: TRICK,
        variants: &[
            variant(
                "turn",
                "Until the end of the turn in which it was played. With two players, until the active player has played both robots.",
                &["fr", "en", "it", "es", "pt", "ru"],
            ),
            variant(
                "round",
                "Until the end of the round in which it was played (MB-10.6).",
                &["de", "nl"],
            ),
        ],
        default: "turn",
        why: "Six rulebooks say this turn. The German and the Dutch one say this round, but both also use that word for a turn. The German one also says it about Supermarket, where it changes nothing (L54).",
    },
    Question {
        id: "Q-MB-21",
        option: "deflection",
        title: "Must the deflected damage hit another robot?",
        clause: DEFLECTION,
        variants: &[
            variant("moved", "Yes.", &["fr", "en", "de", "it", "pt", "nl", "ru"]),
            variant(
                "optional",
                "No. The holder deflects all of it to one robot, or stops all of it.",
                &["es"],
            ),
        ],
        default: "moved",
        why: "Seven rulebooks join both with an *and*. The Spanish one says that you may deflect the damage.",
    },
    Question {
        id: "Q-MB-22",
        option: "between_parts",
        title: "Is there a window for secret weapons after every part?",
        clause: WINDOWS,
        variants: &[
            variant(
                "after-energy",
                "Only after a part that changed energy.",
                &[],
            ),
            variant(
                "always",
                "After every part. Adjustment may be played there too, while a die is not placed.",
                &[],
            ),
        ],
        default: "after-energy",
        why: "Every rulebook lets you play weapons whenever you like, and none mentions windows. There is nothing to respond to after a part that changed no energy. A player with a weapon that fits every window would be asked after every part of every player.",
    },
    Question {
        id: "Q-MB-23",
        option: "supermarket_when",
        title: "When in the turn may you play Supermarket?",
        clause: SUPERMARKET,
        variants: &[
            variant(
                "own-turn",
                "After a purchase and before the refill.",
                &["fr", "en", "de", "it", "es", "pt", "nl", "ru"],
            ),
            variant(
                "before-refill",
                "Only before the refill, so that the card works wait until your next turn.",
                &[],
            ),
        ],
        default: "own-turn",
        why: "Every rulebook allows one more card in the turn and names no moment. If you could play it only before the refill, the card would never work in the turn in which you buy it.",
    },
    Question {
        id: "Q-MB-24",
        option: "missile_point",
        title: "Is the extra damage of the missile upgrade mandatory?",
        clause: BOOST,
        variants: &[
            variant(
                "must",
                "Yes. The attacker chooses the robot.",
                &["fr", "de", "it", "nl", "ru"],
            ),
            variant("may", "No. The attacker may skip it.", &["en", "es", "pt"]),
        ],
        default: "must",
        why: "Five rulebooks say that the opponent takes 1 extra damage. The English, Spanish and Portuguese ones say that you can add it.",
    },
    Question {
        id: "Q-MB-25",
        option: "deflected",
        title: "Which damage does Deflection move if fists and missiles are about to hit its holder?",
        clause: DEFLECTION,
        variants: &[
            variant("chosen", "The holder chooses.", &[]),
            variant("fists-first", "Fists before missiles.", &[]),
        ],
        default: "chosen",
        why: "Every rulebook lets the holder deflect damage, and none prefers a type. No printed part has both types, but parts of other packs may.",
    },
    Question {
        id: "Q-MB-26",
        option: "stronger_points",
        title: "May the 2 damage of Stronger hit two robots?",
        clause: STRONGER,
        variants: &[
            variant(
                "together",
                "No. Both points hit one robot.",
                &["fr", "de", "it", "nl"],
            ),
            variant(
                "split",
                "Yes. The attacker chooses a robot for each point, one after another.",
                &["en", "es", "pt", "ru"],
            ),
        ],
        default: "together",
        why: "Four rulebooks increase the damage just done by 2. The other four mention two more attacks, and in them an attack is 1 damage (L15).",
    },
];

//! The register of open questions: where the rulebook is silent or its language editions disagree. Each question is
//! an option of the rulebook ([`crate::Options`]); `docs/rules/moon-bots-questions.md` is rendered from here.

mod differences;
mod render;

pub use cardwright_runtime::questions::{Edition, Question, Variant};
pub use differences::{Consequence, DIFFERENCES, Difference};
pub use render::markdown;

use crate::rules::*;
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

/// The options that an edition's printed rulebook, read literally, sets otherwise than the French one: name and
/// value. `None` when there is no such edition.
pub fn edition(name: &str) -> Option<Vec<(&'static str, &'static str)>> {
    EDITIONS.iter().find(|edition| edition.name == name)?;
    Some(set_by(QUESTIONS, name))
}

/// Every open question, in the order of their numbers.
pub const QUESTIONS: &[Question] = &[
    Question {
        id: "Q-MB-1",
        option: "strict_secret_bottom",
        title: "May a secret weapon lie in the bottom row, to be had for nothing?",
        clause: DISCARD,
        variants: &[
            variant(
                "no",
                "It may: only the weapons that lie in the bottom row when a refill begins leave, once. A weapon laid out, slid or drawn there can be bought for 0 until the next refill.",
                &[],
            ),
            variant(
                "yes",
                "It may not: after the market is laid out, and after each refill, weapons in the bottom row are discarded, cards slide down and empty places are filled again, until no weapon lies in the bottom row.",
                &[],
            ),
        ],
        default: "no",
        why: "The discard is a step of the refill and named once; laying out is no refill. Reviewers play it both ways.",
    },
    Question {
        id: "Q-MB-2",
        option: "energy_limit",
        title: "Does the limit of 2 energy count a turn or a round?",
        clause: LIMIT_COUNTS,
        variants: &[
            variant(
                "turn",
                "A robot gains at most 2 energy in its own turn; what it gains in others' turns is not counted and not limited.",
                &["fr", "en", "de", "it", "es", "pt", "ru"],
            ),
            variant(
                "round",
                "A robot gains at most 2 energy from the beginning of its own turn to the beginning of its next one: gains in others' turns count too and are cut off like those in its own.",
                &["nl"],
            ),
        ],
        default: "turn",
        why: "Seven rulebooks say so, and the Dutch one too in its section on the cards.",
    },
    Question {
        id: "Q-MB-3",
        option: "slide",
        title: "How far do cards slide down in the market?",
        clause: SLIDE,
        variants: &[
            variant(
                "bottom",
                "In each column cards slide down until no empty place is below them.",
                &["fr", "de", "it", "pt", "nl", "ru"],
            ),
            variant(
                "one-row",
                "In each column, from the bottom up, a card moves down one row if the place below it is empty, and no further. A place that stays empty is filled from the pile like the others.",
                &["en", "es"],
            ),
        ],
        default: "bottom",
        why: "Six rulebooks say so. The two variants differ only where two places below a card are empty.",
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
                "Any robot in play of the other player; with two of them it shares out its points as between two neighbours, the right one of them on its left (MB-11.2). Who conquered a robot is still the robot it faced.",
                &["de"],
            ),
        ],
        default: "facing",
        why: "Seven rulebooks say so, and duels would be none otherwise.",
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
                "The difference: every two dice except 1 and 5, 1 and 6, 2 and 6. It holds for every part whose condition is a sum below a number.",
                &["es"],
            ),
        ],
        default: "sum",
        why: "Seven rulebooks say so, French and Italian with stress; it is the twin of the sum above 10.",
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
                "Two or more dice for an exact sum such as 7; two for a sum above a number.",
                &["pt"],
            ),
            variant(
                "exact-and-above",
                "Two or more dice for an exact sum such as 7 and for a sum above a number such as 10.",
                &["ru"],
            ),
        ],
        default: "two",
        why: "Six rulebooks say so; the other two leave the number out.",
    },
    Question {
        id: "Q-MB-7",
        option: "energy_symbol",
        title: "Is the energy of a part that also attacks a reward for the hit?",
        clause: SYMBOLS,
        variants: &[
            variant(
                "always",
                "No: the part gives its energy whatever became of the attack.",
                &["fr", "en", "de", "it", "nl", "ru"],
            ),
            variant(
                "after-hit",
                "Yes: a part that shows damage and energy gives the energy only if its attack took at least 1 energy from a robot.",
                &["es", "pt"],
            ),
        ],
        default: "always",
        why: "Each symbol stands for itself; the two rulebooks say otherwise only in passing, in an example.",
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
                "One in all: a robot with a fist or missile upgrade (one point more or one point less) has no place for another of the four kinds.",
                &["de", "pt"],
            ),
        ],
        default: "each",
        why: "Six rulebooks say so; the note sums up the four cards, each of which speaks of its own kind.",
    },
    Question {
        id: "Q-MB-9",
        option: "fist_boost",
        title: "Where may the extra point of the fist upgrade go, and must it go anywhere?",
        clause: BOOST,
        variants: &[
            variant(
                "any",
                "To any robot that the attacker may hit, also one that got no other point; or nowhere.",
                &["fr", "de", "es", "nl"],
            ),
            variant(
                "attacked",
                "To a robot that the fists of this attack hit; or nowhere.",
                &["en", "it", "pt"],
            ),
            variant(
                "forced",
                "To a robot that the fists of this attack hit; it must go to one.",
                &["ru"],
            ),
        ],
        default: "any",
        why: "The French card lets the attacker choose the opponent and says that he may.",
    },
    Question {
        id: "Q-MB-10",
        option: "missile_boost",
        title: "Does the missile upgrade add a point or double the points?",
        clause: BOOST,
        variants: &[
            variant(
                "one",
                "It adds 1 missile point to one robot that the missiles of this attack hit.",
                &["fr", "de", "it", "nl", "ru"],
            ),
            variant(
                "double",
                "It adds to that robot as many missile points as the missiles of this attack already do to it.",
                &["en", "es", "pt"],
            ),
        ],
        default: "one",
        why: "Five rulebooks say so; the others speak of one more hit too and of twice the damage, which is the same for an attack of one point.",
    },
    Question {
        id: "Q-MB-11",
        option: "reroll_dice",
        title: "May one roll a single die again?",
        clause: REROLL,
        variants: &[
            variant(
                "up-to-two",
                "One or two dice.",
                &["fr", "en", "de", "it", "pt", "nl", "ru"],
            ),
            variant(
                "two",
                "Exactly two dice (as many as the card says); with fewer there is no rolling again.",
                &["es"],
            ),
        ],
        default: "up-to-two",
        why: "A permission to roll two dice again covers one of them; only the Spanish article makes them the two.",
    },
    Question {
        id: "Q-MB-12",
        option: "stronger",
        title: "Whom may the two points of Stronger hit?",
        clause: STRONGER,
        variants: &[
            variant(
                "attacked",
                "One robot that was attacked with the points of this attack.",
                &["fr", "en", "de", "it", "pt", "nl"],
            ),
            variant(
                "any",
                "One robot that the attacker may hit, attacked before or not.",
                &["es", "ru"],
            ),
        ],
        default: "attacked",
        why: "The points are added to the damage just done; the two other rulebooks make further attacks of them.",
    },
    Question {
        id: "Q-MB-13",
        option: "shock_absorber",
        title: "Does Shock Absorber stop two points, or two at least?",
        clause: SHOCK_ABSORBER,
        variants: &[
            variant("two", "Two points.", &["fr", "de", "it", "es", "pt", "nl"]),
            variant(
                "all",
                "All points that can be stopped: at least two has no upper end.",
                &["en", "ru"],
            ),
        ],
        default: "two",
        why: "Six rulebooks say two (the Spanish one: up to two); otherwise the card would be Dodge again.",
    },
    Question {
        id: "Q-MB-14",
        option: "adjustment",
        title: "Whose die does Adjustment turn?",
        clause: ADJUSTMENT,
        variants: &[
            variant(
                "own",
                "One of one's own: only the active robot may play it.",
                &["fr", "en", "it", "es", "pt", "nl", "ru"],
            ),
            variant(
                "any",
                "Any die just rolled: every robot in play may play it on the dice of the active robot.",
                &["de"],
            ),
        ],
        default: "own",
        why: "Seven rulebooks say so; the German one speaks of a roll without saying whose.",
    },
    Question {
        id: "Q-MB-15",
        option: "black_market",
        title: "Is a card taken with Black Market bought?",
        clause: BLACK_MARKET,
        variants: &[
            variant(
                "bought",
                "Yes: Bad Luck taken so strikes at once.",
                &["fr", "en", "it", "pt", "nl"],
            ),
            variant(
                "taken",
                "No: Bad Luck taken so costs nothing; it stays in the hand, counts as a secret weapon there and can never be played.",
                &["de", "es", "ru"],
            ),
        ],
        default: "bought",
        why: "Five rulebooks use the word for buying.",
    },
    Question {
        id: "Q-MB-16",
        option: "supermarket",
        title: "In whose turn may Supermarket be played?",
        clause: SUPERMARKET,
        variants: &[
            variant(
                "own-turn",
                "In one's own turn.",
                &["fr", "en", "de", "es", "pt", "nl", "ru"],
            ),
            variant("any-turn", "In anybody's turn.", &["it"]),
        ],
        default: "own-turn",
        why: "One buys in one's own turn, and an extra card is one beside that.",
    },
    Question {
        id: "Q-MB-17",
        option: "trick",
        title: "Whom may Trick name?",
        clause: TRICK,
        variants: &[
            variant(
                "any-player",
                "Any player, oneself included.",
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
                "No: the whole turn is skipped; weapons of the bottom row stay.",
                &[],
            ),
            variant(
                "keep-refill",
                "Yes: buying and activating are left out, with their windows; the turn goes on with the window before the refill.",
                &[],
            ),
        ],
        default: "whole-turn",
        why: "Every rulebook skips the turn, and the refill is one of its steps; no rulebook speaks of the refill itself.",
    },
    Question {
        id: "Q-MB-19",
        option: "pay_to_zero",
        title: "May a robot pay a card with its last energy?",
        clause: PAY,
        variants: &[
            variant(
                "yes",
                "Yes; it is then out like any robot without energy, and the card goes to the box.",
                &[],
            ),
            variant(
                "no",
                "No: a price must leave the robot at least 1 energy.",
                &[],
            ),
        ],
        default: "yes",
        why: "No rulebook forbids it, and every rulebook takes a robot without energy out of the game without exception.",
    },
    Question {
        id: "Q-MB-20",
        option: "trick_lasts",
        title: "How long may the player that Trick names not roll dice again?",
        clause: TRICK,
        variants: &[
            variant(
                "turn",
                "Until the turn in which it was played ends; with two players, until the active player has played both robots.",
                &["fr", "en", "it", "es", "pt", "ru"],
            ),
            variant(
                "round",
                "Until the round in which it was played ends (MB-10.6).",
                &["de", "nl"],
            ),
        ],
        default: "turn",
        why: "Six rulebooks say this turn. The German and the Dutch one say this round, and both use the word for a turn as well. The German one says it of Supermarket too, where it changes nothing (L54).",
    },
    Question {
        id: "Q-MB-21",
        option: "deflection",
        title: "Must the points that Deflection takes off its holder hit another robot?",
        clause: DEFLECTION,
        variants: &[
            variant(
                "moved",
                "They must.",
                &["fr", "en", "de", "it", "pt", "nl", "ru"],
            ),
            variant(
                "optional",
                "They need not: the holder deflects all of them to one robot, or stops all of them.",
                &["es"],
            ),
        ],
        default: "moved",
        why: "Seven rulebooks join both with an *and*; the Spanish one says that one may deflect them.",
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
                "After every part. Adjustment fits it too, while a die is not placed.",
                &[],
            ),
        ],
        default: "after-energy",
        why: "Every rulebook lets weapons be played whenever one likes and none knows windows. A part that changed no energy leaves nothing to answer, and whoever holds a weapon that fits every window would be asked after every part of everybody.",
    },
    Question {
        id: "Q-MB-23",
        option: "supermarket_when",
        title: "When in the turn may Supermarket be played?",
        clause: SUPERMARKET,
        variants: &[
            variant(
                "own-turn",
                "After a purchase and before the refill.",
                &["fr", "en", "de", "it", "es", "pt", "nl", "ru"],
            ),
            variant(
                "before-refill",
                "Before the refill alone, so that the card works from the next turn on.",
                &[],
            ),
        ],
        default: "own-turn",
        why: "Every rulebook allows one card more in the turn and names no moment in it; played before the refill alone, the card would never work in the turn in which it is bought.",
    },
    Question {
        id: "Q-MB-24",
        option: "missile_point",
        title: "Must the missile upgrade add what it adds?",
        clause: BOOST,
        variants: &[
            variant(
                "must",
                "It must; the attacker says to which robot.",
                &["fr", "de", "it", "nl", "ru"],
            ),
            variant("may", "The attacker may leave it out.", &["en", "es", "pt"]),
        ],
        default: "must",
        why: "Five rulebooks say that the opponent takes one point more; the English, the Spanish and the Portuguese one say that one can add it.",
    },
    Question {
        id: "Q-MB-25",
        option: "deflected",
        title: "Which points does Deflection move, if fists and missiles are about to hit its holder?",
        clause: DEFLECTION,
        variants: &[
            variant("chosen", "The holder chooses.", &[]),
            variant("fists-first", "Fists before missiles.", &[]),
        ],
        default: "chosen",
        why: "Every rulebook lets the holder deflect points of damage, and none prefers a type. No printed part shows both types; parts of other packs may.",
    },
    Question {
        id: "Q-MB-26",
        option: "stronger_points",
        title: "May the two points of Stronger hit two robots?",
        clause: STRONGER,
        variants: &[
            variant(
                "together",
                "No: both hit one robot.",
                &["fr", "de", "it", "nl"],
            ),
            variant(
                "split",
                "Yes: the attacker chooses a robot for each point, one after the other.",
                &["en", "es", "pt", "ru"],
            ),
        ],
        default: "together",
        why: "Four rulebooks make the damage just done greater by two. The other four speak of two more attacks, and there an attack is a point (L15).",
    },
];

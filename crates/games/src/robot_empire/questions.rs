//! The register of open questions of Robot Empire that the program has readings for: where the rulebook is silent or
//! contradicts itself. `docs/rules/robot-empire-questions.md` is rendered from here.

use super::rules::*;
use crate::questions::{Edition, Question, reading};
use std::fmt::Write;

/// The language editions of the rulebook: there is one, in English, so none is to choose.
pub const EDITIONS: &[Edition] = &[];

/// Open questions, by place in [`QUESTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Point {
    Blockers,
    Reactivate,
    Instants,
    Recharging,
    EmptiedMoon,
    Batteries,
    Cancelled,
    LongRange,
}

/// Every open question that is an option, in the order of their numbers.
pub const QUESTIONS: &[Question] = &[
    Question {
        id: "Q-RS-2",
        option: "several_blockers",
        title: "How is damage dealt to several blockers?",
        clause: ORDER,
        readings: &[
            reading(
                "in-order",
                "One blocker after the other gets what destroys it, the last one the rest.",
                &[],
            ),
            reading("one-chosen", "The attacker chooses one blocker, which gets all of it.", &[]),
        ],
        default: "in-order",
        why: "The rulebook says both; the second passage is the fuller one.",
    },
    Question {
        id: "Q-RS-3",
        option: "reactivate",
        title: "Whose cards are reactivated when a turn begins?",
        clause: REACTIVATE,
        readings: &[
            reading("active", "The active player's.", &[]),
            reading("everybody", "Everybody's.", &[]),
        ],
        default: "active",
        why: "A player reactivates cards so that they are ready to use in this turn.",
    },
    Question {
        id: "Q-RS-4",
        option: "instants",
        title: "Whose Instants end when a turn begins?",
        clause: CLEAR,
        readings: &[
            reading("all", "Everybody's.", &[]),
            reading("own", "The active player's; an Instant lasts until its owner's next turn.", &[]),
        ],
        default: "all",
        why: "An Instant lasts only during the turn it was paid in.",
    },
    Question {
        id: "Q-RS-5",
        option: "recharging",
        title: "What does recharging switch off?",
        clause: RECHARGING,
        readings: &[
            reading("upgrades", "Permanent and Instant.", &[]),
            reading("all", "Printed flying and chaining and installed Components too.", &[]),
        ],
        default: "upgrades",
        why: "The rulebook names Permanent and Instant abilities.",
    },
    Question {
        id: "Q-RS-6",
        option: "emptied_moon",
        title: "What becomes of an emptied Moon?",
        clause: EMPTIED,
        readings: &[
            reading("discarded", "It goes to the discard pile.", &[]),
            reading("refilled", "It stays and is filled from the War Chest.", &[]),
            reading("stays-empty", "It stays without coins.", &[]),
        ],
        default: "discarded",
        why: "The rulebook is silent; Moons come back with the discard pile.",
    },
    Question {
        id: "Q-RS-7",
        option: "fire_at_batteries",
        title: "May long range hit Batteries?",
        clause: FIRE,
        readings: &[reading("no", "No.", &[]), reading("yes", "An opponent's Battery may be named.", &[])],
        default: "no",
        why: "The rulebook names targets to destroy; a Battery loses coins to attacks.",
    },
    Question {
        id: "Q-RS-14",
        option: "cancelled_cost",
        title: "What becomes of the coins of a cancelled card?",
        clause: STAYS_PAID,
        readings: &[
            reading("stay-paid", "They stay in the War Chest.", &[]),
            reading("returned", "They go back to the Vault, as far as the War Chest has them.", &[]),
        ],
        default: "stay-paid",
        why: "A card is paid when it is shown.",
    },
    Question {
        id: "Q-RS-16",
        option: "several_long_range",
        title: "What counts of several values of long range?",
        clause: HIGHEST,
        readings: &[reading("highest", "The highest.", &[]), reading("sum", "Their sum.", &[])],
        default: "highest",
        why: "A shot is made with one weapon.",
    },
];

const HEAD: &str = "<!-- Written by `cargo xtask generate`; edit crates/games/src/robot_empire/questions.rs instead. -->

# Robot Empire: open questions

Where the rulebook is silent or contradicts itself. Each is an option; the first reading is ours. Questions Q-RS-1, 8 to
13, 15, 17 and 18 of our list have our reading only; `docs/rules/robot-empire.md`, section 12, names them.
";

/// The register as a document.
pub fn markdown() -> String {
    let mut text = String::from(HEAD);
    for Question { id, option, title, clause, readings, default, why } in QUESTIONS {
        let _ = write!(text, "\n## {id}: {title}\n\nOption `{option}`, clause {clause}.\n\n");
        text.push_str("| value | what it means |\n| --- | --- |\n");
        for reading in *readings {
            let _ = writeln!(text, "| `{}` | {} |", reading.value, reading.meaning);
        }
        let _ = writeln!(text, "\nOurs: `{default}`. {why}");
    }
    text
}

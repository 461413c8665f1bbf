//! The register of open questions of Robot Empire: where the rulebook is silent or contradicts itself.
//! `docs/rules/robot-empire-questions.md` is rendered from here.

use super::rules::*;
use cardwright_runtime::questions::{Edition, Question, variant};
use std::fmt::Write;

/// The language editions of the rulebook: there is one, in English, so none is to choose.
pub const EDITIONS: &[Edition] = &[];

/// A question with two variants, ours first.
macro_rules! two {
    ($id:literal, $option:literal, $title:literal, $clause:expr, $ours:literal = $meaning:literal,
     $other:literal = $meant:literal, $why:literal) => {
        Question {
            id: $id,
            option: $option,
            title: $title,
            clause: $clause,
            variants: &[variant($ours, $meaning, &[]), variant($other, $meant, &[])],
            default: $ours,
            why: $why,
        }
    };
}

/// Every open question, in the order of their numbers.
pub const QUESTIONS: &[Question] = &[
    two!(
        "Q-RS-1",
        "defence_die",
        "When is a defence of 1d6 rolled?",
        DEFENCE_DIE,
        "each-time" = "Whenever damage is dealt to the card.",
        "once-a-turn" = "When damage is first dealt to it in a turn; it then holds for the turn.",
        "The rulebook: roll each time the card defends or attacks."
    ),
    two!(
        "Q-RS-2",
        "several_blockers",
        "How is damage dealt to several blockers?",
        ORDER,
        "in-order" = "One blocker after the other gets what destroys it, the last one the rest.",
        "one-chosen" = "The attacker chooses one blocker, which gets all of it.",
        "The rulebook says both; the second passage is the fuller one."
    ),
    two!(
        "Q-RS-3",
        "reactivate",
        "Whose cards are reactivated when a turn begins?",
        REACTIVATE,
        "active" = "The active player's.",
        "everybody" = "Everybody's.",
        "A player reactivates cards so that they are ready to use in this turn."
    ),
    two!(
        "Q-RS-4",
        "instants",
        "Whose Instants end when a turn begins?",
        CLEAR,
        "all" = "Everybody's.",
        "own" = "The active player's; an Instant lasts until its owner's next turn.",
        "An Instant lasts only during the turn it was paid in."
    ),
    two!(
        "Q-RS-5",
        "recharging",
        "What does recharging switch off?",
        RECHARGING,
        "upgrades" = "Permanent and Instant.",
        "all" = "Printed flying and chaining and installed Components too.",
        "The rulebook names Permanent and Instant abilities."
    ),
    Question {
        id: "Q-RS-6",
        option: "emptied_moon",
        title: "What becomes of an emptied Moon?",
        clause: EMPTIED,
        variants: &[
            variant("discarded", "It goes to the discard pile.", &[]),
            variant(
                "refilled",
                "It stays and is filled from the War Chest.",
                &[],
            ),
            variant("stays-empty", "It stays without coins.", &[]),
        ],
        default: "discarded",
        why: "The rulebook is silent; Moons come back with the discard pile.",
    },
    two!(
        "Q-RS-7",
        "fire_at_batteries",
        "May long range hit Batteries?",
        FIRE,
        "no" = "No.",
        "yes" = "An opponent's Battery may be named.",
        "The rulebook names targets to destroy; a Battery loses coins to attacks."
    ),
    two!(
        "Q-RS-8",
        "attack_equipment",
        "May fighters attack Equipment?",
        AT_EQUIPMENT,
        "no" = "They attack players.",
        "yes" = "They may attack an opponent's Equipment instead.",
        "The goal of combat names Equipment, and long range reaches it; the rules of attacks name players alone."
    ),
    two!(
        "Q-RS-9",
        "chains_formed",
        "When are chains formed?",
        LASTING_CHAINS,
        "combat" = "When attackers or blockers are declared, for that combat.",
        "play" = "In the own Play phase, lasting.",
        "Chained cards attack and defend as one unit: it is about combat."
    ),
    two!(
        "Q-RS-10",
        "chain_marks",
        "What becomes of damage below the sum of a chain, after the combat?",
        CHAIN_MARKS,
        "vanishes" = "It vanishes with the chain.",
        "stays" = "It stays on members until the turn ends, as their owner chooses.",
        "The sum must be hit; below it nothing has happened to any member."
    ),
    two!(
        "Q-RS-11",
        "answers",
        "When do cards that are shown take effect?",
        LAST_FIRST,
        "last-first" = "When everybody has passed, the last announced first.",
        "at-once" = "At once, before another may be shown.",
        "Cards of the set answer others, which needs time to answer."
    ),
    two!(
        "Q-RS-12",
        "moon_backs",
        "Is a Moon known by its back while it lies on the deck?",
        MOON_BACKS,
        "unseen" = "No.",
        "seen" = "Yes: everybody knows whether the next card is a Moon.",
        "The rulebook gives Moons another back and shuffles them into the deck; it draws nothing from that."
    ),
    two!(
        "Q-RS-13",
        "ownerless",
        "What becomes of the robots of a player whom nobody knocked out?",
        OWNERLESS,
        "lost" = "They are lost.",
        "stay" = "They stay on the table, ownerless; nobody has a use for them.",
        "They would go to whoever did it, and nobody did; all other cards are destroyed."
    ),
    two!(
        "Q-RS-14",
        "cancelled_cost",
        "What becomes of the coins of a cancelled card?",
        STAYS_PAID,
        "stay-paid" = "They stay in the War Chest.",
        "returned" = "They go back to the Vault, as far as the War Chest has them.",
        "A card is paid when it is shown."
    ),
    two!(
        "Q-RS-15",
        "attack_die",
        "When is an attack of 1d6 rolled?",
        ATTACK_DIE,
        "at-damage" = "When damage is dealt.",
        "at-declaration" = "When the fighter is declared.",
        "It is rolled each time the card attacks; that it deals its damage is what the roll is for."
    ),
    two!(
        "Q-RS-16",
        "several_long_range",
        "What counts of several values of long range?",
        HIGHEST,
        "highest" = "The highest.",
        "sum" = "Their sum.",
        "A shot is made with one weapon."
    ),
    two!(
        "Q-RS-17",
        "falling_defence",
        "Is a card destroyed when its defence falls to its damage?",
        FALLING_DEFENCE,
        "no" = "No: only damage destroys.",
        "yes" = "Yes, at once.",
        "The rulebook destroys a card that is dealt damage."
    ),
    two!(
        "Q-RS-18",
        "coins",
        "How many coins are there?",
        UNLIMITED,
        "eighty" = "Eighty, as the box holds.",
        "unlimited" = "As many as are needed: the War Chest is never empty.",
        "The box holds 80; four and more players would need more."
    ),
    two!(
        "Q-RS-19",
        "chain_prevention",
        "Whose prevention stops damage that is dealt to one member of a chain?",
        PREVENTION,
        "member" = "What is laid on that member.",
        "chain" = "What is laid on any member of the chain.",
        "Prevention is laid on a card and stops damage to it; in the damage of a combat the chain is hit as one."
    ),
];

const HEAD: &str =
    "<!-- Written by `cargo xtask generate`; edit crates/games/robot-empire/src/questions.rs instead. -->

# Robot Empire: open questions

Where the rulebook is silent or contradicts itself. Each is an option; the first variant is ours.
";

/// The register as a document.
pub fn markdown() -> String {
    let mut text = String::from(HEAD);
    for Question {
        id,
        option,
        title,
        clause,
        variants,
        default,
        why,
    } in QUESTIONS
    {
        let _ = write!(
            text,
            "\n## {id}: {title}\n\nOption `{option}`, clause {clause}.\n\n"
        );
        text.push_str("| value | what it means |\n| --- | --- |\n");
        for variant in *variants {
            let _ = writeln!(text, "| `{}` | {} |", variant.value, variant.meaning);
        }
        let _ = writeln!(text, "\nOurs: `{default}`. {why}");
    }
    text
}

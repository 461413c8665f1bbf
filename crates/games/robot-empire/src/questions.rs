//! The register of open questions of Robot Empire: where the rulebook is silent or contradicts itself.
//! `docs/rules/robot-empire-questions.md` is rendered from here.

use crate::rules::{
    AT_EQUIPMENT, ATTACK_DIE, CHAIN_MARKS, CLEAR, DEFENCE_DIE, EMPTIED, FALLING_DEFENCE, FIRE,
    HIGHEST, LAST_FIRST, LASTING_CHAINS, MOON_BACKS, ORDER, OWNERLESS, PREVENTION, REACTIVATE,
    RECHARGING, STAYS_PAID, UNLIMITED,
};
use cardwright_runtime::questions::{Edition, Question, variant};
use std::fmt::Write;

/// The language editions of the rulebook: empty, because there is only one, in English.
pub const EDITIONS: &[Edition] = &[];

/// Declares a question with two variants, the default first.
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

/// All open questions, ordered by number.
pub const QUESTIONS: &[Question] = &[
    two!(
        "Q-RS-1",
        "defence_die",
        "When is a defence of 1d6 rolled?",
        DEFENCE_DIE,
        "each-time" = "Each time damage is dealt to the card.",
        "once-a-turn" =
            "When damage is first dealt to the card in a turn. It keeps that value for the turn.",
        "The rulebook: roll each time the card defends or attacks."
    ),
    two!(
        "Q-RS-2",
        "several_blockers",
        "How is damage dealt to several blockers?",
        ORDER,
        "in-order" = "Each blocker in order takes the damage that destroys it, and the last one takes the rest.",
        "one-chosen" = "The attacker chooses one blocker, which takes all of it.",
        "The rulebook says both, and the second passage is more complete."
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
        "own" = "The active player's. An Instant lasts until its owner's next turn.",
        "An Instant lasts only during the turn it was paid in."
    ),
    two!(
        "Q-RS-5",
        "recharging",
        "What does recharging switch off?",
        RECHARGING,
        "upgrades" = "Permanent and Instant.",
        "all" = "Also printed flying and chaining, and installed Components.",
        "The rulebook names Permanent and Instant abilities."
    ),
    Question {
        id: "Q-RS-6",
        option: "emptied_moon",
        title: "Where does an empty Moon go?",
        clause: EMPTIED,
        variants: &[
            variant("discarded", "It goes to the discard pile.", &[]),
            variant(
                "refilled",
                "It stays and is refilled from the War Chest.",
                &[],
            ),
            variant("stays-empty", "It stays without coins.", &[]),
        ],
        default: "discarded",
        why: "The rulebook is silent. Moons come back with the discard pile.",
    },
    two!(
        "Q-RS-7",
        "fire_at_batteries",
        "May long range hit Batteries?",
        FIRE,
        "no" = "No.",
        "yes" = "Yes. An opponent's Battery is a legal target.",
        "The rulebook names targets to destroy, and a Battery loses coins to attacks."
    ),
    two!(
        "Q-RS-8",
        "attack_equipment",
        "May fighters attack Equipment?",
        AT_EQUIPMENT,
        "no" = "No. They attack players.",
        "yes" = "Yes. They may attack an opponent's Equipment instead.",
        "The goal of combat mentions Equipment, and long range reaches it. The rules of attacks mention only players."
    ),
    two!(
        "Q-RS-9",
        "chains_formed",
        "When are chains formed?",
        LASTING_CHAINS,
        "combat" = "When attackers or blockers are declared, for that combat.",
        "play" = "In your own Play phase. They last.",
        "Chained cards attack and defend as one unit, which is about combat."
    ),
    two!(
        "Q-RS-10",
        "chain_marks",
        "Does damage below the sum of a chain stay after the combat?",
        CHAIN_MARKS,
        "vanishes" = "No. It is removed with the chain.",
        "stays" = "Yes. It stays on members until the turn ends, and their owner chooses which.",
        "The damage must reach the sum. Less damage does nothing to any member."
    ),
    two!(
        "Q-RS-11",
        "responses",
        "When do cards that are shown take effect?",
        LAST_FIRST,
        "last-first" = "When everybody has passed, the last announced first.",
        "at-once" = "At once, before another card may be shown.",
        "Some cards of the set respond to others, so players need time to respond."
    ),
    two!(
        "Q-RS-12",
        "moon_backs",
        "Does the back of the next card reveal a Moon?",
        MOON_BACKS,
        "unseen" = "No.",
        "seen" = "Yes. Everybody knows whether the next card is a Moon.",
        "The rulebook gives Moons another back and shuffles them into the deck, but mentions no consequence."
    ),
    two!(
        "Q-RS-13",
        "ownerless",
        "Where do the robots go if nobody knocked out their player?",
        OWNERLESS,
        "lost" = "They are lost.",
        "stay" = "They stay on the table without an owner, and nobody can use them.",
        "They would go to the player responsible, and there is none. All other cards are destroyed."
    ),
    two!(
        "Q-RS-14",
        "cancelled_cost",
        "Where do the coins of a cancelled card go?",
        STAYS_PAID,
        "stay-paid" = "They stay in the War Chest.",
        "returned" = "They return to the Vault, as far as the War Chest can pay.",
        "A card is paid when it is shown."
    ),
    two!(
        "Q-RS-15",
        "attack_die",
        "When is an attack of 1d6 rolled?",
        ATTACK_DIE,
        "at-damage" = "When damage is dealt.",
        "at-declaration" = "When the fighter is declared.",
        "It is rolled each time the card attacks, and the roll is for its damage."
    ),
    two!(
        "Q-RS-16",
        "several_long_range",
        "Which of several values of long range counts?",
        HIGHEST,
        "highest" = "The highest.",
        "sum" = "Their sum.",
        "A shot uses one weapon."
    ),
    two!(
        "Q-RS-17",
        "falling_defence",
        "Is a card destroyed when its defence falls to the damage it has taken?",
        FALLING_DEFENCE,
        "no" = "No. Only dealing damage destroys.",
        "yes" = "Yes, at once.",
        "The rulebook destroys a card that is dealt damage."
    ),
    two!(
        "Q-RS-18",
        "coins",
        "How many coins are there?",
        UNLIMITED,
        "eighty" = "Eighty, as in the box.",
        "unlimited" = "As many as needed. The War Chest is never empty.",
        "The box has 80. Four or more players would need more."
    ),
    two!(
        "Q-RS-19",
        "chain_prevention",
        "Whose prevention stops damage that is dealt to one member of a chain?",
        PREVENTION,
        "member" = "Only prevention on that member.",
        "chain" = "Prevention on any member of the chain.",
        "Prevention is placed on a card and stops damage to it. Combat damage hits the chain as one unit."
    ),
];

const HEAD: &str =
    "<!-- Written by `cargo xtask generate`; edit crates/games/robot-empire/src/questions.rs instead. -->

# Robot Empire: open questions

The rulebook is silent on these points or contradicts itself. Each one is an option. The first variant is our choice
and the default.
";

/// The open questions as a Markdown document.
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

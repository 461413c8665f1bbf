//! The register of open questions of Lunar Command: where the rulebook is silent or its four languages disagree. Each
//! is an option of the rulebook; `docs/rules/lunar-command-questions.md` is rendered from here.

use super::rules::*;
use cardwright_runtime::questions::{Edition, Question};
use cardwright_runtime::questions::{set_by, variant};
use std::fmt::Write;

/// The language editions of the rulebook. None of them is the default, which combines all four.
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
        name: "es",
        language: "Spanish",
    },
    Edition {
        name: "pt",
        language: "Portuguese",
    },
];

/// The options, as name and value, in which an edition's printed rulebook, read literally, differs from the defaults.
/// `None` if there is no such edition.
pub fn edition(name: &str) -> Option<Vec<(&'static str, &'static str)>> {
    EDITIONS.iter().find(|edition| edition.name == name)?;
    Some(set_by(QUESTIONS, name))
}

/// Every open question, in the order of their numbers.
pub const QUESTIONS: &[Question] = &[
    Question {
        id: "Q-LC-1",
        option: "same_type",
        title: "Which pieces may not touch?",
        clause: SAME_TYPE,
        variants: &[
            variant(
                "type",
                "Pieces of one type, of either colour. A square wall with a dome is still a square wall.",
                &["en", "es"],
            ),
            variant(
                "identical",
                "Pieces of one type and colour. A square wall with a dome differs from one without.",
                &["fr", "pt"],
            ),
        ],
        default: "type",
        why: "Two rulebooks forbid pieces of the same type, and two forbid identical pieces. The legend of the rulebook names the types.",
    },
    Question {
        id: "Q-LC-2",
        option: "outer_wall",
        title: "Which pieces form the outer wall of a station?",
        clause: OUTER_WALL,
        variants: &[
            variant(
                "inside",
                "Those that touch its inside and are connected with the area outside.",
                &[],
            ),
            variant(
                "needed",
                "Each piece whose removal would open the station.",
                &[],
            ),
            variant(
                "touching",
                "Those that touch its inside, including separate pieces inside.",
                &[],
            ),
        ],
        default: "inside",
        why: "A finger run along the inside of the wall meets exactly these pieces.",
    },
    Question {
        id: "Q-LC-3",
        option: "owner",
        title: "Who owns a station that was scored?",
        clause: OWNER,
        variants: &[
            variant(
                "majority",
                "The colour that has the majority in its outer wall now.",
                &["en", "pt"],
            ),
            variant(
                "won",
                "The colour that scored it alone, or nobody after a tie.",
                &["fr", "es"],
            ),
        ],
        default: "majority",
        why: "English and Portuguese refer to the pieces on the board, French to the colour that won it, Spanish to the colour that counted its points.",
    },
    Question {
        id: "Q-LC-4",
        option: "tied_figures",
        title: "Where do the figures of a tied station go?",
        clause: TIE,
        variants: &[
            variant("leave", "They leave the board and belong to nobody.", &[]),
            variant(
                "stay",
                "They stay on the board. Half of their points is scored anyway, and they may be scored again.",
                &[],
            ),
        ],
        default: "leave",
        why: "Figures that were scored leave the board in every other case.",
    },
    Question {
        id: "Q-LC-5",
        option: "ufo_blocks",
        title: "How does a UFO block a robot but not an astronaut?",
        clause: NOT_ASTRONAUTS,
        variants: &[
            variant(
                "cover",
                "Its cover may include robots but not astronauts. Neither may walk onto it.",
                &[],
            ),
            variant(
                "way",
                "Astronauts ignore covers, except the centre, and may be covered. Robots may not.",
                &[],
            ),
        ],
        default: "cover",
        why: "All four rulebooks also say that neither robots nor astronauts walk on blocked spaces.",
    },
    Question {
        id: "Q-LC-6",
        option: "walk_out",
        title: "May a covered robot walk out from under a UFO?",
        clause: PINNED,
        variants: &[
            variant(
                "no",
                "No. It cannot move until the cover is gone.",
                &["en", "es"],
            ),
            variant(
                "yes",
                "Yes, onto cells that are not covered.",
                &["fr", "pt"],
            ),
        ],
        default: "no",
        why: "English and Spanish forbid walking on blocked spaces, French and Portuguese walking onto them. Only the first variant blocks a robot.",
    },
    Question {
        id: "Q-LC-7",
        option: "covers_overlap",
        title: "May the covers of two UFOs overlap?",
        clause: COVERS_APART,
        variants: &[
            variant("no", "No. They share no cell.", &[]),
            variant("yes", "Yes, but no centre may be under another UFO.", &[]),
        ],
        default: "no",
        why: "The UFOs would be stacked.",
    },
    Question {
        id: "Q-LC-8",
        option: "walkers",
        title: "How many figures does a spacewalk move?",
        clause: WALK,
        variants: &[
            variant(
                "one-each",
                "At most one robot and at most one astronaut.",
                &[],
            ),
            variant("any", "Any number, each once, with four steps in all.", &[]),
        ],
        default: "one-each",
        why: "The rulebooks say a robot and/or an astronaut, and a review reads it in this way.",
    },
    Question {
        id: "Q-LC-9",
        option: "stop_in_door",
        title: "May a figure stop in a doorway?",
        clause: NOT_IN_A_DOOR,
        variants: &[
            variant("no", "It may not.", &[]),
            variant("yes", "Yes. It blocks the way until it moves on.", &[]),
        ],
        default: "no",
        why: "A door is part of a piece, and figures are placed on the grey plate.",
    },
    Question {
        id: "Q-LC-10",
        option: "score_inside",
        title: "Does a figure that is already inside score when the owner moves it?",
        clause: INSIDE,
        variants: &[
            variant("no", "No. It must come through a door from elsewhere.", &[]),
            variant(
                "yes",
                "Yes, with its first step onto a cell of the station.",
                &[],
            ),
        ],
        default: "no",
        why: "The rulebooks give points for walking through an airlock.",
    },
    Question {
        id: "Q-LC-11",
        option: "must_act",
        title: "Must you carry out a possible option?",
        clause: MUST_ACT,
        variants: &[
            variant("yes", "Yes.", &[]),
            variant("no", "No. You may pass.", &[]),
        ],
        default: "yes",
        why: "The rulebooks let players choose among the options and have no pass.",
    },
    Question {
        id: "Q-LC-12",
        option: "starting_domes",
        title: "Do starting domes count in outer walls?",
        clause: STARTING_DOMES,
        variants: &[variant("yes", "Yes.", &[]), variant("no", "No.", &[])],
        default: "yes",
        why: "They are coloured domes like any other.",
    },
    Question {
        id: "Q-LC-13",
        option: "split_scores",
        title: "Does a divided station score again?",
        clause: SPLIT,
        variants: &[
            variant("yes", "Yes. Each part scores.", &[]),
            variant("no", "No. No part scores.", &[]),
        ],
        default: "yes",
        why: "Each part is a new station.",
    },
    Question {
        id: "Q-LC-14",
        option: "lift_ufo",
        title: "Who may lift the UFO off an abducted astronaut?",
        clause: ON_ITS_HEAD,
        variants: &[
            variant("anybody", "Either player.", &["fr", "en", "pt"]),
            variant(
                "opponent",
                "Only an opponent of the player who placed it there.",
                &["es"],
            ),
        ],
        default: "anybody",
        why: "Three rulebooks name both players.",
    },
    Question {
        id: "Q-LC-15",
        option: "abduction_scores",
        title: "In which stations does an abducted astronaut score?",
        clause: ABDUCT_HOME,
        variants: &[
            variant("owned", "In those that the player owns.", &["en"]),
            variant(
                "scored-by-me",
                "In those that the player's colour has scored alone.",
                &["fr"],
            ),
            variant(
                "both",
                "In those that the player owns and that the player's colour has scored alone.",
                &["es", "pt"],
            ),
        ],
        default: "owned",
        why: "English requires the majority in a scored station, French a station that the colour won, Portuguese and Spanish both.",
    },
    Question {
        id: "Q-LC-16",
        option: "team_pieces",
        title: "How are a team's coloured pieces divided?",
        clause: SHARED,
        variants: &[
            variant(
                "shared",
                "They are not divided. Both members use one supply.",
                &[],
            ),
            variant(
                "seven-each",
                "Each member has half of every type. Of an odd number, the first member has one more.",
                &[],
            ),
        ],
        default: "shared",
        why: "No rulebook divides them.",
    },
    Question {
        id: "Q-LC-17",
        option: "partner_path",
        title: "May a member's connection lead through the partner's coloured pieces?",
        clause: OWN_CORNER,
        variants: &[
            variant("yes", "Yes.", &[]),
            variant(
                "no",
                "No. Only white pieces and pieces that the member built connect.",
                &[],
            ),
        ],
        default: "yes",
        why: "Only opponents' pieces interrupt a connection.",
    },
    Question {
        id: "Q-LC-18",
        option: "several_stations",
        title: "How do several stations score that one piece closes?",
        clause: TOGETHER,
        variants: &[
            variant("together", "All at once.", &[]),
            variant(
                "in-order",
                "One after another, in the order that the player chooses, until somebody has won.",
                &[],
            ),
        ],
        default: "together",
        why: "One piece closed all of them at the same moment.",
    },
];

const HEAD: &str = "\
# Lunar Command: open questions

<!-- Written by `cargo xtask generate` from `crates/games/lunar-command/src/questions.rs`; change it there. -->

Where the printed rulebook is silent, or its four languages disagree, an *option* of the rulebook decides. The first
variant of each question is our choice and the default. Choose another variant by name (`--option covers_overlap=yes`)
or with the edition that prints it (`--option edition=fr`). A named option overrides the edition.
";

/// The open questions as the text of `docs/rules/lunar-command-questions.md`.
pub fn markdown() -> String {
    let mut text = String::from(HEAD);
    text.push_str(
        "\n## What each edition sets\n\n| edition | language | options |\n| --- | --- | --- |\n",
    );
    for Edition { name, language } in EDITIONS {
        let set = set_by(QUESTIONS, name);
        let words: Vec<_> = set
            .iter()
            .map(|(option, value)| format!("`{option} = {value}`"))
            .collect();
        let words = if words.is_empty() {
            "the defaults".into()
        } else {
            words.join(", ")
        };
        let _ = writeln!(text, "| `{name}` | {language} | {words} |");
    }
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
        text.push_str("| value | what it means | editions |\n| --- | --- | --- |\n");
        for variant in *variants {
            let printed = if variant.editions.is_empty() {
                "not stated".into()
            } else {
                variant.editions.join(", ")
            };
            let _ = writeln!(
                text,
                "| `{}` | {} | {printed} |",
                variant.value, variant.meaning
            );
        }
        let _ = writeln!(text, "\nOurs: `{default}`. {why}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edition_reads_each_question_one_way() {
        for question in QUESTIONS {
            let named: Vec<_> = question
                .variants
                .iter()
                .flat_map(|variant| variant.editions)
                .collect();
            for edition in EDITIONS {
                let times = named.iter().filter(|name| **name == &edition.name).count();
                assert_eq!(
                    times,
                    usize::from(!named.is_empty()),
                    "{} in {}",
                    question.id,
                    edition.name
                );
            }
        }
    }

    #[test]
    fn questions_are_numbered_in_order() {
        for (at, question) in QUESTIONS.iter().enumerate() {
            assert_eq!(question.id, format!("Q-LC-{}", at + 1));
            assert_eq!(question.default, question.variants[0].value);
        }
    }
}

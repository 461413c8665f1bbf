//! The lines that a person types during a match.

/// The meaning of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry<'a> {
    /// An empty line.
    Nothing,
    /// A comment after `#`.
    Remark,
    /// Show the question and its actions again.
    Answers,
    /// Show the actions that begin with this text.
    Beginning(&'a str),
    /// Show what a card does.
    Card(&'a str),
    /// Show how often a card works.
    Odds(&'a str),
    /// An invalid use of a command; contains the correct form.
    Misused(&'static str),
    /// Show the help.
    Help,
    /// Show the table again: as much as fits, the part around a place, or `all`.
    Table(&'a str),
    /// Show everything that happened.
    Log,
    /// Undo this number of actions.
    Undo(usize),
    /// Save the match, in a file of this name or the usual one.
    Save(Option<&'a str>),
    /// End the session.
    Quit,
    /// Explain whether the rules allow an action.
    Why(&'a str),
    /// Show what a bot would do.
    Hint,
    /// Play an action, by its number in the list or in notation.
    Answer(&'a str),
}

/// The help for the lines you can type.
pub(crate) const HELP: &str =
    "  3 or pass           the action with that number, or in the notation shown beside it
  list straight       the actions that begin so; just `straight` does the same
  why ACTION          what the rules say about an action, allowed or not
  ? or an empty line  the question and its actions again
  hint                what the strongest bot would do in your place
  card NAME           what a card does, by its id or its name
  odds NAME           how often a part works
  table               draw the cards or the board
  table all           draw a large board whole; `table 20,9` draws the part around 20,9
  log                 everything that happened, as far as you may know it
  undo [N]            undo your last action, or the last N, but no roll and no draw
  save [FILE]         keep the match
  save FILE --as 2    write what player 2 may know, to give it away
  quit                stop; `play --load FILE` resumes a saved match
";

/// Parses a line.
pub(crate) fn read(line: &str) -> Entry<'_> {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    match (word.to_ascii_lowercase().as_str(), rest) {
        ("", _) => Entry::Nothing,
        (word, _) if word.starts_with('#') => Entry::Remark,
        ("help" | "h", "") => Entry::Help,
        ("?" | "list", "") => Entry::Answers,
        ("list", beginning) => Entry::Beginning(beginning),
        ("card", "") => Entry::Misused("name a card: `card left-claw`"),
        ("card", name) => Entry::Card(name),
        ("odds", "") => Entry::Misused("name a card: `odds left-claw`"),
        ("odds", name) => Entry::Odds(name),
        ("table", part) => Entry::Table(part),
        ("log", "") => Entry::Log,
        ("undo", "") => Entry::Undo(1),
        ("undo", count) => match count.parse::<usize>() {
            Ok(count) if count > 0 => Entry::Undo(count),
            _ => Entry::Misused("write how many actions to undo, from 1: `undo 2`"),
        },
        ("save", "") => Entry::Save(None),
        ("save", file) => Entry::Save(Some(file)),
        ("quit" | "exit", _) | ("q", "") => Entry::Quit,
        ("why", answer) => Entry::Why(answer),
        ("hint", "") => Entry::Hint,
        _ => Entry::Answer(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        assert_eq!(read("  \n"), Entry::Nothing);
        assert_eq!(read("# a remark"), Entry::Remark);
        assert_eq!(read("help"), Entry::Help);
        assert_eq!(read("save"), Entry::Save(None));
        assert_eq!(
            read("save my match.json "),
            Entry::Save(Some("my match.json"))
        );
        assert_eq!(read("why buy top-left"), Entry::Why("buy top-left"));
        assert_eq!(read("why"), Entry::Why(""));
        assert_eq!(read("move red d3-d4"), Entry::Answer("move red d3-d4"));
        assert_eq!(read("QUIT"), Entry::Quit);
    }

    #[test]
    fn several_answers_are_taken_back_at_once() {
        assert_eq!(read("undo"), Entry::Undo(1));
        assert_eq!(read("undo 3"), Entry::Undo(3));
        for wrong in [
            "undo 0",
            "undo -1",
            "undo everything",
            "undo 99999999999999999999999",
        ] {
            assert!(matches!(read(wrong), Entry::Misused(_)), "{wrong}");
        }
    }

    #[test]
    fn commands_are_read_in_any_case_and_with_words_too_many() {
        assert_eq!(read("quit now"), Entry::Quit);
        assert_eq!(read("?"), Entry::Answers);
        assert_eq!(read("card Left Claw"), Entry::Card("Left Claw"));
        assert!(matches!(read("card"), Entry::Misused(_)));
    }
}

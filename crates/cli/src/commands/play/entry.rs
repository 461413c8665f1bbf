//! What a person types during a match.

/// What a line asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry<'a> {
    /// Nothing: an empty line, or a remark after `#`.
    Nothing,
    /// What one can type.
    Help,
    /// The table again.
    Table,
    /// Everything that happened.
    Log,
    /// The last answers back: how many.
    Undo(usize),
    /// Keep the match, in a file of this name or the usual one.
    Save(Option<&'a str>),
    /// The end of the session.
    Quit,
    /// Whether the rules allow an answer, and why.
    Why(&'a str),
    /// An answer: its number in the list or its notation.
    Answer(&'a str),
}

/// What one can type.
pub(crate) const HELP: &str =
    "  3 or pass           the answer with that number, or in the notation shown beside it
  why ANSWER          what the rules say about an answer, allowed or not
  table               draw the table
  log                 everything that happened, as far as you may know it
  undo [N]            take your last answer back, or the last N
  save [FILE]         keep the match; `save FILE --as 2` writes what player 2 may know, to be given away
  quit                stop; a match kept with --save or `save` goes on with `play --load FILE`
";

/// Reads a line.
pub(crate) fn read(line: &str) -> Entry<'_> {
    let line = line.trim();
    let (word, rest) =
        line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
    match (word.to_ascii_lowercase().as_str(), rest) {
        ("", _) => Entry::Nothing,
        (word, _) if word.starts_with('#') => Entry::Nothing,
        ("help" | "h" | "?", "") => Entry::Help,
        ("table", "") => Entry::Table,
        ("log", "") => Entry::Log,
        ("undo", "") => Entry::Undo(1),
        ("undo", count) if count.parse::<usize>().is_ok_and(|count| count > 0) => {
            Entry::Undo(count.parse().unwrap_or(1))
        }
        ("save", "") => Entry::Save(None),
        ("save", file) => Entry::Save(Some(file)),
        ("quit" | "exit" | "q", "") => Entry::Quit,
        ("why", answer) => Entry::Why(answer),
        _ => Entry::Answer(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        assert_eq!(read("  \n"), Entry::Nothing);
        assert_eq!(read("# a remark"), Entry::Nothing);
        assert_eq!(read("help"), Entry::Help);
        assert_eq!(read("save"), Entry::Save(None));
        assert_eq!(read("save my match.json "), Entry::Save(Some("my match.json")));
        assert_eq!(read("why buy top-left"), Entry::Why("buy top-left"));
        assert_eq!(read("why"), Entry::Why(""));
        assert_eq!(read("move red d3-d4"), Entry::Answer("move red d3-d4"));
        assert_eq!(read("QUIT"), Entry::Quit);
    }

    #[test]
    fn several_answers_are_taken_back_at_once() {
        assert_eq!(read("undo"), Entry::Undo(1));
        assert_eq!(read("undo 3"), Entry::Undo(3));
        assert_eq!(read("undo 0"), Entry::Answer("undo 0"));
    }

    #[test]
    fn a_command_with_words_too_many_is_left_to_the_game() {
        assert_eq!(read("undo everything"), Entry::Answer("undo everything"));
    }
}

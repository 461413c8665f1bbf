//! Hints for dice used as a number, as in other languages: `random n from 1 to 6 { … }`.

use crate::fields::short;
use std::ops::Range;

/// The names of random functions in other languages.
const ROLLS: &[&str] = &[
    "roll",
    "roll_die",
    "roll_dice",
    "roll_d6",
    "dice_roll",
    "throw",
    "throw_die",
    "throw_dice",
    "rand",
    "rnd",
    "randint",
    "rand_int",
    "random_int",
    "random_integer",
    "random_number",
    "randrange",
    "rand_range",
    "random_range",
    "get_random",
    "get_random_int",
    "randomint",
    "randomInt",
    "rollDice",
    "rollDie",
    "uniform",
    "wuerfel",
    "die_roll",
];
/// The modules that contain random functions in other languages.
const HOUSES: &[&str] = &["Math", "math", "Random", "rng", "np", "numpy"];

/// A hint about chance if no number is known.
pub(super) const HELP: &str =
    "for chance write `random n from 1 to 6 { … }`, and use `n` inside the braces";

/// The sum of dice or other random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Roll {
    times: usize,
    low: i64,
    high: i64,
    plus: i64,
}

impl Roll {
    /// A random number between two limits.
    pub(super) fn between(low: i64, high: i64) -> Roll {
        Roll {
            times: 1,
            low: low.min(high),
            high: low.max(high),
            plus: 0,
        }
    }

    /// Parses `d6`, `1d6`, `2d6+1`.
    pub(super) fn parse(words: &str) -> Option<Roll> {
        const MOST: usize = 3;
        let words = words.trim().to_ascii_lowercase().replace(' ', "");
        let (times, rest) = words.split_once('d')?;
        let (faces, plus) = rest.split_once('+').unwrap_or((rest, "0"));
        let times = if times.is_empty() {
            1
        } else {
            times.parse().ok()?
        };
        let (high, plus) = (faces.parse().ok()?, plus.parse().ok()?);
        let fits = (1..=MOST).contains(&times) && (2..=100).contains(&high);
        fits.then_some(Roll {
            times,
            low: 1,
            high,
            plus,
        })
    }

    /// The roll equivalent to a call with these numbers, if the function is random.
    pub(super) fn of_call(name: &str, numbers: &[i64]) -> Option<Roll> {
        if let Some(roll) = Roll::parse(name).filter(|_| numbers.is_empty()) {
            return Some(roll);
        }
        let known = ROLLS.contains(&name) || name.ends_with("random");
        match numbers {
            _ if !known => None,
            [] => Some(Roll::between(1, 6)),
            [high] => Some(Roll::between(1, *high)),
            [low, high, ..] => Some(Roll::between(*low, *high)),
        }
    }

    /// The name of the result inside the roll's block.
    fn name(self) -> String {
        let names = ["n + ", "a + b + ", "a + b + c + "];
        let sum = names.get(self.times - 1).unwrap_or(&"n + ");
        match self.plus {
            0 => sum.trim_end_matches(" + ").to_owned(),
            plus => format!("{sum}{plus}"),
        }
    }

    /// A block for the roll around other statements.
    fn around(self, words: &str) -> String {
        let names: &[&str] = if self.times == 1 {
            &["n"]
        } else {
            &["a", "b", "c"]
        };
        let open = |out: String, name: &&str| {
            format!(
                "random {name} from {} to {} {{ {out} }}",
                self.low, self.high
            )
        };
        names
            .iter()
            .take(self.times)
            .rev()
            .fold(words.to_owned(), open)
    }

    /// The statement that contains a roll as a number, rewritten with the roll's block around it.
    pub(super) fn instead(self, text: &str, place: Range<usize>) -> String {
        format!(
            "write `{}`",
            around(
                text,
                place,
                &self.name(),
                |words| self.around(words),
                |name| { format!("random {name} from {} to {} {{ … }}", self.low, self.high) }
            )
        )
    }
}

/// Whether a name is a module with random functions in other languages.
pub(super) fn is_house(name: &str) -> bool {
    HOUSES.contains(&name)
}

/// The statement that contains a value, rewritten with a block around it in which `name` is the value. If `let` names
/// the value, `named` returns what to write instead.
pub(super) fn around(
    text: &str,
    place: Range<usize>,
    name: &str,
    block: impl Fn(&str) -> String,
    named: impl Fn(&str) -> String,
) -> String {
    let ends = |letter: char| matches!(letter, ';' | '{' | '}' | '\n');
    let start = text
        .get(..place.start)
        .and_then(|before| before.rfind(ends))
        .map_or(0, |at| at + 1);
    let rest = text.get(place.end..).unwrap_or_default();
    let end = place.end + rest.find(ends).unwrap_or(rest.len());
    let before = text
        .get(start..place.start)
        .unwrap_or_default()
        .trim_start();
    let behind = text.get(place.end..end).unwrap_or_default().trim_end();
    let given = before
        .strip_prefix("let ")
        .or(before.strip_prefix("const "))
        .and_then(|rest| rest.trim_end().strip_suffix('='))
        .map(str::trim);
    if let Some(given) = given.filter(|_| behind.is_empty()) {
        return named(&short(given));
    }
    let open = text.get(end..).is_some_and(|rest| rest.starts_with('{'));
    let words = format!("{before}{name}{behind}");
    match () {
        () if before.is_empty() && behind.is_empty() || words.contains("//") => block("…"),
        () if open => block(&format!("{words} {{ … }}")),
        () => block(&format!("{words};")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, of: &str, expected: &str) {
        let at = text.find(of).unwrap();
        let roll = Roll::parse(of.trim_matches('"')).unwrap_or(Roll::between(1, 6));
        assert_eq!(
            roll.instead(text, at..at + of.len()),
            format!("write `{expected}`")
        );
    }

    #[test]
    fn a_roll_stands_around_what_uses_it() {
        check(
            "fn play(me) { gain(me, \"1d6\"); }",
            "\"1d6\"",
            "random n from 1 to 6 { gain(me, n); }",
        );
        check(
            "gain(me, 2d6)",
            "2d6",
            "random a from 1 to 6 { random b from 1 to 6 { gain(me, a + b); } }",
        );
        check("let x = roll(6);", "roll(6)", "random x from 1 to 6 { … }");
        check(
            "when d6 > 3 { }",
            "d6",
            "random n from 1 to 6 { when n > 3 { … } }",
        );
        check(
            "gain(me, \"1d6+1\");",
            "\"1d6+1\"",
            "random n from 1 to 6 { gain(me, n + 1); }",
        );
        assert_eq!(Roll::of_call("rand", &[1, 6]), Some(Roll::between(1, 6)));
        assert_eq!(Roll::of_call("gain", &[1, 6]), None);
        assert_eq!(Roll::parse("did"), None);
    }
}

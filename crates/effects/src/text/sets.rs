//! Phrases for aggregates of sets, repetition, and coins.

use super::teller::{Known, Teller, be, is_short, one};
use crate::say::{Named, Said};
use crate::tree::{Block, Expr, Gather, Only, StmtKind, Var};
use crate::{BinOp, Lexicon, Ty};

/// The pronoun for the members of a set in a condition about each of them.
const THEY: &str = "they";
/// Marks words about the members of the set around the one that is described.
const OUTER: char = '\u{2}';

impl Teller<'_> {
    /// Names an aggregate of a set: "your opponents whose energy is less than 5".
    pub(super) fn gathered(&mut self, what: &StmtKind) {
        let StmtKind::Gather {
            var,
            item,
            of,
            how,
            body,
            value,
        } = what
        else {
            return;
        };
        let (
            Said {
                text: set, named, ..
            },
            ty,
        ) = self.members(of);
        let single = self.is_single(of);
        if let Some((text, not, ty)) = self.counted_or_held(&set, single, *item, *how, value) {
            self.name(*var, Said::one(text), ty);
            return self.set_opposite(*var, not);
        }
        let asked = self.asked_of_each(*item, ty, body, value, *how);
        let said = |text: String| {
            let several = matches!(how, Gather::Those | Gather::Most | Gather::Least);
            let named = if several { named.clone() } else { Named::Thing };
            Said::new(text, several).named(named)
        };
        let (text, not) = match how {
            Gather::Those => (filtered(&set, &asked), None),
            Gather::Any => {
                let some = filtered(&set, &asked);
                (
                    format!("there is at least one of {some}"),
                    Some(format!("there is none of {some}")),
                )
            }
            Gather::All => (
                format!("for all of {set} {asked}"),
                Some(format!("not for all of {set} {asked}")),
            ),
            Gather::Most => (best(&set, &asked, ["most", "highest"]), None),
            Gather::Least => (best(&set, &asked, ["least", "lowest"]), None),
            Gather::Highest => (over(&set, &asked, "the highest"), None),
            Gather::Lowest => (over(&set, &asked, "the lowest"), None),
            Gather::Sum => (sum(&set, &asked), None),
        };
        let ty = match how {
            Gather::Those | Gather::Most | Gather::Least => ty,
            Gather::Any | Gather::All => Ty::Truth,
            Gather::Highest | Gather::Lowest | Gather::Sum => Ty::Number,
        };
        self.name(*var, said(text), ty);
        if let Some(known) = self
            .vars
            .get_mut(usize::from(*var))
            .and_then(Option::as_mut)
        {
            (known.about_each, known.not) = (not.is_some(), not);
        }
    }

    /// The phrase for the number of members of a large set (`set.count`) or for membership (`set.has(x)`), and for its
    /// opposite. The words for a set with at most one member name this member.
    fn counted_or_held(
        &self,
        set: &str,
        single: bool,
        item: Var,
        how: Gather,
        value: &Expr,
    ) -> Option<(String, Option<String>, Ty)> {
        match (how, value) {
            (Gather::Sum, Expr::Fixed(1)) => {
                Some((format!("the number of {set}"), None, Ty::Number))
            }
            (Gather::Any, Expr::BinOp(BinOp::Eq, one, other)) if **one == Expr::Var(item) => {
                let member = self.expr(other, None);
                let among = if single { "" } else { "one of " };
                let held = |not: &str| format!("{} {}{not} {among}{set}", member.text, be(&member));
                Some((held(""), Some(held(" not")), Ty::Truth))
            }
            _ => None,
        }
    }

    /// "its fighters whose attack is less than 3": the members that a choice offers.
    pub(super) fn narrowed(&mut self, set: Said, ty: Ty, only: &Only) -> Said {
        let asked = self.asked_of_each(only.item, ty, &only.body, &only.truth, Gather::Those);
        Said {
            text: filtered(&set.text, &asked),
            ..set
        }
    }

    /// The value of each member, in words about "them".
    fn asked_of_each(
        &mut self,
        item: Var,
        ty: Ty,
        body: &Block,
        value: &Expr,
        how: Gather,
    ) -> String {
        let they = Said::many(THEY);
        // "They" are the members of the set around this one as long as the words do not name those too.
        let outer = self.mark_outer(true);
        let mut text = self.each_asked(item, they, ty, body, value, how);
        self.mark_outer(false);
        if outer && text.contains(OUTER) {
            let said = self.that(one(ty));
            text = self.each_asked(item, said, ty, body, value, how);
        }
        objective(&text)
    }

    fn each_asked(
        &mut self,
        item: Var,
        said: Said,
        ty: Ty,
        body: &Block,
        value: &Expr,
        how: Gather,
    ) -> String {
        self.name(item, said, one(ty));
        self.names(body);
        let text = match how {
            Gather::Those | Gather::Any | Gather::All => self.truth(value),
            _ => self.expr(value, Some(Ty::Number)).text,
        };
        self.forget(item);
        text
    }

    /// Marks what is said of the members of the set around this one, or takes the marks away. Returns whether there
    /// was anything.
    fn mark_outer(&mut self, mark: bool) -> bool {
        let marked = |text: &str| match mark {
            true => text.replace("their", "\u{2}ir").replace("they", "\u{2}y"),
            false => text.replace(OUTER, "the"),
        };
        let mut any = false;
        for known in self.vars.iter_mut().flatten() {
            let texts = [Some(&mut known.said.text), known.not.as_mut()];
            for text in texts.into_iter().flatten() {
                let now = marked(text);
                any |= now != *text;
                *text = now;
            }
        }
        any
    }

    /// "do this 3 times: …"
    pub(super) fn repeated(&mut self, times: &Expr, body: &Block) -> String {
        let (number, behind) = self.counted(self.expr(times, Some(Ty::Number)).text);
        format!("do this {number} times{behind}: {}", self.clause(body).text)
    }

    /// A number or dice in words, or X and its explanation.
    pub(super) fn counted(&self, number: String) -> (String, String) {
        if is_short(&number) {
            return (number, String::new());
        }
        let (letter, is) = self.letter_for(&number);
        (
            letter,
            is.map_or_else(String::new, |is| format!(", where {is}")),
        )
    }

    /// Names the side shown by a coin.
    pub(super) fn tossed(&mut self, var: Var) -> String {
        self.name(var, Said::one("the coin shows heads"), Ty::Truth);
        self.set_opposite(var, Some("the coin shows tails".into()));
        "flip a coin".into()
    }

    /// The plural name of things of a kind in texts.
    pub(super) fn names_of(&self, thing: u8) -> String {
        let called = self
            .lexicon
            .phrases
            .called
            .iter()
            .find(|(place, _)| *place == thing);
        called.map_or_else(
            || self.lexicon.thing_names(thing),
            |(_, name)| format!("{name}s"),
        )
    }

    pub(super) fn all_known(&self) -> impl Iterator<Item = &Known> {
        self.vars.iter().flatten()
    }

    fn set_opposite(&mut self, var: Var, not: Option<String>) {
        self.vars
            .get_mut(usize::from(var))
            .into_iter()
            .flatten()
            .for_each(|known| known.not.clone_from(&not));
    }
}

/// Whether the members of a set take turns, so that the order of their numbers is not the default.
pub(super) fn has_turns(lexicon: &Lexicon, ty: Ty) -> bool {
    let Ty::One(thing) = ty else { return false };
    lexicon
        .things
        .get(usize::from(thing))
        .is_some_and(|thing| !thing.turn.is_empty())
}

/// Several things are "Robots", not "a Robot": the words after "are a" and "are not a", up to the next part.
fn plural(asked: &str) -> String {
    let mut out = asked.to_owned();
    for (verb, article) in [
        ("are", "a"),
        ("are", "an"),
        ("are not", "a"),
        ("are not", "an"),
    ] {
        let begin = format!("{THEY} {verb} {article} ");
        while let Some(at) = out.find(&begin) {
            let rest = &out[at + begin.len()..];
            let ends = [" and ", " or ", ")", ",", " (", " if "];
            let end = ends.iter().filter_map(|sign| rest.find(sign)).min();
            let (one, rest) = rest.split_at(end.unwrap_or(rest.len()));
            out = format!("{}{THEY} {verb} {one}s{rest}", &out[..at]);
        }
    }
    out
}

/// "your opponents whose energy is less than 5", from "their energy is less than 5".
fn filtered(set: &str, asked: &str) -> String {
    let asked = &*plural(asked);
    // "that you have a place for" cannot be followed by "for which".
    let which = if set.ends_with(" for") {
        " and for which"
    } else {
        " for which"
    };
    let related = |rest: &str| {
        rest.replace(" and their ", " and whose ")
            .replace(" or their ", " or whose ")
            .replace(" and they ", " and that ")
            .replace(" or they ", " or that ")
    };
    // Conditions in brackets, and those about something else, stay sentences of their own.
    let of_them = |part: &str| {
        ["their", "they", "them"]
            .iter()
            .any(|word| part.contains(word))
    };
    let begins = |part: &str| part.starts_with("their ") || part.starts_with("they ");
    let mut parts = asked
        .split(" and ")
        .flat_map(|part| part.split(" or "))
        .skip(1);
    if asked.contains("(they ")
        || asked.contains("(their ")
        || parts.any(|part| of_them(part) && !begins(part))
    {
        return format!("{set}{which} {asked}");
    }
    match (asked.strip_prefix("their "), asked.strip_prefix("they ")) {
        (Some(rest), _) => format!("{set} whose {}", related(rest)),
        (_, Some(rest)) => format!("{set} that {}", related(rest)),
        _ => match asked
            .strip_prefix("the number of their ")
            .and_then(|rest| rest.split_once(" is "))
        {
            Some((things, many)) if is_amount(many) => {
                let one = many.split(' ').next_back() == Some("1");
                let things = things.strip_suffix('s').filter(|_| one).unwrap_or(things);
                format!("{set} that have {many} {things}")
            }
            _ => format!(
                "{set}{which} {}",
                asked.strip_suffix(" for them").unwrap_or(asked)
            ),
        },
    }
}

/// Replaces "they" by "them" where it is not the subject.
fn objective(asked: &str) -> String {
    let begins = |before: &str| ["and", "or", "that", "if", "not", ""].contains(&before);
    let mut before = "";
    let mut words = Vec::new();
    for word in asked.split(' ') {
        let bare = word.trim_end_matches([',', ')', ';']);
        words.push(if bare == THEY && !begins(before) {
            word.replacen(THEY, "them", 1)
        } else {
            word.to_owned()
        });
        before = word;
    }
    words.join(" ")
}

/// Whether words are an amount: "3", "at least 3".
fn is_amount(words: &str) -> bool {
    let number = ["more than ", "less than ", "at least ", "at most "]
        .iter()
        .find_map(|how| words.strip_prefix(how));
    number.unwrap_or(words).parse::<i16>().is_ok()
}

/// "your opponents with the most energy", from "their energy".
fn best(set: &str, asked: &str, [most, highest]: [&str; 2]) -> String {
    let owned = asked
        .strip_prefix("their ")
        .filter(|rest| !rest.contains("their ") && !joins(rest));
    let many = if most == "least" { "fewest" } else { most };
    match (asked.strip_prefix("the number of their "), owned) {
        (Some(rest), _) if !rest.contains("their ") && !joins(rest) => {
            format!("{set} with the {many} {rest}")
        }
        (_, Some(rest)) if is_mass(rest) => format!("{set} with the {most} {rest}"),
        (_, Some(rest)) if rest.ends_with('s') => format!("{set} with the {many} {rest}"),
        (_, Some(rest)) => format!("{set} with the {highest} {rest}"),
        _ => format!("{set} for which {asked} is {highest}"),
    }
}

/// Whether words name a quantity, of which there is more or less, unlike a price, which is high or low.
fn is_mass(words: &str) -> bool {
    words.ends_with("damage") || words.ends_with("energy")
}

/// "the sum of the attack of your fighters that are ready", from "their attack if they are ready, otherwise 0".
fn sum(set: &str, asked: &str) -> String {
    let whole = |text: &str| !text.contains(" if ") && !text.contains(", otherwise ");
    let parts = asked
        .strip_suffix(", otherwise 0")
        .and_then(|rest| rest.split_once(" if "))
        .filter(|(amount, condition)| whole(amount) && whole(condition));
    match parts {
        Some(("1", condition)) => format!("the number of {}", filtered(set, condition)),
        Some((amount, condition)) => over(&filtered(set, condition), amount, "the sum of the"),
        None if !whole(asked) => format!("the sum, over {set}, of ({asked})"),
        None => over(set, asked, "the sum of the"),
    }
}

/// "the highest energy of your opponents", from "their energy".
fn over(set: &str, asked: &str, how: &str) -> String {
    let sum = how.starts_with("the sum");
    let things = asked
        .strip_prefix("the number of their ")
        .filter(|rest| !joins(rest));
    match asked
        .strip_prefix("their ")
        .filter(|rest| !rest.contains("their ") && !joins(rest))
    {
        Some(rest) => format!("{how} {rest} of {set}"),
        None if sum && things.is_some() => {
            let things = things.unwrap_or_default();
            format!("the number of all {things} of {set} together")
        }
        None if asked == THEY && sum => format!("the sum of {set}"),
        None if asked == THEY => format!("{how} of {set}"),
        None if sum => format!("the sum, over {set}, of {asked}"),
        None => match asked.strip_prefix("the ") {
            Some(number) if number.matches("their ").count() == 1 && !joins(number) => {
                format!("{how} {} among {set}", number.replace("their ", "a "))
            }
            _ => format!("{how} value of {asked} among {set}"),
        },
    }
}

/// Whether the words for a number join several parts.
fn joins(words: &str) -> bool {
    [" plus ", " minus ", " times ", " divided ", " and ", " ("]
        .iter()
        .any(|sign| words.contains(sign))
}

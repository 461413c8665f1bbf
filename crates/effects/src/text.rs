//! Describes an effect in readable English, using the lexicon's `say` templates.

mod choices;
mod groups;
mod parts;
mod sets;
mod stale;
mod teller;
mod values;

use crate::analysis::settle::settled;
use crate::dice::Condition;
use crate::say::{Said, fill};
use crate::tree::{Effect, Expr, Var};
use crate::{BinOp, FactType, FactValue, Hook, Lexicon, Quantity, SymbolArg, Ty};
use teller::Teller;

/// Which card and which player a text is about.
#[derive(Clone, Copy, Default, Debug)]
pub struct About {
    /// Whether the card is in front of another player, whom the text calls "that robot" or the like.
    pub placed: bool,
    /// The words for the card that the card acts for, if it acts for another one.
    pub bearer: Option<&'static str>,
    /// The parameter that is the thing which the card names, and the words for it.
    pub target: Option<(&'static str, &'static str)>,
    /// How the text begins, if not as for other cards.
    pub opening: Option<&'static str>,
}

impl About {
    /// What the text of a hook is about, for a card of this kind whose script calls the functions for which `calls` is
    /// true.
    pub fn new(lexicon: &Lexicon, kind: u8, hook: u8, calls: impl Fn(&str) -> bool) -> About {
        let phrases = &lexicon.phrases;
        let placing = phrases.placing.iter().any(|(verb, first)| {
            let verb = lexicon.verbs.get(usize::from(*verb));
            !first.contains(&hook) && verb.is_some_and(|verb| calls(verb.name))
        });
        let mut bearers = phrases.bearers.iter();
        let mut openings = phrases.openings.iter();
        let bearer = bearers.find(|(known, _, own)| *known == kind && !own.contains(&hook));
        About {
            placed: placing || phrases.ownerless.contains(&kind),
            bearer: bearer.map(|(_, words, _)| *words),
            opening: openings
                .find(|(of, kinds, _)| *of == hook && kinds.contains(&kind))
                .map(|(.., say)| *say),
            target: None,
        }
    }

    /// The same for a card whose facts say what it names.
    #[must_use]
    pub fn naming(self, lexicon: &Lexicon, kind: u8, facts: &[(u8, FactValue)]) -> About {
        let kind = lexicon.kinds.get(usize::from(kind));
        let word = |(fact, value): &(u8, FactValue)| match (
            kind?.facts.get(usize::from(*fact))?.ty,
            value,
        ) {
            (FactType::OneOf(known), FactValue::Words(words)) => {
                known.get(usize::from(*words.first()?)).copied()
            }
            _ => None,
        };
        let find = |word: &str| {
            let mut params = lexicon.phrases.params.iter();
            params.find_map(|(name, words)| {
                let (param, _) = name.split_once('=').filter(|(_, of)| *of == word)?;
                Some((param, *words))
            })
        };
        let target = facts.iter().filter_map(word).find_map(find);
        About { target, ..self }
    }

    /// The start of a hook's text with the words for this card and this player.
    fn adapted(self, said: &str, owner: &str) -> String {
        let mut said = said.to_owned();
        if let Some(bearer) = self.bearer {
            said = reworded(&said, "its", &format!("{bearer}'s"));
            said = reworded(&said, "it", bearer);
        }
        if self.placed {
            for (you, that) in [
                ("you have", "{} has"),
                ("you are", "{} is"),
                ("you attack", "{} attacks"),
                ("you buy", "{} buys"),
                ("your", "{}'s"),
                ("you", "{}"),
            ] {
                said = reworded(&said, you, &that.replace("{}", owner));
            }
        }
        said
    }
}

/// Replaces whole words, also where they begin a sentence.
fn reworded(text: &str, old: &str, new: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let (mut out, mut done) = (String::new(), 0);
    for (at, _) in lower.match_indices(old) {
        let end = at + old.len();
        let inside = lower[..at].ends_with(char::is_alphanumeric)
            || lower[end..].starts_with(char::is_alphanumeric);
        if !inside {
            out.push_str(&text[done..at]);
            out.push_str(new);
            done = end;
        }
    }
    out + &text[done..]
}

/// The effect of a hook in readable sentences, for the variants in the lexicon's phrases.
pub fn text(lexicon: &Lexicon, hook: u8, effect: &Effect, about: About) -> String {
    let effect = settled(lexicon, effect);
    let mut teller = Teller::new(lexicon);
    teller.stale = stale::stale(&effect);
    teller.in_own_turn = lexicon.phrases.own_turn.contains(&hook);
    let place = hook;
    let hook = lexicon.hooks.get(usize::from(hook));
    let grouped = |told: &str| groups::grouped(&lexicon.phrases, place, told);
    for (place, param) in hook.map_or(&[][..], |hook| hook.params).iter().enumerate() {
        let own = hook.and_then(|hook| lexicon.phrases.param_of(hook.name, param.name));
        let said = match (place, param.ty) {
            (1.., _) if own.is_some() => Said::one(own.unwrap_or_default().to_owned()),
            (1.., _) if let Some((_, words)) = about.target.filter(|(of, _)| *of == param.name) => {
                Said::one(words)
            }
            (0, ty) if about.placed => {
                teller.placed = true;
                teller.that(ty)
            }
            (0, _) => Said::you(),
            (_, Ty::Number) if param.name.ends_with('s') => {
                Said::one(format!("the number of those {}", param.name))
            }
            (_, ty @ Ty::One(thing))
                if teller.is_called_otherwise(param.name, thing, said_of(hook)) =>
            {
                teller.that(ty)
            }
            _ => {
                let mut words = lexicon.phrases.params.iter();
                let word = words.find(|(name, _)| *name == param.name);
                let word = word.map_or(param.name, |(_, word)| *word);
                Said::one(format!("the {}", word.replace('_', " ")))
            }
        };
        teller.name(place as Var, said, param.ty);
    }
    let owner = teller
        .known(0)
        .map_or_else(String::new, |known| known.said.text.clone());
    let mut told = teller.sentences(&effect.body);
    // Whether the start of the text is a sentence around an amount.
    let whole = said_of(hook).contains("{0}");
    match &effect.answer {
        Some(Expr::Fixed(answer))
            if let Some((always, said)) = hook.and_then(|hook| hook.always)
                && (*answer != 0) == always =>
        {
            told.push(about.adapted(said, &owner));
            return joined(&told, about);
        }
        // The answer is always yes.
        Some(Expr::Fixed(1)) if !hook.is_some_and(|hook| hook.number) => return String::new(),
        Some(answer) if hook.is_some_and(|hook| hook.number) => {
            let (answer, less) = match answer {
                Expr::BinOp(BinOp::Sub, zero, answer) if whole && **zero == Expr::Fixed(0) => {
                    (&**answer, true)
                }
                answer => (answer, false),
            };
            let amount = teller.expr(answer, Some(Ty::Number)).text;
            // A number that is not mentioned is 0.
            let amount = amount.strip_suffix(", otherwise 0").unwrap_or(&amount);
            let of_all = amount
                .split_once(" if ")
                .and_then(|(amount, only)| Some((grouped(only)?, amount)))
                .filter(|_| told.is_empty());
            if let Some((start, amount)) = of_all {
                return joined(&[teller.amount(&start, amount, less)], about);
            }
            told.push(match whole {
                true => teller.amount(&about.adapted(said_of(hook), &owner), amount, less),
                false => amount.to_owned(),
            });
        }
        Some(answer) => {
            let truth = teller.truth(answer);
            if let Some(of_all) = grouped(&truth).filter(|_| told.is_empty()) {
                return joined(&[of_all], about);
            }
            told.push(truth);
        }
        None => {}
    }
    let start = about.opening.unwrap_or(said_of(hook));
    if let Some(first) = told.first_mut().filter(|_| !start.is_empty() && !whole) {
        *first = format!("{} {first}", about.adapted(start, &owner));
    }
    joined(&told, about)
}

/// The start of a hook's text.
fn said_of(hook: Option<&Hook>) -> &'static str {
    hook.map_or("", |hook| hook.say)
}

/// The sentences of a text.
fn joined(told: &[String], about: About) -> String {
    let told = told.iter().map(|told| match about.bearer {
        Some(bearer) => sentence(&reworded(told, "this card", bearer)),
        None => sentence(told),
    });
    told.collect::<Vec<_>>().join(" ")
}

/// The effect of a fact in words, if the fact is a number, a word or words with phrases, or true.
pub fn fact_text(lexicon: &Lexicon, kind: u8, fact: u8, value: &FactValue) -> Option<String> {
    let mut facts = lexicon.phrases.facts.iter();
    let (.., template) = facts.find(|(in_kind, place, _)| (*in_kind, *place) == (kind, fact))?;
    let said = match (
        value,
        lexicon
            .kinds
            .get(usize::from(kind))?
            .facts
            .get(usize::from(fact))?
            .ty,
    ) {
        (FactValue::Flag(true), _) => Said::default(),
        (FactValue::Number(number), _) => Said::new(number.to_string(), *number != 1),
        (FactValue::Quantity(rolled), _) => Said::many(rolled.to_string()),
        (FactValue::Words(words), FactType::SomeOf(known)) => {
            let named = words
                .iter()
                .filter_map(|word| known.get(usize::from(*word)));
            let several = |word: &&str| {
                let mut own = lexicon.phrases.words.iter();
                let own = own.find(|(known, _)| known == word);
                own.map_or_else(|| format!("{word}s"), |(_, own)| (*own).to_owned())
            };
            Said::many(listed(&named.map(several).collect::<Vec<_>>(), "and"))
        }
        (FactValue::Words(words), FactType::OneOf(known)) => {
            let word = known.get(usize::from(*words.first()?))?;
            let mut words = lexicon.phrases.words.iter();
            match words.find(|(known, _)| known == word) {
                Some((_, "")) => return None,
                Some((_, own)) => Said::one(*own),
                None => Said::one(word.replace('-', " ")),
            }
        }
        _ => return None,
    };
    Some(sentence(&fill(template, &[said])))
}

/// Adds a capital letter and a full stop.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

/// The effects of symbols in the order they are carried out: "2 fist damage, then lose 1 energy". Each symbol is given
/// as its index in the lexicon and its amount.
pub fn symbols_text(lexicon: &Lexicon, symbols: &[(u8, Quantity)]) -> String {
    let find = |place: u8| lexicon.all_symbols().nth(usize::from(place));
    let mut sorted: Vec<_> = symbols
        .iter()
        .filter_map(|(place, amount)| Some((find(*place)?, *amount)))
        .collect();
    sorted.sort_by_key(|(symbol, _)| symbol.order);
    let mut out = String::new();
    let mut before = None;
    for (symbol, amount) in sorted {
        out.push_str(match before {
            None => "",
            Some(order) if order == symbol.order => " and ",
            Some(_) => ", then ",
        });
        before = Some(symbol.order);
        let mut teller = Teller::new(lexicon);
        // The result of the dice gets a name, which the verb uses like a number.
        let rolled = (amount.dice > 0).then(|| teller.rolled(amount.to_string()));
        let args = symbol.args.iter().map(|arg| match *arg {
            SymbolArg::Me => Expr::Var(0),
            SymbolArg::Fixed(value) => Expr::Fixed(value),
            SymbolArg::Amount => rolled.map_or(Expr::Fixed(amount.number), Expr::Var),
        });
        let said = teller.verb(symbol.verb, &args.collect::<Vec<_>>());
        out.push_str(said.strip_prefix("you ").unwrap_or(&said));
    }
    out
}

/// A dice condition in words: "a die that shows 2, 4 or 6".
pub fn condition_text(condition: &Condition) -> String {
    let list = |faces: &[u8]| listed(&faces.iter().map(u8::to_string).collect::<Vec<_>>(), "or");
    match condition {
        Condition::Any(faces) => format!("a die that shows {}", list(faces)),
        Condition::Exact(face) => format!("a die that shows {face}"),
        Condition::Sum { sum, dice } => format!("{} with the sum {sum}", dice_text(*dice)),
        Condition::SumBelow { sum, dice } => format!("{} with a sum below {sum}", dice_text(*dice)),
        Condition::SumAbove { sum, dice } => format!("{} with a sum above {sum}", dice_text(*dice)),
        Condition::SumOdd { dice } => format!("{} with an odd sum", dice_text(*dice)),
        Condition::SumEven { dice } => format!("{} with an even sum", dice_text(*dice)),
        Condition::Odd(1) => "an odd die".into(),
        Condition::Even(1) => "an even die".into(),
        Condition::Odd(dice) => format!("{} that all show odd faces", dice_text(*dice)),
        Condition::Even(dice) => format!("{} that all show even faces", dice_text(*dice)),
        Condition::Different(dice) => format!("{} that all differ", dice_text(*dice)),
        Condition::All(parts) => parts
            .iter()
            .map(condition_text)
            .collect::<Vec<_>>()
            .join(" that are at once "),
        Condition::Either(parts) => parts
            .iter()
            .map(condition_text)
            .collect::<Vec<_>>()
            .join(", or "),
        Condition::Alike(2) => "a pair".into(),
        Condition::Alike(dice) => format!("{} that show the same", dice_text(*dice)),
        Condition::Straight(dice) => format!("{} with consecutive faces", dice_text(*dice)),
        Condition::Highest { face, dice } => {
            format!("{} of which the highest shows {face}", dice_text(*dice))
        }
        Condition::Lowest { face, dice } => {
            format!("{} of which the lowest shows {face}", dice_text(*dice))
        }
        Condition::OneOf(combos) => {
            let each = combos.iter().map(|combo| {
                combo
                    .faces()
                    .map(|face| face.to_string())
                    .collect::<Vec<_>>()
                    .join("+")
            });
            format!("dice that show {}", listed(&each.collect::<Vec<_>>(), "or"))
        }
    }
}

fn dice_text(dice: u8) -> String {
    let words = ["no dice", "a die", "two dice", "three dice", "four dice"];
    words
        .get(usize::from(dice))
        .map_or_else(|| format!("{dice} dice"), |word| (*word).into())
}

/// Words with commas between them, and `with` before the last.
fn listed(words: &[String], with: &str) -> String {
    match words {
        [first @ .., before, last] => {
            let first: String = first.iter().map(|word| format!("{word}, ")).collect();
            format!("{first}{before} {with} {last}")
        }
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests;

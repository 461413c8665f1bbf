//! Reads the facts that cards of a kind state.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::dice_fact;
use crate::fields::{Fields, in_file, number, short, some, text, wrong};
use crate::lint::bounds;
use crate::{limits, near};
use cardwright_effects::tree::{Effect, Expr, Options, Stmt, StmtKind};
use cardwright_effects::{
    BinOp, CHANCE, CardKind, Fact, FactType, FactValue, Lexicon, MAX_ROLLED, Quantity, SymbolArg,
    compile, condition_text, symbols_text,
};
use cardwright_kernel::edit_distance;
use toml_span::Value;

/// A card's facts, and their text: "a die that shows 3: 2 fist".
#[derive(Default)]
pub(crate) struct Facts {
    pub(crate) values: Vec<(u8, FactValue)>,
    /// The dice condition in words.
    pub(crate) condition: String,
    /// The effects of the symbols in words.
    pub(crate) symbols: String,
    /// The words declared by packs that the card has.
    pub(crate) declared: String,
}

/// The facts that a card must state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needed {
    /// The required facts of its kind.
    Required,
    /// Like `Required`, but a script may replace the facts about dice.
    Scripted,
    /// None; facts that are not stated keep their values.
    None,
}

impl Needed {
    /// Whether a fact is required. With a script, the symbols and the dice may be omitted.
    fn asks(self, fact: &Fact, fields: &Fields<'_, '_>, kind: &CardKind) -> bool {
        let symbols = kind
            .facts
            .iter()
            .find(|fact| matches!(fact.ty, FactType::Symbols));
        let does = symbols.is_some_and(|symbols| fields.table.contains_key(symbols.name));
        match self {
            Needed::Required => fact.required,
            Needed::Scripted => {
                let replaced = match fact.ty {
                    FactType::Symbols => true,
                    FactType::Dice => !does,
                    _ => false,
                };
                fact.required && !replaced
            }
            Needed::None => false,
        }
    }
}

/// Reads the facts of a card according to its kind.
pub(crate) fn facts(
    kind: &CardKind,
    fields: &mut Fields<'_, '_>,
    needed: Needed,
    lexicon: &Lexicon,
    report: &mut Report,
) -> Facts {
    let mut facts = Facts::default();
    for (place, fact) in kind.facts.iter().enumerate() {
        let value = match needed.asks(fact, fields, kind) {
            true => fields.need(fact.name, fact.example),
            false => fields.get(fact.name),
        };
        let reader = Reader {
            fact,
            lexicon,
            file: fields.file,
        };
        if let Some(value) = value.and_then(|value| reader.value(value, &mut facts, report)) {
            facts.values.push((place as u8, value));
        }
    }
    facts
}

struct Reader<'a> {
    fact: &'a Fact,
    lexicon: &'a Lexicon,
    file: u16,
}

impl Reader<'_> {
    fn value(
        &self,
        value: &Value<'_>,
        facts: &mut Facts,
        report: &mut Report,
    ) -> Option<FactValue> {
        let span = in_file(self.file, value.span);
        match self.fact.ty {
            FactType::Number { min, max } => {
                let bounds = (i64::from(min), i64::from(max));
                number(value, span, self.fact.name, bounds, report)
                    .map(|number| FactValue::Number(number as i32))
            }
            FactType::Quantity { min, max, plus } => self.quantity(value, (min, max), plus, report),
            FactType::Flag => match value.as_bool() {
                Some(flag) => Some(FactValue::Flag(flag)),
                None => {
                    report.add(wrong(span, self.fact.name, "true or false", value));
                    None
                }
            },
            FactType::OneOf(words) => {
                Some(FactValue::Words(vec![self.word(value, words, report)?]))
            }
            FactType::SomeOf(words) => self.words(value, words, report),
            FactType::Dice => {
                let condition = dice_fact::condition(value, self.file, self.fact.name, report)?;
                facts.condition = condition_text(&condition);
                Some(FactValue::Dice(condition))
            }
            FactType::Symbols => self.symbols(value, facts, report),
            FactType::Declared(thing) => self.declared(thing, value, facts, report),
        }
    }

    /// Reads a number, or a die, to which a number may be added if `plus` is true.
    fn quantity(
        &self,
        value: &Value<'_>,
        (min, max): (i32, i32),
        plus: bool,
        report: &mut Report,
    ) -> Option<FactValue> {
        let bounds = (i64::from(min), i64::from(max));
        let read = amount(
            value,
            in_file(self.file, value.span),
            self.fact.name,
            bounds,
            report,
        )?;
        if read.dice == 0 {
            return Some(FactValue::Number(read.number.into()));
        }
        if read.dice > 1 || read.number != 0 && !plus {
            let (name, also) = (
                self.fact.name,
                if plus {
                    format!(", or `{} = \"1d6+1\"`", self.fact.name)
                } else {
                    String::new()
                },
            );
            let found = Diagnostic::error(
                codes::OUT_OF_RANGE,
                in_file(self.file, value.span),
                format!(
                    "`{name}` is {read}, but the game rolls only one die for it{}",
                    if plus { "" } else { " and adds nothing" }
                ),
            );
            report.add(found.help(format!("write a number, or `{name} = \"1d6\"`{also}")));
            return None;
        }
        Some(FactValue::Quantity(read))
    }

    fn word(&self, value: &Value<'_>, words: &[&str], report: &mut Report) -> Option<u8> {
        let span = in_file(self.file, value.span);
        let word = text(value, span, self.fact.name, report)?;
        let place = words.iter().position(|known| *known == word);
        if place.is_none() {
            let message = format!("`{}` is not a value of `{}`", short(word), self.fact.name);
            let values = format!(
                "values are: {}",
                near::list(&near::nearest_first(word, words))
            );
            // Beyond a typing error, another value may have been meant.
            let help = match near::near(word, words.iter().copied()) {
                Some(close) if edit_distance(word, close) <= 2 => {
                    format!("did you mean `{close}`?")
                }
                Some(close) => format!("did you mean `{close}`? {values}"),
                None => values,
            };
            report.add(Diagnostic::error(codes::UNKNOWN_WORD, span, message).help(help));
        }
        place.map(|place| place as u8)
    }

    fn words(&self, value: &Value<'_>, words: &[&str], report: &mut Report) -> Option<FactValue> {
        let mut places = Vec::new();
        for one in some(value) {
            let place = self.word(one, words, report)?;
            if places.contains(&place) {
                let span = in_file(self.file, one.span);
                let twice = Diagnostic::error(codes::UNKNOWN_WORD, span, "this is listed twice");
                report.add(twice.help("remove one of them"));
                return None;
            }
            places.push(place);
        }
        let word = |place: &u8| words.get(usize::from(*place)).copied().unwrap_or_default();
        let all = |place: &u8| {
            self.lexicon
                .windows
                .iter()
                .any(|windows| windows.any == word(place))
        };
        if places.len() > 1 && places.iter().any(all) {
            let any = places.iter().find(|place| all(place)).map_or("", word);
            let message = format!("`{any}` includes all of them, so the others have no effect");
            let span = in_file(self.file, value.span);
            let more = Diagnostic::warning(codes::UNKNOWN_WORD, span, message);
            report.add(more.help(format!(
                "write `{} = \"{any}\"`, or remove `{any}`",
                self.fact.name
            )));
        }
        if places.is_empty() {
            let message = format!("`{}` is an empty list", self.fact.name);
            let help = format!("values are: {}", near::list(words));
            report.add(
                Diagnostic::error(codes::UNKNOWN_WORD, in_file(self.file, value.span), message)
                    .help(help),
            );
            return None;
        }
        Some(FactValue::Words(places))
    }

    /// Reads words of a kind that packs declare: a word or a list of words.
    fn declared(
        &self,
        thing: u8,
        value: &Value<'_>,
        facts: &mut Facts,
        report: &mut Report,
    ) -> Option<FactValue> {
        let known: Vec<_> = self
            .lexicon
            .all_words()
            .filter(|word| word.thing == thing)
            .collect();
        let names: Vec<&str> = known.iter().map(|word| word.name).collect();
        if known.is_empty() {
            let span = in_file(self.file, value.span);
            let message = format!("no pack declares a word for `{}`", self.fact.name);
            report.add(
                Diagnostic::error(codes::UNKNOWN_WORD, span, message)
                    .help(self.how_to_declare(thing)),
            );
            return None;
        }
        let FactValue::Words(places) = self.words(value, &names, report)? else {
            return None;
        };
        let words: Vec<_> = places
            .iter()
            .filter_map(|place| known.get(usize::from(*place)))
            .collect();
        let shown: Vec<String> = words
            .iter()
            .map(|word| word.name.replace('_', " "))
            .collect();
        facts.declared = capital(&shown.join(", "));
        Some(FactValue::Words(
            words.iter().map(|word| word.value as u8).collect(),
        ))
    }

    fn how_to_declare(&self, thing: u8) -> String {
        let sort = self
            .lexicon
            .declarable
            .iter()
            .find(|sort| sort.thing == thing);
        sort.map_or_else(String::new, |sort| {
            format!(
                "write `[[{}]]` with `id = {:?}` in pack.toml",
                sort.table, sort.example
            )
        })
    }

    fn symbols(
        &self,
        value: &Value<'_>,
        facts: &mut Facts,
        report: &mut Report,
    ) -> Option<FactValue> {
        let span = in_file(self.file, value.span);
        let Some(list) = value.as_array() else {
            report.add(wrong(
                span,
                self.fact.name,
                &format!("a list, such as `{}`", self.fact.example),
                value,
            ));
            return None;
        };
        let mut symbols = Vec::new();
        let mut bad = list.is_empty() || list.len() > limits::SYMBOLS;
        if bad {
            let message = format!("a card has 1 to {} effect symbols", limits::SYMBOLS);
            report.add(Diagnostic::error(codes::BAD_SYMBOLS, span, message).help(
                match list.is_empty() {
                    true => format!(
                        "leave out the line if a script does everything, or write `{}`",
                        self.fact.example
                    ),
                    false => format!("write `{}`", self.fact.example),
                },
            ));
        }
        for value in list.iter().take(limits::SYMBOLS) {
            match self.symbol(value, report) {
                Some(symbol) => symbols.push(symbol),
                None => bad = true,
            }
        }
        if bad {
            return None;
        }
        facts.symbols = symbols_text(self.lexicon, &symbols);
        let effect = symbol_effect(self.lexicon, &symbols, report.at(span));
        match compile(&effect, self.lexicon.verbs) {
            Ok(program) => Some(FactValue::Symbols(program)),
            Err(error) => {
                report.add(Diagnostic::error(
                    codes::EFFECT_LIMIT,
                    span,
                    error.to_string(),
                ));
                None
            }
        }
    }

    /// Reads a symbol with its amount: `{ fist = 2 }`, `{ fist = "1d6" }`.
    fn symbol(&self, value: &Value<'_>, report: &mut Report) -> Option<(u8, Quantity)> {
        let span = in_file(self.file, value.span);
        let Some(table) = value.as_table() else {
            report.add(
                wrong(
                    span,
                    self.fact.name,
                    "a list of tables, such as `{ fist = 1 }`",
                    value,
                )
                .help(format!("write `{}`", self.fact.example)),
            );
            return None;
        };
        let mut keys = table.iter();
        let (Some((key, much)), None) = (keys.next(), keys.next()) else {
            let help = format!("write `{}`", self.fact.example);
            report.add(
                Diagnostic::error(
                    codes::BAD_SYMBOLS,
                    span,
                    "an effect symbol has one name and one number",
                )
                .help(help),
            );
            return None;
        };
        let known: Vec<_> = self.lexicon.all_symbols().collect();
        let Some(place) = known.iter().position(|symbol| symbol.name == key.name) else {
            let names: Vec<&str> = known.iter().map(|symbol| symbol.name).collect();
            let message = format!("there is no effect symbol `{}`", short(&key.name));
            let help = near::meant(&key.name, "symbols are", &names);
            report.add(
                Diagnostic::error(codes::UNKNOWN_WORD, in_file(self.file, key.span), message)
                    .help(help),
            );
            return None;
        };
        let there = in_file(self.file, much.span);
        let amount = amount(much, there, &key.name, (1, 99), report)?;
        let verb = self.lexicon.verbs.get(usize::from(known[place].verb));
        if let Some(bound) = verb.and_then(|verb| verb.sense.amount) {
            report.hold(bounds::exceeded(&bound, true, amount.most(), there));
        }
        Some((place as u8, amount))
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Reads an amount: a whole number within limits, or dice plus a number whose maximum is within the limit.
fn amount(
    value: &Value<'_>,
    span: Span,
    key: &str,
    bounds: (i64, i64),
    report: &mut Report,
) -> Option<Quantity> {
    let Some(text) = value.as_str() else {
        return number(value, span, key, bounds, report)
            .map(|number| Quantity::fixed(number as i16));
    };
    let read = Quantity::parse(text.trim());
    if let Some(read) = read.filter(|read| i64::from(read.most()) <= bounds.1) {
        return Some(read);
    }
    let found = match (read, text.trim().parse::<i64>()) {
        // The amount is a number in quotes.
        (None, Ok(_)) => wrong(span, key, "a whole number", value),
        (None, Err(_)) => {
            let message = format!("`{}` is neither a number nor dice", short(text));
            let help = format!(
                "write a number, such as `{key} = 2`, or up to {MAX_ROLLED} dice and a number to add, such as `{key} = \"1d6\"` or `{key} = \"2d6+1\"`"
            );
            Diagnostic::error(codes::WRONG_TYPE, span, message).help(help)
        }
        (Some(read), _) => {
            let message = format!(
                "`{key}` is {read}, which can be {}, but must be at most {}",
                read.most(),
                bounds.1
            );
            Diagnostic::error(codes::OUT_OF_RANGE, span, message)
                .help("use fewer dice, or add less")
        }
    };
    report.add(found);
    None
}

/// The effect of symbols: their dice in order, then their verbs in the order of the symbols, each group followed by its
/// final verb.
fn symbol_effect(
    lexicon: &Lexicon,
    symbols: &[(u8, Quantity)],
    at: cardwright_effects::tree::SourcePos,
) -> Effect {
    let mut sorted: Vec<_> = symbols
        .iter()
        .filter_map(|(place, amount)| {
            Some((lexicon.all_symbols().nth(usize::from(*place))?, *amount))
        })
        .collect();
    sorted.sort_by_key(|(symbol, _)| symbol.order);
    let mut body = Vec::new();
    // Variable 0 is the owner; the dice follow.
    let mut dice = 1..;
    for (place, (symbol, amount)) in sorted.iter().enumerate() {
        let rolled = dice.by_ref().take(amount.dice.into()).map(Expr::Var);
        let much = rolled.fold(Expr::Fixed(amount.number), |sum, die| match sum {
            Expr::Fixed(0) => die,
            sum => Expr::BinOp(BinOp::Add, Box::new(sum), Box::new(die)),
        });
        let args = symbol.args.iter().map(|arg| match *arg {
            SymbolArg::Me => Expr::Var(0),
            SymbolArg::Fixed(value) => Expr::Fixed(value),
            SymbolArg::Amount => much.clone(),
        });
        body.push(Stmt {
            at,
            what: StmtKind::Do {
                verb: symbol.verb,
                args: args.collect(),
            },
        });
        let last = sorted
            .get(place + 1)
            .is_none_or(|(next, _)| next.order != symbol.order);
        if let Some(verb) = symbol.then.filter(|_| last) {
            body.push(Stmt {
                at,
                what: StmtKind::Do {
                    verb,
                    args: Vec::new(),
                },
            });
        }
    }
    let all: u16 = sorted
        .iter()
        .map(|(_, amount)| u16::from(amount.dice))
        .sum();
    for die in (1..=all).rev() {
        let from = Options::Numbers(Expr::Fixed(1), Expr::Fixed(6));
        let roll = StmtKind::Choose {
            var: die,
            by: Expr::Fixed(CHANCE),
            from,
            optional: false,
            body,
        };
        body = vec![Stmt { at, what: roll }];
    }
    Effect {
        at,
        params: 1,
        body,
        answer: None,
    }
}

//! All mutations of a card.

use super::places::fact_place;
use super::{Edit, Mutant, What};
use cardwright_effects::dice::beside;
use cardwright_effects::tree::SourcePos;
use cardwright_effects::{
    Card, CardSet, Fact, FactType, FactValue, Handler, Lexicon, Op, Program, Quantity, SymbolArg,
    condition_text,
};

/// The fact that counts some of a card's copies: values above the number of copies have no effect.
const MARKED: &str = "removed_with_three";

/// The mutations of the card at an index in the set.
pub(super) fn of(cards: &CardSet, place: usize, pack: usize, lexicon: &Lexicon) -> Vec<Mutant> {
    let maker = Maker {
        cards,
        card: &cards.cards[place],
        place,
        pack,
        lexicon,
    };
    let facts = maker
        .card
        .facts
        .iter()
        .flat_map(|(fact, value)| maker.fact(*fact, value));
    let hooks = maker
        .card
        .handlers
        .iter()
        .flat_map(|handler| maker.hook(handler));
    facts.chain(hooks).collect()
}

struct Maker<'a> {
    cards: &'a CardSet,
    card: &'a Card,
    place: usize,
    pack: usize,
    lexicon: &'a Lexicon,
}

impl Maker<'_> {
    fn fact(&self, place: u8, value: &FactValue) -> Vec<Mutant> {
        let kind = self.lexicon.kinds.get(usize::from(self.card.kind));
        let Some(fact) = kind.and_then(|kind| kind.facts.get(usize::from(place))) else {
            return Vec::new();
        };
        let (line, column) = fact_place(self.cards, self.card, fact.name);
        let changed = self.values(fact, value).into_iter();
        let mutant = |(value, change): (FactValue, String)| {
            let change = format!("{}: {change}", fact.name);
            self.mutant(
                self.card.place.file.clone(),
                (line, column),
                change,
                What::Fact(place, value),
            )
        };
        changed.map(mutant).collect()
    }

    /// Neighbouring values of a fact that are valid for the kind.
    fn values(&self, fact: &Fact, value: &FactValue) -> Vec<(FactValue, String)> {
        match (value, fact.ty) {
            (
                FactValue::Number(n),
                FactType::Number { min, max } | FactType::Quantity { min, max, .. },
            ) => {
                let near = [n.checked_add(1), n.checked_sub(1)].into_iter().flatten();
                let most = if fact.name == MARKED {
                    max.min(self.card.copies.into())
                } else {
                    max
                };
                let allowed = near.filter(|other| (min..=most).contains(other));
                allowed
                    .map(|other| (FactValue::Number(other), format!("{n} -> {other}")))
                    .collect()
            }
            (
                FactValue::Quantity(old),
                FactType::Quantity {
                    max, plus: true, ..
                },
            ) => {
                let near = [old.number.checked_add(1), old.number.checked_sub(1)]
                    .into_iter()
                    .flatten();
                let new = near.map(|number| Quantity { number, ..*old });
                let allowed = new.filter(|new| new.number >= 0 && i32::from(new.most()) <= max);
                allowed
                    .map(|new| (FactValue::Quantity(new), format!("{old} -> {new}")))
                    .collect()
            }
            (FactValue::Dice(condition), _) => {
                let old = condition_text(condition);
                let change = |other: &_| format!("{old} -> {}", condition_text(other));
                beside(condition)
                    .into_iter()
                    .map(|other| (change(&other), other))
                    .map(swap)
                    .collect()
            }
            (FactValue::Symbols(program), _) => self.symbols(program),
            _ => Vec::new(),
        }
    }

    /// Effect symbols with one number changed. The number of a symbol is at least 1.
    fn symbols(&self, program: &Program) -> Vec<(FactValue, String)> {
        let changed = program.mutants(self.lexicon).into_iter();
        let said = changed.filter_map(|mutant| {
            let (old, new) = differing(program, &mutant.program)?;
            let (name, from) = self.symbol(old)?;
            let (_, to) = self.symbol(new)?;
            (to > 0).then(|| {
                (
                    FactValue::Symbols(mutant.program),
                    format!("{name} {from} -> {to}"),
                )
            })
        });
        said.collect()
    }

    /// The symbol for an operation, with its number.
    fn symbol(&self, op: Op) -> Option<(&'static str, i16)> {
        let Op::Do { verb, args } = op else {
            return None;
        };
        let fits = |symbol: &&cardwright_effects::Symbol| {
            let fixed = symbol
                .args
                .iter()
                .zip(args)
                .all(|(wanted, arg)| match wanted {
                    SymbolArg::Fixed(value) => arg.number() == Some(*value),
                    _ => true,
                });
            symbol.verb == verb && fixed
        };
        let symbol = self.lexicon.symbols.iter().find(fits)?;
        let amount = symbol
            .args
            .iter()
            .position(|arg| *arg == SymbolArg::Amount)?;
        Some((symbol.name, args.get(amount)?.number()?))
    }

    fn hook(&self, handler: &Handler) -> Vec<Mutant> {
        let Some(hook) = self.lexicon.hooks.get(usize::from(handler.hook)) else {
            return Vec::new();
        };
        let changed = |(program, at, change): (Program, SourcePos, String)| {
            let file = self
                .cards
                .files
                .get(usize::from(at.file))
                .cloned()
                .unwrap_or_default();
            let change = format!("{}: {change}", hook.name);
            self.mutant(
                file,
                (at.line, at.column),
                change,
                What::Hook(handler.hook, program),
            )
        };
        let own = handler.program.mutants(self.lexicon).into_iter();
        let always = handler
            .program
            .always()
            .filter(|_| hook.answers && !hook.number);
        let first = handler.program.places.first().copied().unwrap_or_default();
        own.map(|mutant| (mutant.program, mutant.at, mutant.change))
            .chain(always.map(|program| (program, first, "always yes".to_string())))
            .map(changed)
            .collect()
    }

    fn mutant(
        &self,
        file: String,
        (line, column): (u32, u32),
        change: String,
        what: What,
    ) -> Mutant {
        let edit = Edit {
            card: self.place,
            what,
        };
        Mutant {
            card: self.card.id.clone(),
            pack: self.pack,
            file,
            line,
            column,
            change,
            edit,
        }
    }
}

fn swap((change, condition): (String, cardwright_effects::dice::Condition)) -> (FactValue, String) {
    (FactValue::Dice(condition), change)
}

/// The operation in which two programs differ, in both versions.
fn differing(a: &Program, b: &Program) -> Option<(Op, Op)> {
    a.ops
        .iter()
        .zip(&b.ops)
        .find(|(a, b)| a != b)
        .map(|(a, b)| (*a, *b))
}

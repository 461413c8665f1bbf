//! A card set for play: the programs of the cards that a game uses, each with its card.

use cardwright_effects::{Card, CardSet, ChoiceSource, Op, Program};
use cardwright_kernel::{Cite, Cites, Clause, Meter, ProgramId, RuleId};
use serde::{Deserialize, Serialize};
use std::ops::Index;

/// A card as defined by the packs: its index in [`CardSet::cards`]. It identifies neither a copy of the card nor the
/// card within its kind.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct DefinitionId(pub u16);

impl DefinitionId {
    /// The id for an index; `None` above 65,535.
    pub fn of(index: usize) -> Option<Self> {
        index.try_into().ok().map(DefinitionId)
    }

    /// The index in [`CardSet::cards`].
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// A card program with the card it belongs to. `X` is extra data that the game derives from the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Owned<X = ()> {
    /// The program.
    pub program: Program,
    /// The card that the program belongs to.
    pub card: DefinitionId,
    /// The kind of the card.
    pub kind: u8,
    /// The hook, or `None` for the program of the card's effect symbols.
    pub hook: Option<u8>,
    /// The clause that the card cites itself.
    pub clause: Option<RuleId>,
    /// The extra data that the game derived.
    pub note: X,
}

/// The cards of a game and their numbered programs. Frames and citations refer to a program by number; indexing
/// [`Bound`] with an unknown number panics, so use [`Bound::get`] for numbers from outside.
#[derive(Clone, PartialEq, Debug)]
pub struct Bound<X = ()> {
    /// The cards as changed by the chosen deck.
    pub cards: CardSet,
    clauses: &'static [Clause],
    programs: Vec<Owned<X>>,
    /// A meter for each program.
    meters: Vec<Meter>,
}

impl<X> Bound<X> {
    /// The cards of a game with its clauses, without any programs yet.
    pub fn new(cards: CardSet, clauses: &'static [Clause]) -> Self {
        Bound {
            cards,
            clauses,
            programs: Vec::new(),
            meters: Vec::new(),
        }
    }

    /// Applies the changes of a deck to the cards; `standard` changes nothing.
    ///
    /// # Errors
    /// If no pack has a deck with that name: a sentence that lists the existing decks.
    pub fn choose_deck(&mut self, name: &str) -> Result<(), String> {
        if name == "standard" {
            return Ok(());
        }
        let Some(deck) = self
            .cards
            .decks
            .iter()
            .find(|deck| deck.name == name)
            .cloned()
        else {
            let names: Vec<_> = self
                .cards
                .decks
                .iter()
                .map(|deck| deck.name.as_str())
                .collect();
            return Err(format!(
                "no pack has a deck `{name}`; there are: standard {}",
                names.join(" ")
            ));
        };
        for (card, copies, facts) in deck.changes {
            let Some(card) = self.cards.cards.get_mut(card) else {
                continue;
            };
            card.copies = copies;
            for (place, value) in facts {
                card.facts.retain(|(old, _)| *old != place);
                card.facts.push((place, value));
            }
        }
        Ok(())
    }

    /// Adds a program of a card. Up to 65,535 programs are possible; see [`Bound::is_full`].
    pub fn add(
        &mut self,
        card: DefinitionId,
        hook: Option<u8>,
        program: Program,
        note: X,
    ) -> ProgramId {
        let (clause, kind) = (self.clause_of(card), self.card(card).kind);
        self.meters.push(Meter::default());
        self.programs.push(Owned {
            program,
            card,
            kind,
            hook,
            clause,
            note,
        });
        ProgramId((self.programs.len() - 1) as u16)
    }

    /// Whether more programs were added than can be numbered.
    pub fn is_full(&self) -> bool {
        self.programs.len() > usize::from(u16::MAX)
    }

    /// The program with a number, if it exists.
    #[inline]
    pub fn get(&self, program: ProgramId) -> Option<&Owned<X>> {
        self.programs.get(program.index())
    }

    /// All programs, ordered by number.
    pub fn iter(&self) -> impl Iterator<Item = &Owned<X>> {
        self.programs.iter()
    }

    /// Counts an operation of a program.
    pub fn count(&self, program: ProgramId) {
        if let Some(meter) = self.meters.get(program.index()) {
            meter.add();
        }
    }

    /// The meters of the programs, each with the id of its card.
    pub fn meters(&self) -> Vec<(String, &Meter)> {
        let cards = self.programs.iter().map(|owned| self.card(owned.card));
        let ids = cards.map(|card| card.id.clone());
        ids.zip(&self.meters).collect()
    }

    /// Whether any program uses one of these verbs.
    pub fn does(&self, verbs: &[u8]) -> bool {
        let mut ops = self.programs.iter().flat_map(|owned| &owned.program.ops);
        ops.any(|op| matches!(op, Op::Do { verb, .. } if verbs.contains(verb)))
    }

    /// Whether any program reads one of these nouns.
    pub fn reads(&self, nouns: &[u8]) -> bool {
        let mut ops = self.programs.iter().flat_map(|owned| &owned.program.ops);
        ops.any(|op| match op {
            Op::Read { noun, .. }
            | Op::NextListed { noun, .. }
            | Op::Choose {
                from: ChoiceSource::Listed(noun, ..),
                ..
            } => nouns.contains(noun),
            _ => false,
        })
    }

    /// The card with an id. Panics if the id is unknown.
    #[inline]
    pub fn card(&self, card: DefinitionId) -> &Card {
        &self.cards.cards[card.index()]
    }

    /// All cards with their ids, in the order of the packs.
    pub fn cards(&self) -> impl Iterator<Item = (DefinitionId, &Card)> {
        self.cards
            .cards
            .iter()
            .enumerate()
            .filter_map(|(at, card)| Some((DefinitionId::of(at)?, card)))
    }

    /// The clause that a card cites itself; `None` if the card cites something that is not a clause of these rules.
    pub fn clause_of(&self, card: DefinitionId) -> Option<RuleId> {
        let cite = self.card(card).cite.as_deref()?;
        self.clauses
            .iter()
            .map(|clause| clause.id)
            .find(|id| id.0 == cite)
    }

    /// The citations for an event: the operation and the own clause of the card, if a card caused it, and the given
    /// rules.
    pub fn cites(&self, op: Option<Cite>, rules: &[RuleId]) -> Cites {
        let rules = rules.iter().copied();
        let Some(op) = op else {
            return rules.fold(Cites::none(), Cites::and);
        };
        let own = match op {
            Cite::Op { program, .. } => self.get(program).and_then(|owned| owned.clause),
            Cite::Rule(_) => None,
        };
        let own = own.filter(|own| rules.clone().all(|rule| rule != *own));
        own.into_iter()
            .chain(rules)
            .fold(Cites::from(op), Cites::and)
    }
}

impl<X> Index<ProgramId> for Bound<X> {
    type Output = Owned<X>;

    #[inline]
    fn index(&self, program: ProgramId) -> &Owned<X> {
        &self.programs[program.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_effects::{Arg, Deck, FactValue};

    const FIRST: DefinitionId = DefinitionId(0);
    const CLAUSES: &[Clause] = &[Clause {
        id: RuleId("XX-1.1"),
        title: "one",
    }];

    fn cards() -> CardSet {
        let card = Card {
            id: "a".into(),
            copies: 2,
            cite: Some("XX-1.1".into()),
            ..Card::default()
        };
        let deck = Deck {
            name: "thin".into(),
            changes: vec![(0, 1, vec![(3, FactValue::Number(7))])],
        };
        CardSet {
            cards: vec![card],
            decks: vec![deck],
            ..CardSet::default()
        }
    }

    #[test]
    fn a_deck_changes_the_cards() {
        let mut bound: Bound = Bound::new(cards(), CLAUSES);
        assert_eq!(bound.choose_deck("standard"), Ok(()));
        assert_eq!(bound.card(FIRST).copies, 2);
        assert_eq!(bound.choose_deck("thin"), Ok(()));
        assert_eq!(
            (bound.card(FIRST).copies, bound.card(FIRST).fact(3)),
            (1, Some(&FactValue::Number(7)))
        );
        assert_eq!(
            bound.choose_deck("fat"),
            Err("no pack has a deck `fat`; there are: standard thin".into())
        );
    }

    #[test]
    fn programs_have_numbers_cards_and_clauses() {
        let mut bound = Bound::new(cards(), CLAUSES);
        let ops = vec![
            Op::Do {
                verb: 4,
                args: [Arg::ZERO; 3],
            },
            Op::End { answer: Arg::ZERO },
        ];
        let number = bound.add(
            FIRST,
            Some(2),
            Program {
                ops,
                ..Program::default()
            },
            "note",
        );
        assert_eq!(
            (number, bound[number].card, bound[number].note),
            (ProgramId(0), FIRST, "note")
        );
        assert!(bound.get(ProgramId(1)).is_none() && bound.does(&[3, 4]) && !bound.does(&[3]));
        let rule = RuleId("XX-2");
        let told = |cites: Cites| cites.iter().collect::<Vec<_>>();
        let op = Cite::Op {
            program: ProgramId(0),
            at: 0,
        };
        assert_eq!(
            told(bound.cites(Some(op), &[rule])),
            [op, RuleId("XX-1.1").into(), rule.into()]
        );
        assert_eq!(told(bound.cites(None, &[rule])), [rule.into()]);
    }
}

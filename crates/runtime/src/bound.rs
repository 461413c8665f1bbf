//! A set of cards bound to numbers: the programs of the cards that a game uses, each with the card it belongs to.

use cardwright_effects::{Card, CardSet, Op, Program};
use cardwright_kernel::{Cite, Cites, Clause, ProgramId, RuleId};
use serde::{Deserialize, Serialize};
use std::ops::Index;

/// A card as the packs define it: its place in [`CardSet::cards`]. It is not one of its copies, and not its place among
/// the cards of one sort.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct DefinitionId(pub u16);

impl DefinitionId {
    /// The one of a place; none beyond 65,535.
    pub fn of(index: usize) -> Option<Self> {
        index.try_into().ok().map(DefinitionId)
    }

    /// Its place in [`CardSet::cards`].
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// A program and the card it belongs to. `X` is what the game works out of the program beside.
#[derive(Clone, PartialEq, Debug)]
pub struct Owned<X = ()> {
    /// The program.
    pub program: Program,
    /// The card.
    pub card: DefinitionId,
    /// The card's kind.
    pub kind: u8,
    /// The hook, or `None` for what the card's symbols do.
    pub hook: Option<u8>,
    /// The clause that the card states as its own.
    pub clause: Option<RuleId>,
    /// What the game has worked out of it.
    pub note: X,
}

/// The cards of a game and their numbered programs. Frames and citations name a program by its number, which
/// [`Bound`] is indexed by; a number that no program has panics, so numbers from outside go through [`Bound::get`].
#[derive(Clone, PartialEq, Debug)]
pub struct Bound<X = ()> {
    /// The cards, as the chosen deck has them.
    pub cards: CardSet,
    clauses: &'static [Clause],
    programs: Vec<Owned<X>>,
}

impl<X> Bound<X> {
    /// Cards of a game with these clauses, none of them bound yet.
    pub fn new(cards: CardSet, clauses: &'static [Clause]) -> Self {
        Bound {
            cards,
            clauses,
            programs: Vec::new(),
        }
    }

    /// Puts the changes of a deck into the cards; `standard` changes nothing.
    ///
    /// # Errors
    /// When no pack has a deck of that name: a sentence with those there are.
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

    /// Binds a program of a card. There are no more than 65,535; [`Bound::is_full`] says so.
    pub fn add(
        &mut self,
        card: DefinitionId,
        hook: Option<u8>,
        program: Program,
        note: X,
    ) -> ProgramId {
        let (clause, kind) = (self.clause_of(card), self.card(card).kind);
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

    /// Whether more programs were bound than numbers tell apart.
    pub fn is_full(&self) -> bool {
        self.programs.len() > usize::from(u16::MAX)
    }

    /// The program of a number, if there is one.
    #[inline]
    pub fn get(&self, program: ProgramId) -> Option<&Owned<X>> {
        self.programs.get(program.index())
    }

    /// Every program in order of number.
    pub fn iter(&self) -> impl Iterator<Item = &Owned<X>> {
        self.programs.iter()
    }

    /// Whether some program may do one of these verbs.
    pub fn does(&self, verbs: &[u8]) -> bool {
        let mut ops = self.programs.iter().flat_map(|owned| &owned.program.ops);
        ops.any(|op| matches!(op, Op::Do { verb, .. } if verbs.contains(verb)))
    }

    /// A card. One that is none of these panics.
    #[inline]
    pub fn card(&self, card: DefinitionId) -> &Card {
        &self.cards.cards[card.index()]
    }

    /// Every card, in the order of the packs.
    pub fn cards(&self) -> impl Iterator<Item = (DefinitionId, &Card)> {
        self.cards
            .cards
            .iter()
            .enumerate()
            .filter_map(|(at, card)| Some((DefinitionId::of(at)?, card)))
    }

    /// The clause that a card states as its own. A card may also cite something that is no clause of these rules.
    pub fn clause_of(&self, card: DefinitionId) -> Option<RuleId> {
        let cite = self.card(card).cite.as_deref()?;
        self.clauses
            .iter()
            .map(|clause| clause.id)
            .find(|id| id.0 == cite)
    }

    /// What decided something: the card's operation and its own clause, if a card did it, and the rules it comes under.
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

//! Mutation testing of rulings: cards are changed on purpose, and good rulings notice every change.
//!
//! Each mutant changes one number of one card by one, or removes one condition; then the rulings are played. If no
//! ruling notices the change, the rulings do not cover it. The changes are made to checked cards and programs, not to
//! their text, so each mutant is a card that could be printed.
//!
//! ```
//! use cardwright::mutate::Mutants;
//!
//! let mutants = Mutants::new("moon-bots", &cardwright::official_packs("moon-bots"), &[])?;
//! let bad_luck = mutants.all().iter().position(|mutant| mutant.change == "on_bought: lose: 2 -> 3");
//! assert_eq!(mutants.noticed(bad_luck.unwrap(), &[]), None, "without a ruling nothing is noticed");
//! # Ok::<(), cardwright::SetupError>(())
//! ```

mod changes;
mod places;

use crate::judge::{Judge, Ruling};
use crate::packs::text_of;
use crate::registry::{card_set, lexicon};
use crate::{GameInfo, PackSource, Setup, SetupError, game};
use cardwright_effects::{CardSet, FactValue, Program};
use serde::Serialize;
use std::collections::VecDeque;

/// One change of one card, for mutation testing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Mutant {
    /// The card's id.
    pub card: String,
    /// The index of the pack among the tested packs.
    pub pack: usize,
    /// The path of the card's file in the pack.
    pub file: String,
    /// The line of the change, from 1.
    pub line: u32,
    /// The column of the change, from 1.
    pub column: u32,
    /// What was changed, such as `extra_cost: 1 -> 2`.
    pub change: String,
    #[serde(skip)]
    edit: Edit,
}

/// A replacement for a part of a card.
#[derive(Clone, PartialEq, Debug)]
struct Edit {
    /// The index of the card in the set.
    card: usize,
    what: What,
}

#[derive(Clone, PartialEq, Debug)]
enum What {
    /// A new value of a fact, given by its index in the kind.
    Fact(u8, FactValue),
    /// A new program of a hook.
    Hook(u8, Program),
}

/// The cards of some packs, with every mutation of one card.
#[derive(Debug)]
pub struct Mutants {
    game: &'static GameInfo,
    cards: CardSet,
    all: Vec<Mutant>,
}

impl Mutants {
    /// Collects all mutations of the cards in the tested packs. They are played with the official packs and the
    /// additional ones.
    ///
    /// # Errors
    /// If the packs cannot be loaded.
    pub fn new(
        id: &str,
        tested: &[PackSource],
        beside: &[PackSource],
    ) -> Result<Mutants, SetupError> {
        let game = game(id)?;
        let lexicon = lexicon(game).ok_or(SetupError::NoCards { game: game.id })?;
        let packs = [tested, beside].concat();
        let cards = card_set(
            game,
            &Setup {
                packs,
                ..Setup::players(game.usual)
            },
        )?;
        let ids: Vec<Option<String>> = tested.iter().map(|pack| text_of(pack, "id")).collect();
        let mut all = Vec::new();
        for (place, card) in cards.cards.iter().enumerate() {
            let id = cards
                .packs
                .get(usize::from(card.pack))
                .map(|pack| pack.id.clone());
            let Some(pack) = ids.iter().position(|known| *known == id) else {
                continue;
            };
            all.extend(changes::of(&cards, place, pack, lexicon));
        }
        Ok(Mutants { game, cards, all })
    }

    /// All mutations, ordered by card.
    pub fn all(&self) -> &[Mutant] {
        &self.all
    }

    /// Whether a ruling is about the game of the packs. Rulings of other games cannot test their cards.
    pub fn is_about(&self, ruling: &Ruling) -> bool {
        ruling.game == self.game.id
    }

    /// The id of the first ruling that fails with the unchanged cards; `None` if all hold.
    pub fn fails(&self, rulings: &[Ruling]) -> Option<String> {
        let mut judge = Judge::new().with_cards(self.cards.clone());
        self.unheld(&mut judge, rulings.iter())
    }

    /// The id of a ruling that fails once the change is made, or `None` if every ruling still holds. A ruling that can
    /// no longer be played, or exceeds a limit, fails. Rulings that name the card are tried first.
    pub fn noticed(&self, mutant: usize, rulings: &[Ruling]) -> Option<String> {
        let mut trial = self.trial(mutant, rulings)?;
        loop {
            match trial.play_next(rulings) {
                Tried::Held => {}
                Tried::Noticed(id) => return Some(id),
                Tried::Unnoticed => return None,
            }
        }
    }

    /// Like [`Mutants::noticed`], but one ruling at a time, so that the caller can do other work in between. Returns
    /// `None` if there is no such mutation.
    pub fn trial(&self, mutant: usize, rulings: &[Ruling]) -> Option<Trial> {
        let mutant = self.all.get(mutant)?;
        let about = (0..rulings.len()).filter(|at| self.is_about(&rulings[*at]));
        let (naming, rest): (Vec<_>, Vec<_>) =
            about.partition(|at| rulings[*at].names(&mutant.card));
        Some(Trial {
            judge: Judge::new().with_cards(self.changed(&mutant.edit)),
            left: naming.into_iter().chain(rest).collect(),
        })
    }

    fn unheld<'a>(
        &self,
        judge: &mut Judge,
        rulings: impl Iterator<Item = &'a Ruling>,
    ) -> Option<String> {
        let mut about = rulings.filter(|ruling| self.is_about(ruling));
        about
            .find(|ruling| !judge.check(ruling).holds())
            .map(|ruling| ruling.id.clone())
    }

    fn changed(&self, edit: &Edit) -> CardSet {
        let mut cards = self.cards.clone();
        let Some(card) = cards.cards.get_mut(edit.card) else {
            return cards;
        };
        match &edit.what {
            What::Fact(place, value) => {
                let fact = card.facts.iter_mut().find(|(known, _)| known == place);
                fact.into_iter().for_each(|(_, old)| *old = value.clone());
            }
            What::Hook(hook, program) => {
                let handler = card
                    .handlers
                    .iter_mut()
                    .find(|handler| handler.hook == *hook);
                handler.into_iter().for_each(|handler| {
                    (handler.program, handler.effect) = (program.clone(), None)
                });
            }
        }
        cards
    }
}

/// A mutation whose rulings are played one by one, started by [`Mutants::trial`].
#[derive(Debug)]
pub struct Trial {
    judge: Judge,
    /// The indices of the rulings still to play.
    left: VecDeque<usize>,
}

/// The result of one step of a [`Trial`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tried {
    /// The ruling holds in spite of the change.
    Held,
    /// The ruling with this id fails, so the change is noticed.
    Noticed(String),
    /// All rulings hold, so nothing notices the change.
    Unnoticed,
}

impl Trial {
    /// Plays the next ruling. `rulings` must be the list that the trial started with.
    pub fn play_next(&mut self, rulings: &[Ruling]) -> Tried {
        let Some(ruling) = self.left.pop_front().and_then(|at| rulings.get(at)) else {
            return Tried::Unnoticed;
        };
        match self.judge.check(ruling).holds() {
            true => Tried::Held,
            false => Tried::Noticed(ruling.id.clone()),
        }
    }
}

#[cfg(test)]
mod tests;

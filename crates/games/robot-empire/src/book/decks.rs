//! Decks that players bring (section 12 of the rules): one list for each player. All errors are reported.

use crate::book::card_defs::CardDef;
use crate::book::rulebook::Rulebook;
use crate::lexicon::KindId;
use crate::rules::{AT_MOST_FOUR, OWN_DECKS};
use crate::state::{CardDefs, PlayerId};
use cardwright_effects::{DeckList, Place};
use cardwright_runtime::bound::DefinitionId;

/// The allowed number of cards in a deck (clause RE-12.1).
const CARDS: std::ops::RangeInclusive<u32> = 50..=70;

/// The maximum number of cards with the same number (clause RE-12.2).
const OF_A_NUMBER: u32 = 4;

impl Rulebook {
    /// Makes the decks named by the option `decks`, one for each player; a single name applies to all players.
    pub(crate) fn own_decks(&mut self, flaws: &mut Vec<String>) {
        let names: Vec<String> = self
            .options
            .own_decks()
            .into_iter()
            .map(String::from)
            .collect();
        if names.len() != 1 && names.len() != usize::from(self.players) {
            let (named, players) = (names.len(), self.players);
            flaws.push(format!(
                "`decks` names {named} decks for {players} players: one each, or one for all ({OWN_DECKS})"
            ));
            return;
        }
        for seat in self.seats() {
            let name = &names[usize::from(seat) % names.len()];
            let from = self.defs.len();
            match self
                .bound
                .cards
                .lists
                .iter()
                .find(|list| list.name == *name)
                .cloned()
            {
                Some(list) => self.own_deck(seat, &list, flaws),
                None => {
                    let there: Vec<&str> = self
                        .bound
                        .cards
                        .lists
                        .iter()
                        .map(|list| list.name.as_str())
                        .collect();
                    flaws.push(format!(
                        "no pack has a deck `{name}` that a player brings; there are: {}",
                        there.join(" ")
                    ));
                }
            }
            self.decks.push(CardDefs::new(from..self.defs.len()));
        }
    }

    /// Makes one player's deck. Halves and Moons that the current variants exclude do not count.
    fn own_deck(&mut self, seat: PlayerId, list: &DeckList, flaws: &mut Vec<String>) {
        let Place { file, line } = &list.place;
        let who = format!(
            "{file}, line {line}: the deck `{}` of player {}",
            list.name,
            seat.number()
        );
        let (mut cards, mut numbers) = (0, Vec::<(u16, String, u32)>::new());
        for (place, copies) in &list.cards {
            let Some(place) = DefinitionId::of(*place) else {
                continue;
            };
            let card = self.bound.card(place);
            let Some(kind) = KindId::of(card.kind) else {
                continue;
            };
            let def = CardDef {
                copies: *copies,
                ..CardDef::of(place, card, kind)
            };
            if kind == KindId::Setup {
                flaws.push(format!(
                    "{who} holds {}, which is a card of the set-up ({OWN_DECKS})",
                    def.name
                ));
                continue;
            }
            if self.is_left_out(kind) {
                continue;
            }
            cards += u32::from(*copies);
            match numbers
                .iter_mut()
                .find(|(number, ..)| *number == def.number && *number > 0)
            {
                Some((_, _, count)) => *count += u32::from(*copies),
                None => numbers.push((def.number, def.name.clone(), u32::from(*copies))),
            }
            self.add_def(def, flaws);
        }
        if !CARDS.contains(&cards) {
            let (least, most) = (CARDS.start(), CARDS.end());
            flaws.push(format!(
                "{who} has {cards} cards; {least} to {most} are allowed ({OWN_DECKS})"
            ));
        }
        for (_, name, count) in numbers.iter().filter(|(.., count)| *count > OF_A_NUMBER) {
            flaws.push(format!(
                "{who} has {count} of {name}; at most {OF_A_NUMBER} ({AT_MOST_FOUR})"
            ));
        }
    }
}

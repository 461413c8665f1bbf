//! Odds of Robot Empire: an attack between players without hands, computed over every die and every choice of both
//! sides.

use crate::state::{PlayerId, Spot, State, Step};
use crate::text::position::units;
use crate::{Action, Event, Rulebook};
use cardwright_effects::CardSet;
use cardwright_kernel::Positions;
use cardwright_runtime::odds::{
    Aim, Attack, AttackOdds, Blocks, Fraction, Goal, MEASURES, Odds, OddsError, Payoff, Search,
    WayOdds, Work,
};
use std::fmt::Write as _;

/// A rulebook for computing attacks.
pub(super) struct Battlefield {
    book: Rulebook,
}

impl Battlefield {
    /// The cards under these options.
    ///
    /// # Errors
    /// See [`Rulebook::new`].
    pub(super) fn new(
        cards: CardSet,
        players: u8,
        options: &[(String, String)],
    ) -> Result<Self, Vec<String>> {
        Ok(Battlefield {
            book: Rulebook::new(cards, players, options)?,
        })
    }

    /// A combat of fighters against a player's cards, without coins in any Vault.
    fn of_cards(&self, attackers: &[String], against: &[String]) -> Result<State, OddsError> {
        let list = |cards: &[String]| {
            cards
                .iter()
                .map(|card| format!("{card:?}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let mut text = "active = \"1\"\nstep = \"attack\"\n".to_string();
        for seat in self.book.seats() {
            let units = match seat {
                PlayerId::First => list(attackers),
                PlayerId::Second => list(against),
                PlayerId::Third => String::new(),
            };
            let _ = writeln!(text, "[[player]]\nvault = 0\nunits = [{units}]");
        }
        let state = self
            .book
            .read_position(&text)
            .map_err(OddsError::Position)?;
        let idle = state
            .side(PlayerId::First)
            .present()
            .zip(attackers)
            .find(|((_, unit), _)| !crate::facts::engagement::may_attack(&self.book, unit));
        match idle {
            Some((_, card)) => Err(OddsError::NoFighter { card: card.clone() }),
            None if state.step != Step::Attack => Err(OddsError::NoAttack),
            None => Ok(state),
        }
    }

    /// The attack in a position; the hands go to the discard pile.
    fn of_position(&self, text: &str) -> Result<State, OddsError> {
        let mut state = self.book.read_position(text).map_err(OddsError::Position)?;
        if state.step != Step::Attack {
            return Err(OddsError::NoAttack);
        }
        for seat in self.book.seats() {
            for card in std::mem::take(&mut state.side_mut(seat).hand) {
                state.piles.discard(card, 1);
            }
        }
        Ok(state)
    }

    /// The cards of these players, as a position writes them.
    fn cards_of(&self, state: &State, seats: impl Iterator<Item = PlayerId>) -> Vec<String> {
        seats
            .flat_map(|seat| {
                state.side(seat).present().map(move |(at, unit)| {
                    units::unit_words(&self.book, state, Spot { seat, at }, unit)
                })
            })
            .collect()
    }

    fn way(
        &self,
        state: &State,
        goal: Goal,
        blocks: Blocks,
        work: &mut Work<'_>,
    ) -> Result<WayOdds, OddsError> {
        let aim = Combat {
            goal,
            blocks,
            turn: state.turn,
            attacker: state.active,
        };
        let mut search = Search::new(&self.book, aim, state.active.seat());
        let payoff = search.value(state, work)?;
        let [battery, dealt, taken, destroyed, lost] = payoff;
        let worth = aim.worth(&payoff)?;
        let states = search.states();
        Ok(WayOdds {
            blocks,
            worth,
            battery,
            dealt,
            taken,
            destroyed,
            lost,
            states,
        })
    }
}

impl Odds for Battlefield {
    fn attack(
        &self,
        attack: &Attack,
        goal: Goal,
        work: &mut Work<'_>,
    ) -> Result<AttackOdds, OddsError> {
        let state = match attack {
            Attack::Cards { attackers, against } => self.of_cards(attackers, against)?,
            Attack::Position(text) => self.of_position(text)?,
        };
        let ways = [Blocks::Best, Blocks::All, Blocks::None]
            .into_iter()
            .map(|blocks| self.way(&state, goal, blocks, work))
            .collect::<Result<_, _>>()?;
        let active = state.active;
        Ok(AttackOdds {
            attackers: self.cards_of(&state, std::iter::once(active)),
            against: self.cards_of(&state, self.book.seats().filter(|seat| *seat != active)),
            goal,
            ways,
        })
    }
}

/// The maximum of a value by the end of a combat in which every fighter that may attack does so. It counts coins that
/// Batteries lose, damage to opponents' and own cards, and the cost of destroyed opponents' and own cards.
#[derive(Clone, Copy)]
struct Combat {
    goal: Goal,
    blocks: Blocks,
    turn: u16,
    attacker: PlayerId,
}

impl Aim<Rulebook> for Combat {
    fn end(&self, _game: &Rulebook, state: &State) -> Option<Payoff> {
        let over = state.turn != self.turn || !state.in_combat();
        over.then_some([Fraction::ZERO; MEASURES])
    }

    fn count(&self, event: &Event, sum: &mut [i64; MEASURES]) {
        let own = event.seat == self.attacker;
        let place = match event.what {
            "battery-hit" if !own => 0,
            "damaged" | "chain-damaged" => 1 + usize::from(own),
            "destroyed" => 3 + usize::from(own),
            _ => return,
        };
        sum[place] += i64::from(event.points);
    }

    fn narrow(&self, _game: &Rulebook, state: &State, legal: &mut Vec<Action>) {
        let stays = |action: &Action| *action == Action::Stay;
        if legal.len() < 2 || !legal.iter().any(stays) {
            return;
        }
        match self.blocks {
            // Every fighter that may attack does so.
            _ if state.step == Step::Attack => legal.retain(|action| !stays(action)),
            Blocks::All => legal.retain(|action| !stays(action)),
            Blocks::None => legal.retain(stays),
            Blocks::Best => {}
        }
    }

    fn worth(&self, payoff: &Payoff) -> Result<Fraction, OddsError> {
        let [battery, _, _, destroyed, lost] = *payoff;
        let cards = destroyed.plus(lost.times(Fraction::whole(-1))?)?;
        match self.goal {
            Goal::Battery => Ok(battery),
            Goal::Cards => Ok(cards),
            Goal::Both => battery.plus(cards),
        }
    }
}

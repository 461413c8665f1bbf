//! The part of a position about each player: Battery, Vault, hand, discard pile, cards on the table.

use crate::facts::values;
use crate::options::Ownerless;
use crate::state::{COINS, HAND, MAX_UNITS, MAX_VAULT, PlayerId, Side, State};
use crate::text::position::{OPEN, PLAYER_KEYS, Reader};
use cardwright_runtime::ids::Id;
use cardwright_runtime::{position, toml};
use toml_span::value::Value;

impl Reader<'_> {
    pub(super) fn discard(&mut self, value: &Value<'_>, seat: PlayerId, s: &mut State) {
        for one in self.list(value) {
            let Some((card, number)) = self.named_number(one, seat) else {
                continue;
            };
            let (number, all) = (number.unwrap_or(1), self.book.def(card).copies);
            if s.piles.discarded(card) + number.min(all + 1) > all {
                self.wrong(
                    one,
                    format!("more copies than the {all} of the deck"),
                    "write fewer",
                );
                continue;
            }
            s.piles.discard(card, number);
        }
    }

    pub(super) fn players(&mut self, value: &Value<'_>, s: &mut State) {
        let list = self.list(value);
        if list.len() > usize::from(self.book.players) {
            let help = format!("{} play", self.book.players);
            self.wrong(value, format!("{} players are described", list.len()), help);
        }
        for (seat, value) in PlayerId::all().zip(&list) {
            self.player(value, seat, s);
        }
        // Fighters refer to each other, so they are connected after all have been read.
        for (seat, value) in PlayerId::all().zip(&list) {
            if let Some(units) = position::get(value, "units") {
                self.join_units(units, seat, s);
            }
        }
    }

    fn player(&mut self, value: &Value<'_>, seat: PlayerId, s: &mut State) {
        let mut given_start = false;
        let at = usize::from(seat);
        for (key, value) in toml::in_order(value) {
            match &*key.name {
                "battery" => s.sides[at].battery = self.number(value, 0, 20) as u8,
                "start" => {
                    s.sides[at].start = self.number(value, 15, 20) as u8;
                    given_start = true;
                }
                "vault" => {
                    let most = if values::has_bank(self.book) {
                        MAX_VAULT
                    } else {
                        COINS
                    };
                    s.sides[at].vault = self.number(value, 0, most.into()) as u16;
                }
                "prevented" => s.sides[at].prevented = self.number(value, 0, 99) as u8,
                "out" => s.sides[at].out = self.flaws.truth(value),
                "lasting" => {
                    if let Some(card) = self.card(value, seat) {
                        s.lasting.set(seat, card);
                    }
                }
                "lasting_on" => {
                    if self.flaws.truth(value) {
                        s.lasting.stay_on(seat);
                    }
                }
                "hand" => self.hand(value, seat, s),
                "units" => {
                    for one in self.list(value) {
                        let Some(unit) = self.unit(one, seat, s) else {
                            continue;
                        };
                        let side = &mut s.sides[at];
                        if side.has_room(unit.cards()) {
                            side.units.push(unit);
                        } else {
                            let message = format!("more than {MAX_UNITS} cards on a side");
                            self.wrong(one, message, "leave some out; a Mega Robot is two cards");
                        }
                    }
                }
                "discard" if self.book.decks.len() > 1 => self.discard(value, seat, s),
                "next" if self.book.decks.len() > 1 => s.sides[at].top = self.next(value),
                // Computed from the rest.
                "deck" if self.book.decks.len() > 1 => {}
                _ => self.unknown(key, PLAYER_KEYS),
            }
        }
        self.check_player(value, &s.sides[at], given_start);
    }

    fn check_player(&mut self, value: &Value<'_>, side: &Side, given_start: bool) {
        if side.out {
            let stays = self.book.options.ownerless == Ownerless::Stay
                && side
                    .units
                    .iter()
                    .all(|unit| values::is_robot(self.book, unit));
            if !(side.units.is_empty() || stays)
                || !side.hand.is_empty()
                || side.battery > 0
                || side.vault > 0
            {
                let help = "write `battery = 0` and `vault = 0` and no cards";
                self.wrong(value, "a player who is out has no cards and no coins", help);
            }
        } else if side.battery == 0 {
            self.wrong(
                value,
                "the Battery is empty, and the player is not out",
                "write `out = true`, or coins",
            );
        } else if given_start && side.battery > side.start {
            self.wrong(
                value,
                "the Battery is above its start value",
                "write fewer coins",
            );
        }
    }

    fn hand(&mut self, value: &Value<'_>, seat: PlayerId, s: &mut State) {
        for one in self.list(value) {
            if one.as_str() == Some(OPEN)
                && let Some(open) = &mut self.open
            {
                open.push((one.span.into(), seat));
                continue;
            }
            let Some(card) = self.card(one, seat) else {
                continue;
            };
            let side = &mut s.sides[usize::from(seat)];
            if self.book.is_moon(card) {
                self.wrong(
                    one,
                    "Moons are never in a hand: they go to the table when they are drawn",
                    "leave it out",
                );
            } else if side.hand.len() == HAND {
                self.wrong(
                    one,
                    format!("a hand has at most {HAND} cards"),
                    "leave some out",
                );
            } else {
                side.hold(card);
            }
        }
    }
}

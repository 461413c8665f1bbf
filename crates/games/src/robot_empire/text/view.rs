//! What a viewer may know of a state, and the table as text.

use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::state::{INSTANT, LANDED, NEW, NONE, PERMANENT, RECHARGING, Spot, State, Unit};
use cardwright_kernel::{Seat, Viewer};
use serde::Serialize;
use std::fmt::Write;

/// A card on the table, as everybody sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UnitView {
    /// Its name in notation.
    pub id: String,
    /// The id of its card.
    pub card: String,
    /// The legs of a Mega Robot.
    pub legs: Option<String>,
    /// Its attack now, without a die that is yet to be rolled.
    pub attack: u8,
    /// Whether 1d6 is added to it.
    pub attack_die: bool,
    /// Its defence now.
    pub defence: u8,
    /// Marks of damage.
    pub damage: u8,
    /// Damage that is prevented.
    pub prevented: u8,
    /// Whether it flies now.
    pub flying: bool,
    /// The damage of its shots.
    pub long_range: u8,
    /// Not recharging.
    pub ready: bool,
    /// Came out in this turn.
    pub new: bool,
    /// A fighter in the front line.
    pub front: bool,
    /// The Moon it is on.
    pub moon: Option<String>,
    /// Installed Components and paid upgrades.
    pub upgrades: Vec<String>,
    /// As attacker the player it attacks, as blocker the attacker it blocks.
    pub fight: Option<String>,
}

/// A player, as the viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerView {
    /// The number, from 1.
    pub player: u8,
    /// Whether the player is out.
    pub out: bool,
    /// Coins on the Battery.
    pub battery: u8,
    /// Coins in the Vault.
    pub vault: u8,
    /// Cards in the hand.
    pub hand_size: usize,
    /// The hand, where the viewer may know it.
    pub hand: Option<Vec<String>>,
    /// The cards on the table.
    pub units: Vec<UnitView>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The present question.
    pub question: String,
    /// The turn, from 1; 0 before the first.
    pub turn: u16,
    /// The active player, from 1.
    pub active: u8,
    /// Coins in the War Chest.
    pub chest: u8,
    /// Cards in the Depot Deck.
    pub deck: u32,
    /// Cards on the discard pile, with their numbers.
    pub discard: Vec<(String, u8)>,
    /// Moons on the table with their coins.
    pub moons: Vec<(String, u8)>,
    /// What waits to take effect, the last announced last.
    pub waiting: Vec<String>,
    /// The players.
    pub players: Vec<PlayerView>,
}

impl Rulebook {
    /// What the viewer may know.
    pub(crate) fn see(&self, s: &State, viewer: Viewer) -> View {
        View {
            question: self.asks(s),
            turn: s.turn,
            active: s.active + 1,
            chest: s.chest,
            deck: s.deck.total(),
            discard: s.discard.iter().map(|(card, number)| (self.sort(card).id.clone(), number)).collect(),
            moons: (0..).zip(&s.moons).map(|(at, moon)| (self.moon_text(s, at), moon.coins)).collect(),
            waiting: s
                .waiting
                .iter()
                .map(|one| {
                    format!(
                        "{}{} of player {}",
                        self.sort(one.card).name,
                        self.at_phrase(s, one.named),
                        one.owner + 1
                    )
                })
                .collect(),
            players: self.seats().map(|seat| self.see_player(s, seat, viewer)).collect(),
        }
    }

    /// What a table knows at which some cards were never entered: those stand in hands as `?`.
    pub(crate) fn see_table(&self, s: &State, eyes: Viewer, unseen: &[(Seat, &str)]) -> View {
        let mut view = self.see(s, eyes);
        for (seat, drawn) in unseen {
            let id = drawn.split_whitespace().last().unwrap_or_default();
            // Where it has changed hands it is with another player.
            let (own, others): (Vec<_>, Vec<_>) =
                view.players.iter_mut().partition(|player| player.player == seat.0 + 1);
            let mut held = own.into_iter().chain(others).filter_map(|player| player.hand.as_mut()).flatten();
            if let Some(card) = held.find(|card| *card == id) {
                *card = "?".into();
            }
        }
        view
    }

    /// Whether a viewer knows the hand of a seat.
    pub(crate) fn knows_hand(seat: u8, viewer: Viewer) -> bool {
        viewer == Viewer::Referee || viewer == Viewer::Seat(Seat(seat))
    }

    fn see_player(&self, s: &State, seat: u8, viewer: Viewer) -> PlayerView {
        let side = s.side(seat);
        let hand = || side.hand.iter().map(|card| self.sort(*card).id.clone()).collect();
        PlayerView {
            player: seat + 1,
            out: side.out,
            battery: side.battery,
            vault: side.vault,
            hand_size: side.hand.len(),
            hand: Self::knows_hand(seat, viewer).then(hand),
            units: side.present().map(|(at, unit)| self.see_unit(s, Spot { seat, at }, unit)).collect(),
        }
    }

    fn see_unit(&self, s: &State, spot: Spot, unit: &Unit) -> UnitView {
        let fight = (unit.fight != 0).then(|| {
            if spot.seat == s.active {
                format!("player {}", unit.fight)
            } else {
                self.spot_text(s, Spot { seat: s.active, at: unit.fight - 1 })
            }
        });
        UnitView {
            id: self.spot_text(s, spot),
            card: self.sort(unit.card).id.clone(),
            legs: (unit.legs != NONE).then(|| self.sort(unit.legs).id.clone()),
            attack: self.attack(unit),
            attack_die: self.rolls(unit),
            defence: self.defence(unit),
            damage: unit.damage,
            prevented: unit.prevented,
            flying: self.flies(unit),
            long_range: self.long_range(unit),
            ready: unit.ready(),
            new: unit.is(NEW),
            front: self.in_front(unit),
            moon: (unit.moon != 0).then(|| self.moon_text(s, unit.moon - 1)),
            upgrades: self.upgrade_words(unit),
            fight,
        }
    }

    /// Installed Components and paid upgrades, as words of a position.
    pub(crate) fn upgrade_words(&self, unit: &Unit) -> Vec<String> {
        let mut words: Vec<String> = self.parts_of(unit).map(|part| self.sort(part).id.clone()).collect();
        for (flag, word) in [(PERMANENT, "permanent"), (INSTANT, "instant")] {
            if unit.is(flag) {
                words.push(word.into());
            }
        }
        words
    }

    /// A card on the table in the words of a position.
    pub(crate) fn unit_words(&self, s: &State, unit: &Unit) -> String {
        let mut text = self.sort(unit.card).id.clone();
        if unit.legs != NONE {
            let _ = write!(text, "+{}", self.sort(unit.legs).id);
        }
        for (flag, word) in [(NEW, "new"), (RECHARGING, "recharging"), (LANDED, "landed")] {
            if unit.is(flag) {
                let _ = write!(text, " {word}");
            }
        }
        for word in self.upgrade_words(unit) {
            let _ = write!(text, " {word}");
        }
        for (number, word) in [(unit.damage, "damage"), (unit.prevented, "prevented")] {
            if number > 0 {
                let _ = write!(text, " {word}={number}");
            }
        }
        if unit.moon != 0 {
            let _ = write!(text, " moon={}", self.moon_text(s, unit.moon - 1));
        }
        text
    }
}

/// How the players stand, in one line.
pub(crate) fn standing(view: &View) -> String {
    let players = view.players.iter().map(|player| match player.out {
        true => format!("player {} is out", player.player),
        false => format!("player {}: Battery {}, Vault {}", player.player, player.battery, player.vault),
    });
    players.collect::<Vec<_>>().join("; ")
}

/// The table as text.
pub(crate) fn draw(view: &View) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "War Chest {} · Depot Deck {} · turn {} of player {}",
        view.chest, view.deck, view.turn, view.active
    );
    if !view.moons.is_empty() {
        let moons: Vec<String> = view.moons.iter().map(|(moon, coins)| format!("{moon} ({coins})")).collect();
        let _ = writeln!(text, "Moons: {}", moons.join(", "));
    }
    if !view.waiting.is_empty() {
        let _ = writeln!(
            text,
            "Announced, the last first: {}",
            view.waiting.iter().rev().cloned().collect::<Vec<_>>().join(", ")
        );
    }
    for player in &view.players {
        let _ = write!(text, "\nPlayer {}", player.player);
        if player.out {
            text.push_str(" is out\n");
            continue;
        }
        let _ = writeln!(
            text,
            ": Battery {} · Vault {} · hand {}",
            player.battery, player.vault, player.hand_size
        );
        if let Some(hand) = &player.hand {
            let _ = writeln!(text, "  hand: {}", hand.join(", "));
        }
        for unit in &player.units {
            let _ = writeln!(text, "  {}", unit_line(unit));
        }
    }
    text
}

fn unit_line(unit: &UnitView) -> String {
    let die = if unit.attack_die { "+1d6" } else { "" };
    let mut line = format!("{} {}{die}/{}", unit.id, unit.attack, unit.defence);
    let mut add = |so: bool, word: &str| {
        if so {
            let _ = write!(line, " {word}");
        }
    };
    add(unit.flying, "flying");
    add(unit.long_range > 0, &format!("range {}", unit.long_range));
    add(!unit.ready, "recharging");
    add(unit.new, "new");
    add(unit.damage > 0, &format!("damage {}", unit.damage));
    add(unit.prevented > 0, &format!("prevented {}", unit.prevented));
    for word in &unit.upgrades {
        add(true, word);
    }
    add(unit.legs.is_some(), &format!("on {}", unit.legs.as_deref().unwrap_or_default()));
    add(unit.moon.is_some(), &format!("on the Moon {}", unit.moon.as_deref().unwrap_or_default()));
    add(unit.fight.is_some(), &format!("against {}", unit.fight.as_deref().unwrap_or_default()));
    line
}

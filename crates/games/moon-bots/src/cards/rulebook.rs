//! What a rulebook holds: cards, options and number of players, ready for play. `book` makes it.

use crate::cards::changes::Changes;
use crate::cards::lexicon::HookId;
use crate::cards::words::memo::Memo;
use crate::fast::precomputed_conditions::PrecomputedConditions;
use crate::fast::slides::Slides;
use crate::fast::works::Works;
use crate::options::Options;
use crate::play::opening::Opening;
use crate::state::ids::{CardId, PlayerId, RobotId, Robots, SlotId, WeaponId, Windows};
use crate::state::market_key::MarketKey;
pub(crate) use crate::state::sizes::{ABILITIES, OPEN_COPIES, WEAPON_COPIES, WEAPONS_OUT, WINDOWS};
use crate::state::{ROBOTS, SLOTS};
use crate::text::names::{Names, Steps};
use cardwright_effects::Card;
use cardwright_kernel::{ProgramId, RuleId};
use cardwright_runtime::bound::{Bound, DefinitionId};
use cardwright_runtime::ids::Id;

/// What a part or upgrade is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CardKind {
    /// A part for a slot.
    Part {
        /// The slot.
        slot: SlotId,
    },
    /// An upgrade.
    Upgrade {
        /// Dice it adds.
        dice: u8,
        /// Dice it lets roll again.
        reroll: u8,
        /// How many copies one robot may have.
        most: u8,
    },
}

/// Something dice make work: a part or a built-in ability.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ability {
    /// The card.
    pub card: DefinitionId,
    /// The dice that make it work, each way packed as in [`crate::state::Turn::dice`].
    pub combos: Vec<u32>,
    /// What its effect symbols do.
    pub program: ProgramId,
    /// The attack that its symbols begin with, if they do and there is no script.
    pub opening: Option<Opening>,
    /// What its script does after that.
    pub on_use: Option<ProgramId>,
}

/// A part or upgrade of the deck.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Open {
    /// The card.
    pub card: DefinitionId,
    /// What it is for.
    pub kind: CardKind,
    /// Energy it costs beside its row.
    pub extra: u8,
    /// The dice and effect of a part.
    pub ability: Option<Ability>,
    /// Programs of hooks: `(hook, program)`.
    pub hooks: Vec<(HookId, ProgramId)>,
    /// The keywords it bears: a bit each.
    pub keywords: u16,
    /// What it changes as long as it is there.
    pub standing: Changes,
    /// What it remembers.
    pub memo: Memo,
    /// Its copies in this deck.
    pub copies: [u64; 2],
}

/// What a card does in a hook of attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fight {
    /// The program.
    pub program: ProgramId,
    /// The sets of types of damage for which it does nothing: a bit for each set.
    pub idle: u16,
}

/// A secret weapon of the deck.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Weapon {
    /// The card.
    pub card: DefinitionId,
    /// The windows it fits: a bit each.
    pub windows: u16,
    /// The condition under which it may be played.
    pub can: Option<ProgramId>,
    /// What it does when it is played.
    pub play: Option<ProgramId>,
    /// What happens when it is bought.
    pub on_bought: Option<ProgramId>,
    /// Programs of the hooks that work while it stays: `(hook, program)`.
    pub hooks: Vec<(HookId, ProgramId)>,
    /// What it remembers while it stays.
    pub memo: Memo,
    /// Its copies in this deck.
    pub copies: u64,
}

/// The rules of Moon-Bots with a deck, options and a number of players.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// The cards and their programs. Beside each program in a hook of attacks: the sets of types of damage for which it
    /// does nothing, a bit for each set.
    pub(crate) bound: Bound<u16>,
    pub(crate) players: u8,
    pub(crate) options: Options,
    pub(crate) open: Vec<Open>,
    /// The card of each open copy.
    pub(crate) open_of: [CardId; OPEN_COPIES],
    pub(crate) weapons: Vec<Weapon>,
    /// The weapon of each weapon copy.
    pub(crate) weapon_of: [WeaponId; WEAPON_COPIES],
    /// Weapon copies that fit each window.
    pub(crate) fits: [u64; WINDOWS],
    /// The windows for which the holder of each weapon copy may have to be asked.
    pub(crate) windows_of: [Windows; WEAPON_COPIES],
    /// Weapon copies whose holder may have to be asked in each window.
    pub(crate) wakes: [u64; WINDOWS],
    /// Weapon copies whose conditions need not be run.
    pub(crate) precomputed: PrecomputedConditions,
    /// What each part or upgrade does in attacks: its `on_attack` and its `on_struck`.
    pub(crate) fights: [[Option<Fight>; 2]; OPEN_COPIES],
    /// What the market asks of each card and of what else may lie on a place.
    pub(crate) market_keys: [MarketKey; 256],
    /// The most that anything in the market may cost.
    pub(crate) dearest: u8,
    /// How cards slide down.
    pub(crate) slides: Slides,
    /// The categories of upgrades with hooks.
    pub(crate) changing: u64,
    /// The parts and abilities that dice make work.
    pub(crate) works: Works,
    pub(crate) base: Vec<Ability>,
    /// Which hooks some card has that reacts: a bit for each hook of the lexicon; those of attacks do not count.
    pub(crate) listened: u32,
    /// Whether some part has `on_attack` or `on_struck`.
    pub(crate) parts_fight: bool,
    /// Whether some card makes a standing change.
    pub(crate) standing: bool,
    /// Whether some card can draw attacks or keep them off.
    pub(crate) guards: bool,
    /// Whether some card can make upgrades do nothing for a turn.
    pub(crate) silences: bool,
    /// Cards that left the deck because they are marked.
    pub(crate) marked_out: u8,
    /// Names of everything, shared with the views.
    pub(crate) names: std::sync::Arc<Names>,
    /// The numbered first steps of actions, once somebody has asked.
    pub(crate) steps: std::sync::OnceLock<Steps>,
}

impl Rulebook {
    /// The clause that a card states as its own. A card may also cite something that is no clause of these rules.
    pub(crate) fn clause_of(&self, card: DefinitionId) -> Option<RuleId> {
        self.bound.clause_of(card)
    }

    /// A card.
    pub(crate) fn card(&self, card: DefinitionId) -> &Card {
        self.bound.card(card)
    }

    /// The part or ability that a bit of [`crate::state::Turn::used`] stands for, given the robot's parts.
    #[inline]
    pub(crate) fn ability_at(&self, parts: &[u8; SLOTS], place: u8) -> Option<&Ability> {
        match parts.get(usize::from(place)) {
            Some(0) => None,
            Some(number) => self.open[usize::from(*number) - 1].ability.as_ref(),
            None => self.base.get(usize::from(place) - SLOTS),
        }
    }

    /// The ways in which dice make it work.
    #[inline]
    pub(crate) fn combos_at(&self, parts: &[u8; SLOTS], place: u8) -> &[u32] {
        self.ability_at(parts, place)
            .map_or(&[], |ability| &ability.combos)
    }

    /// Every secret weapon copy of the deck.
    pub(crate) fn all_weapons(&self) -> u64 {
        self.weapons
            .iter()
            .fold(0, |all, weapon| all | weapon.copies)
    }

    /// Robots at the table.
    pub(crate) fn robots(&self) -> Robots {
        let robots = if self.duel() {
            ROBOTS
        } else {
            self.players.into()
        };
        RobotId::all().take(robots).collect()
    }

    /// Whether two players play with two robots each.
    #[inline]
    pub(crate) fn duel(&self) -> bool {
        self.players == 2
    }

    /// The robots of a player.
    #[inline]
    pub(crate) fn robots_of(&self, player: PlayerId) -> Robots {
        match self.duel() {
            true => Robots::from_bits(0b11u8.wrapping_shl(2 * u32::from(player.n()))),
            false => Robots::from_bits(1 << player.n()),
        }
    }

    /// The player of a robot.
    #[inline]
    pub(crate) fn owner(&self, robot: RobotId) -> PlayerId {
        if self.duel() {
            PlayerId::of_pair(robot)
        } else {
            PlayerId::of_one(robot)
        }
    }
}

/// Bits in a mask of open copies.
pub(crate) fn ones(mask: [u64; 2]) -> u32 {
    mask[0].count_ones() + mask[1].count_ones()
}

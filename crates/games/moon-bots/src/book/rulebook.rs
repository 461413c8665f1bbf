//! The rulebook: cards, options and number of players, ready for play. `build` makes it.

pub(crate) use crate::sizes::{ABILITIES, OPEN_COPIES, WEAPON_COPIES, WEAPONS_OUT, WINDOWS};

use crate::book::changes::Changes;
use crate::book::conditions::PrecomputedConditions;
use crate::book::memo::Memo;
use crate::book::names::{Names, Steps};
use crate::book::opening::Opening;
use crate::book::slides::Slides;
use crate::book::works::Works;
use crate::lexicon::HookId;
use crate::options::Options;
use crate::state::ids::{CardId, PlayerId, RobotId, Robots, SlotId, WeaponId, WindowId, Windows};
use crate::state::market_key::MarketKey;
use crate::state::{ROBOTS, SLOTS};
use cardwright_effects::Card;
use cardwright_kernel::{ProgramId, RuleId};
use cardwright_runtime::bound::{Bound, DefinitionId};
use cardwright_runtime::ids::Id;

/// The kind of a part or upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CardKind {
    /// A part for a slot.
    Part {
        /// The slot.
        slot: SlotId,
    },
    /// An upgrade.
    Upgrade {
        /// The number of dice it adds.
        dice: u8,
        /// The number of dice it allows to reroll.
        reroll: u8,
        /// The maximum number of copies on one robot.
        most: u8,
    },
}

/// A part or built-in ability that is used with dice.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ability {
    /// The card.
    pub card: DefinitionId,
    /// The combinations of dice it can be used with, each packed as in [`crate::state::Turn::dice`].
    pub combos: Vec<u32>,
    /// The program of its effect symbols.
    pub program: ProgramId,
    /// The attack that its symbols begin with, if they do and the card has no script.
    pub opening: Option<Opening>,
    /// The program of its script, which runs after the symbols.
    pub on_use: Option<ProgramId>,
    /// The program of its script that knows the dice, which runs last.
    pub on_use_with: Option<ProgramId>,
    /// Whether it has one of the two.
    pub scripted: bool,
}

/// A part or upgrade of the deck.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Open {
    /// The card.
    pub card: DefinitionId,
    /// Whether it is a part or an upgrade.
    pub kind: CardKind,
    /// The energy it costs in addition to the price of its row.
    pub extra: u8,
    /// For a part: its dice and effect.
    pub ability: Option<Ability>,
    /// Programs of hooks: `(hook, program)`.
    pub hooks: Vec<(HookId, ProgramId)>,
    /// Its keywords, with one bit for each.
    pub keywords: u16,
    /// Its standing changes.
    pub standing: Changes,
    /// The kind of data it stores.
    pub memo: Memo,
    /// Its copies in this deck, with one bit for each.
    pub copies: [u64; 2],
}

/// The program of a card in an attack hook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fight {
    /// The program.
    pub program: ProgramId,
    /// The sets of damage types for which it does nothing, with one bit for each set.
    pub idle: u16,
}

/// A secret weapon of the deck.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Weapon {
    /// The card.
    pub card: DefinitionId,
    /// The windows it can be played in, with one bit for each.
    pub windows: u16,
    /// The condition under which it may be played.
    pub can: Option<ProgramId>,
    /// Its effect when it is played.
    pub play: Option<ProgramId>,
    /// Its effect when it is bought.
    pub on_bought: Option<ProgramId>,
    /// Programs of the hooks that work while the weapon stays on the table: `(hook, program)`.
    pub hooks: Vec<(HookId, ProgramId)>,
    /// The kind of data it stores while it stays on the table.
    pub memo: Memo,
    /// Its copies in this deck, with one bit for each.
    pub copies: u64,
}

/// The rules of Moon-Bots with a deck, options and a number of players.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// The cards and their programs. Each program in an attack hook also has the sets of damage types for which it
    /// does nothing, with one bit for each set.
    pub(crate) bound: Bound<u16>,
    pub(crate) players: u8,
    /// The player of each robot.
    pub(crate) owners: [PlayerId; ROBOTS],
    pub(crate) options: Options,
    pub(crate) open: Vec<Open>,
    /// The card of each copy of a part or upgrade.
    pub(crate) open_of: [CardId; OPEN_COPIES],
    pub(crate) weapons: Vec<Weapon>,
    /// The weapon of each weapon copy.
    pub(crate) weapon_of: [WeaponId; WEAPON_COPIES],
    /// The weapon copies that can be played in each window.
    pub(crate) fits: [u64; WINDOWS],
    /// The windows in which the holder of each weapon copy may have to be asked.
    pub(crate) windows_of: [Windows; WEAPON_COPIES],
    /// The weapon copies whose holder may have to be asked in each window.
    pub(crate) wakes: [u64; WINDOWS],
    /// The weapon copies whose conditions need not be run.
    pub(crate) precomputed: PrecomputedConditions,
    /// What each part or upgrade does in attacks: its `on_attack` and its `before_damage`.
    pub(crate) fights: [[Option<Fight>; 2]; OPEN_COPIES],
    /// The category and extra cost of every card and of whatever else may be on a place.
    pub(crate) market_keys: [MarketKey; 256],
    /// The highest price that anything in the market may have.
    pub(crate) dearest: u8,
    /// How cards slide down.
    pub(crate) slides: Slides,
    /// The categories of upgrades with hooks.
    pub(crate) changing: u64,
    /// The parts and abilities that can be used with given dice.
    pub(crate) works: Works,
    pub(crate) base: Vec<Ability>,
    /// The hooks in which some card reacts, with one bit for each hook of the lexicon; attack hooks do not count.
    pub(crate) listened: u32,
    /// Whether some card acts when another robot attacks.
    pub(crate) watched: u16,
    /// Whether some part has `on_attack` or `before_damage`.
    pub(crate) parts_fight: bool,
    /// Whether some card has a standing change.
    pub(crate) standing: bool,
    /// Whether some card can make attacks be aimed at a robot, or prevent them.
    pub(crate) guards: bool,
    /// Whether some card asks for the last purchase of a turn.
    pub(crate) purchases: bool,
    /// Whether some card asks for the types of the damage that it reacts to.
    pub(crate) struck: bool,
    /// Whether some card acts just before damage is dealt.
    pub(crate) final_damage: bool,
    /// Whether some card decides which robots may attack which.
    pub(crate) treaties: bool,
    /// Whether a turn begins by clearing what cards note for a turn: upgrades without effect, blocked slots, limits for
    /// dice, and the last purchase.
    pub(crate) silences: bool,
    /// The number of cards removed from the deck because they are marked.
    pub(crate) marked_out: u8,
    /// Names of everything, shared with the views.
    pub(crate) names: std::sync::Arc<Names>,
    /// The numbered first steps of actions, computed on first use.
    pub(crate) steps: std::sync::OnceLock<Steps>,
}

impl Rulebook {
    /// The clause that a card states as its own; `None` if it states none or cites something that is no clause of
    /// these rules.
    pub(crate) fn clause_of(&self, card: DefinitionId) -> Option<RuleId> {
        self.bound.clause_of(card)
    }

    /// A card.
    pub(crate) fn card(&self, card: DefinitionId) -> &Card {
        self.bound.card(card)
    }

    /// The part or ability for a bit of [`crate::state::Turn::used`], given the robot's parts.
    #[inline]
    pub(crate) fn ability_at(&self, parts: &[u8; SLOTS], place: u8) -> Option<&Ability> {
        match parts.get(usize::from(place)) {
            Some(0) => None,
            Some(number) => self.open[usize::from(*number) - 1].ability.as_ref(),
            None => self.base.get(usize::from(place) - SLOTS),
        }
    }

    /// The combinations of dice with which the part or ability can be used.
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

    /// Whether some weapon of the deck can respond to others from the hand (MB-12.20).
    pub(crate) fn answered_from_hands(&self) -> bool {
        self.fits[WindowId::WeaponPlayed.index()] != 0
    }

    /// The robots at the table.
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
        self.owners[robot.index()]
    }
}

/// The number of bits in a mask of copies of parts and upgrades.
pub(crate) fn ones(mask: [u64; 2]) -> u32 {
    mask[0].count_ones() + mask[1].count_ones()
}

impl Open {
    /// Whether a copy is in the pile.
    #[inline]
    pub(crate) fn in_pile(&self, pile: [u64; 2]) -> bool {
        self.left(pile) != [0; 2]
    }

    /// The copies of a card in the pile.
    #[inline]
    pub(crate) fn left(&self, pile: [u64; 2]) -> [u64; 2] {
        [self.copies[0] & pile[0], self.copies[1] & pile[1]]
    }
}

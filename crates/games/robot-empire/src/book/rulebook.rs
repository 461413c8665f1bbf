//! The rulebook: cards in the form that play needs, decks, and the numbered programs of scripts.

pub(crate) use crate::book::card_defs::NO_PROGRAM;

use crate::book::card_defs::{CardDef, NO_CONDITION};
use crate::book::condition_feature::ConditionFeature;
use crate::book::print::{self, Print};
use crate::lexicon::{HookId, KindId, VerbId};
use crate::options::{Ask, Options, Yes};
use crate::rules::{CLAUSES, PLAYERS};
use crate::state::{
    CardDefId, CardDefs, MAX_COPIES, MAX_DEFS, MAX_LEGS, MAX_MOONS, MAX_PARTS, Piles, PlayerId,
    Unit,
};
use cardwright_effects::{CardSet, Place};
use cardwright_kernel::{ProgramId, RuleId};
use cardwright_runtime::bound::Bound;
use cardwright_runtime::ids::Id;

/// The maximum number of card definitions with a cost of 1d6: each is one bit in a state.
const MAX_COST_DICE: usize = 16;

/// The number of values of a card definition's byte, so that lookups need no bounds check.
const DEF_NUMBERS: usize = 256;

/// The rules of Robot Empire with cards, decks, options and a number of players.
#[derive(Clone, Debug)]
pub struct Rulebook {
    pub(crate) bound: Bound,
    pub(crate) players: u8,
    pub(crate) options: Options,
    /// The card definitions of all decks; if players bring decks, each player's are together, in seat order.
    pub(crate) defs: Vec<CardDef>,
    /// The card definitions of the common deck, or of each player's deck.
    pub(crate) decks: Vec<CardDefs>,
    /// The card definitions of Components, by the number stored in units.
    pub(crate) parts: Vec<CardDefId>,
    /// The card definitions of legs, by the number stored in units.
    pub(crate) legs: Vec<CardDefId>,
    /// The printed data of each card definition, and of unused numbers.
    pub(crate) prints: Box<[Print; DEF_NUMBERS]>,
    /// For each program, the feature it tests, if it is a simple condition.
    pub(crate) condition_features: Vec<Option<ConditionFeature>>,
    /// The decks at the start of the game.
    pub(crate) stock: Piles,
    /// The hooks that some card has, with one bit for each.
    pub(crate) listened: u128,
    /// Whether some card may change what cards cost.
    pub(crate) reprices: bool,
    /// Whether some card changes the attack or defence of cards as long as it is in play.
    pub(crate) auras: bool,
    /// Whether some card may give another player control of a card for a turn.
    pub(crate) lends: bool,
    /// Whether some card cannot be blocked by one blocker alone.
    pub(crate) two_blockers: bool,
    /// Whether some card deals the damage that its blockers leave to the Battery.
    pub(crate) tramples: bool,
    /// Whether some card reacts to attackers that nobody blocks.
    pub(crate) tells_unblocked: bool,
    /// Whether some card reacts when a fighter has damaged or destroyed another in combat.
    pub(crate) tells_fought: bool,
    /// Whether some card may make another one fly.
    pub(crate) lifts: bool,
    /// Whether some Agent costs nothing, so that a player without coins may be able to respond.
    pub(crate) free_agents: bool,
}

/// Hooks as bits.
#[inline(always)]
const fn mask(hooks: &[HookId]) -> u128 {
    let (mut bits, mut place) = (0, 0);
    while place < hooks.len() {
        bits |= 1 << hooks[place].n();
        place += 1;
    }
    bits
}

impl Rulebook {
    /// Makes the rulebook for 2 or 3 players with the cards of some packs.
    ///
    /// # Errors
    /// Every reason why no game is possible: number of players, unknown options, decks that are too large or too small.
    pub fn new(
        cards: CardSet,
        players: u8,
        options: &[(String, String)],
    ) -> Result<Rulebook, Vec<String>> {
        let mut flaws = Vec::new();
        if !(2..=3).contains(&players) {
            flaws.push(format!(
                "robot-empire is for 2 or 3 players, not {players} ({PLAYERS})"
            ));
        }
        let options = match Options::read(options) {
            Ok(options) => options,
            Err(errors) => {
                flaws.extend(errors);
                return Err(flaws);
            }
        };
        flaws.extend(options.too_rich(players));
        let mut bound = Bound::new(cards, CLAUSES);
        if let Err(flaw) = bound.choose_deck(&options.deck) {
            flaws.push(flaw);
        }
        let mut book = Rulebook {
            bound,
            players,
            options,
            defs: Vec::new(),
            decks: Vec::new(),
            parts: Vec::new(),
            legs: Vec::new(),
            prints: Box::new([Print::NONE; DEF_NUMBERS]),
            condition_features: Vec::new(),
            stock: Piles::default(),
            listened: 0,
            reprices: false,
            auras: false,
            lends: false,
            two_blockers: false,
            tramples: false,
            tells_unblocked: false,
            tells_fought: false,
            lifts: false,
            free_agents: false,
        };
        match book.options.own_decks().is_empty() {
            true => book.common_deck(&mut flaws),
            false => book.own_decks(&mut flaws),
        }
        book.bind(&mut flaws);
        if flaws.is_empty() {
            Ok(book)
        } else {
            Err(flaws)
        }
    }

    /// Whether the current variants exclude a card (clauses RE-5.4, RE-8.5).
    pub(crate) fn is_left_out(&self, kind: KindId) -> bool {
        kind.is_half() && self.options.mega == Yes::No
            || kind == KindId::Moon && self.options.moons == Yes::No
    }

    fn common_deck(&mut self, flaws: &mut Vec<String>) {
        let cards: Vec<_> = self
            .bound
            .cards()
            .map(|(at, card)| (at, card.clone()))
            .collect();
        for (at, card) in &cards {
            let Some(kind) = KindId::of(card.kind) else {
                continue;
            };
            if kind != KindId::Setup && card.copies > 0 && !self.is_left_out(kind) {
                self.add_def(CardDef::of(*at, card, kind), flaws);
            }
        }
        self.decks.push(self.all_defs());
        let moons: u32 = self
            .defs
            .iter()
            .filter(|def| def.kind == KindId::Moon)
            .map(|def| u32::from(def.copies))
            .sum();
        let others = self.stock.deck_size(self.all_defs()) - moons;
        let needed = u32::from(self.players) * 7 + 1;
        if moons as usize > MAX_MOONS {
            flaws.push(format!("{moons} Moons; at most {MAX_MOONS}"));
        }
        if self.options.moons == Yes::Yes && moons == 0 {
            flaws.push("the deck has no Moon: add one, or set `moons = no`".into());
        }
        if others < needed {
            flaws.push(format!("{others} cards beside Moons; at least {needed}"));
        }
    }

    /// Adds a card definition to the current deck.
    pub(crate) fn add_def(&mut self, mut def: CardDef, flaws: &mut Vec<String>) {
        let Some(place) = CardDefId::of(self.defs.len()) else {
            let full = format!(
                "there are more than {MAX_DEFS} different cards: leave some out with `copies = 0`"
            );
            if !flaws.contains(&full) {
                flaws.push(full);
            }
            return;
        };
        if def.copies > MAX_COPIES {
            let Place { file, line } = &self.bound.card(def.card).place;
            let (name, copies) = (&def.name, def.copies);
            flaws.push(format!(
                "{file}, line {line}: {name}: {copies} copies; at most {MAX_COPIES}"
            ));
        }
        let numbered = match def.kind {
            KindId::Component => Some((&mut self.parts, MAX_PARTS, "Components")),
            KindId::MegaLegs => Some((&mut self.legs, MAX_LEGS, "legs")),
            _ => None,
        };
        if let Some((list, most, what)) = numbered {
            list.push(place);
            def.nth = list.len() as u8;
            if list.len() == most + 1 {
                flaws.push(format!("more than {most} sorts of {what} in all decks"));
            }
        }
        if def.cost_die > 0 {
            let before = self.defs.iter().filter(|other| other.cost_die > 0).count();
            def.cost_die = before as u8 + 1;
            if before == MAX_COST_DICE {
                flaws.push(format!(
                    "more than {MAX_COST_DICE} sorts with a cost of 1d6"
                ));
            }
        }
        self.stock.stock(place, def.copies);
        self.defs.push(def);
    }

    /// Connects each card definition with the programs of its card.
    fn bind(&mut self, flaws: &mut Vec<String>) {
        let mut of_cards: Vec<Option<[ProgramId; crate::lexicon::HOOKS.len()]>> =
            vec![None; self.bound.cards.cards.len()];
        for at in 0..self.defs.len() {
            let card = self.defs[at].card;
            let programs = of_cards[card.index()].unwrap_or_else(|| {
                let mut programs = [NO_PROGRAM; crate::lexicon::HOOKS.len()];
                for handler in self.bound.card(card).handlers.clone() {
                    if let Some(program) = programs.get_mut(usize::from(handler.hook)) {
                        *program = self
                            .bound
                            .add(card, Some(handler.hook), handler.program, ());
                        self.listened |= 1 << handler.hook;
                    }
                }
                programs
            });
            self.defs[at].programs = programs;
            if of_cards[card.index()].replace(programs).is_none()
                && let Some(flaw) = self.defs[at].flaw(self.bound.card(card))
            {
                let place = &self.bound.card(card).place;
                flaws.push(format!("{}, line {}: {flaw}", place.file, place.line));
            }
        }
        self.reprices = may_reprice(self);
        self.two_blockers = self.defs.iter().any(|def| def.two_blockers);
        self.tramples = self.listens(HookId::Tramples) || self.defs.iter().any(|def| def.tramples);
        self.tells_unblocked =
            self.listens(HookId::OnUnblocked) || self.listens(HookId::OnFoeUnblocked);
        self.tells_fought = [
            HookId::OnFoughtDestroyed,
            HookId::OnDestroyedBy,
            HookId::OnDamageDealt,
        ]
        .into_iter()
        .any(|hook| self.listens(hook));
        self.auras = self.listens(HookId::AttackBonus) || self.listens(HookId::DefenceBonus);
        self.lifts = self.bound.does(&[VerbId::Lift.n()]);
        self.lends = self.bound.does(&[VerbId::Borrow.n()]);
        let protects = self.protects();
        for (print, def) in self.prints.iter_mut().zip(&self.defs) {
            *print = Print::of(def);
            if self.reprices {
                print.may_be_free();
            }
            if protects && print.can == NO_PROGRAM {
                print.can = NO_CONDITION;
            }
        }
        self.free_agents = self.prints.iter().any(|print| print.agent_cost == 0);
        self.condition_features = self
            .bound
            .iter()
            .map(|owned| ConditionFeature::of(&owned.program))
            .collect();
        if self.bound.is_full() {
            flaws.push("too many scripts: leave some packs out".into());
        }
    }

    /// Whether some card says who may name it or other cards.
    #[inline]
    pub(crate) fn protects(&self) -> bool {
        self.listened & const { mask(&[HookId::CanBeNamed, HookId::Protects]) } != 0
    }

    /// Whether some card says whom a fighter may attack, or what that costs.
    #[inline]
    pub(crate) fn limits_attacks(&self) -> bool {
        let hooks = [
            HookId::CanAttack,
            HookId::CanBeAttackedBy,
            HookId::AttackToll,
        ];
        self.listened & mask(&hooks) != 0
    }

    /// Whether some card reacts when a card is destroyed.
    #[inline]
    pub(crate) fn tells_destroyed(&self) -> bool {
        const HOOKS: u128 = mask(&[
            HookId::OnDestroyed,
            HookId::OnDestroyedBy,
            HookId::OnOwnDestroyed,
            HookId::OnFoeDestroyed,
            HookId::OnFoughtDestroyed,
        ]);
        self.listened & HOOKS != 0
    }

    /// A card definition.
    #[inline]
    pub(crate) fn def(&self, def: CardDefId) -> &CardDef {
        &self.defs[def.index()]
    }

    /// The printed data of a card definition.
    #[inline]
    pub(crate) fn print(&self, def: CardDefId) -> &Print {
        &self.prints[def.index()]
    }

    /// All card definitions.
    pub(crate) fn all_defs(&self) -> CardDefs {
        CardDefs::new(0..self.defs.len())
    }

    /// The number of the deck that a seat draws from.
    #[inline]
    pub(crate) fn deck_of(&self, seat: PlayerId) -> usize {
        if self.decks.len() > 1 {
            usize::from(seat) % self.decks.len()
        } else {
            0
        }
    }

    /// The players with whom data about each deck is stored: for a common deck, the first player.
    pub(crate) fn deck_holders(&self) -> impl Iterator<Item = PlayerId> + use<> {
        self.seats().take(self.decks.len())
    }

    /// The player with whom data about the deck of a seat is stored.
    pub(crate) fn deck_holder(&self, seat: PlayerId) -> PlayerId {
        if self.decks.len() > 1 {
            seat
        } else {
            PlayerId::First
        }
    }

    /// The card definitions of the deck that a seat draws from.
    #[inline]
    pub(crate) fn defs_of(&self, seat: PlayerId) -> CardDefs {
        self.decks[self.deck_of(seat)]
    }

    /// Whether a card definition is a Moon.
    #[inline]
    pub(crate) fn is_moon(&self, def: CardDefId) -> bool {
        self.print(def).is(print::MOON)
    }

    /// The card definition with this id in a seat's deck.
    pub(crate) fn sort_named(&self, id: &str, seat: PlayerId) -> Option<CardDefId> {
        self.defs_of(seat)
            .iter()
            .find(|def| self.def(*def).id == id)
    }

    /// The card definition of the legs of an assembled Mega Robot.
    #[inline]
    pub(crate) fn legs_of(&self, unit: &Unit) -> Option<CardDefId> {
        self.legs
            .get(usize::from(unit.legs()).checked_sub(1)?)
            .copied()
    }

    /// The clause that a card states as its own.
    pub(crate) fn clause_of(&self, def: CardDefId) -> Option<RuleId> {
        self.bound.clause_of(self.def(def).card)
    }

    /// The same rules, but windows ask everybody who holds cards.
    pub(crate) fn asking_every_holder(&self) -> Rulebook {
        let mut book = self.clone();
        book.options.ask = Ask::WhenHolding;
        book
    }

    /// Whether some card has a hook.
    #[inline]
    pub(crate) fn listens(&self, hook: HookId) -> bool {
        self.listened & (1 << hook.n()) != 0
    }

    /// The seats of the game.
    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = PlayerId> + Clone + use<> {
        PlayerId::ALL.iter().copied().take(self.players.into())
    }
}

/// Whether some card may change what cards cost.
fn may_reprice(book: &Rulebook) -> bool {
    let hooks = [HookId::ExtraCost, HookId::Discount, HookId::Surcharge];
    hooks.into_iter().any(|hook| book.listens(hook)) || book.defs.iter().any(|def| def.discount > 0)
}

//! Makes a rulebook: numbers the cards, binds programs, and computes the lookup tables for play.

use crate::book::card_facts::{number, ways, word, words};
use crate::book::changes::Changes;
use crate::book::conditions::PrecomputedConditions;
use crate::book::memo::Memo;
use crate::book::names::Names;
use crate::book::opening::{Opening, idle_types};
use crate::book::rulebook::{
    ABILITIES, Ability, CardKind, Fight, OPEN_COPIES, Open, Rulebook, WEAPON_COPIES, WINDOWS,
    Weapon, ones,
};
use crate::book::slides::Slides;
use crate::book::works::{self, Works};
use crate::lexicon::{
    CustomNoun, CustomVerb, HookId, LEXICON, NounId, ThingId, base, kind, part, upgrade, weapon,
};
use crate::options::{Ask, Options};
use crate::rules::CLAUSES;
use crate::state::ids::{CardId, PlayerId, SlotId, WeaponId, Windows};
use crate::state::market_key::{MarketKey, NO_MARKET_KEYS, UPGRADE_KINDS};
use crate::state::{PLACES, SLOTS, WATCHED};
use cardwright_effects::{Card, CardSet, FactValue, Handler, Program};
use cardwright_kernel::ProgramId;
use cardwright_runtime::bound::{Bound, DefinitionId};
use cardwright_runtime::ids::Id;

/// The advice for a deck that is too large.
const FEWER: &str = "write fewer `copies`, or offer a deck that leaves cards of the game out: `[decks.mine]` in pack.toml \
                     with lines such as `\"moon-bots:dodge\" = { copies = 0 }`";

/// The meaning of `any`: every window except the one for responses to a weapon.
const WINDOWS_OF_A_TURN: u16 = 0xff;

/// A placeholder where there is no copy of a part or upgrade; it is never read.
const NO_CARD: CardId = CardId::ALL[0];

/// The same for secret weapons.
const NO_WEAPON: WeaponId = WeaponId::ALL[0];

impl Rulebook {
    /// Makes the rulebook for 2, 3 or 4 players with the cards of some packs.
    ///
    /// # Errors
    /// Every reason why no game is possible: number of players, unknown options, a deck that is too large or too small.
    pub fn new(
        cards: CardSet,
        players: u8,
        options: &[(String, String)],
    ) -> Result<Rulebook, Vec<String>> {
        let mut flaws = Vec::new();
        if !(2..=4).contains(&players) {
            flaws.push(format!("Moon-Bots is for 2, 3 or 4 players, not {players}"));
        }
        let options = Options::parse(options).unwrap_or_else(|mut errors| {
            flaws.append(&mut errors);
            Options::default()
        });
        let mut book = Rulebook {
            bound: Bound::new(cards, CLAUSES),
            players,
            owners: PlayerId::owners(players),
            options,
            open: Vec::new(),
            open_of: [NO_CARD; OPEN_COPIES],
            weapons: Vec::new(),
            weapon_of: [NO_WEAPON; WEAPON_COPIES],
            fits: [0; WINDOWS],
            windows_of: [Windows::EMPTY; WEAPON_COPIES],
            wakes: [0; WINDOWS],
            precomputed: PrecomputedConditions::default(),
            fights: [[None; 2]; OPEN_COPIES],
            market_keys: NO_MARKET_KEYS,
            dearest: 0,
            slides: Slides::default(),
            changing: 0,
            works: Works::default(),
            base: Vec::new(),
            listened: 0,
            watched: 0,
            parts_fight: false,
            standing: false,
            guards: false,
            treaties: false,
            purchases: false,
            struck: false,
            final_damage: false,
            silences: false,
            marked_out: 0,
            steps: std::sync::OnceLock::new(),
            names: Default::default(),
        };
        book.bound
            .choose_deck(&book.options.deck)
            .unwrap_or_else(|flaw| flaws.push(flaw));
        book.fill(&mut flaws);
        book.note_reactions();
        book.check(&mut flaws);
        book.names = std::sync::Arc::new(names_of(&book));
        if flaws.is_empty() {
            Ok(book)
        } else {
            Err(flaws)
        }
    }

    pub(crate) fn fill(&mut self, flaws: &mut Vec<String>) {
        let cards: Vec<_> = self
            .bound
            .cards()
            .map(|(index, card)| (index, card.clone()))
            .collect();
        for (index, card) in cards {
            match card.kind {
                kind::PART | kind::UPGRADE | kind::WEAPON if card.copies == 0 => {}
                kind::PART | kind::UPGRADE => self.add_open(index, &card, flaws),
                kind::WEAPON => self.add_weapon(index, &card, flaws),
                _ => {
                    let ability = self.ability(index, &card, base::ACTIVATE, base::EFFECT);
                    self.base.push(ability);
                }
            }
        }
        if self.base.len() > ABILITIES {
            flaws.push(format!(
                "{} built-in abilities; at most {ABILITIES}",
                self.base.len()
            ));
        }
        self.look_up();
    }

    /// Computes the lookup tables for play.
    fn look_up(&mut self) {
        for (number, open) in (1..).zip(&self.open) {
            self.works.add(
                open.ability.as_ref().map_or(&[], |ability| &ability.combos),
                number,
            );
        }
        for (place, ability) in self.base.iter().enumerate().take(ABILITIES) {
            self.works.add(&ability.combos, works::BASE + place);
        }
        self.works.spread();
        self.look_up_windows();
        self.slides = Slides::of(self.options.slide);
        let row = (PLACES / 2 - 1) as u8;
        self.dearest = self
            .market_keys
            .iter()
            .map(|key| row.saturating_add(key.extra))
            .max()
            .unwrap_or(row);
    }

    /// Computes which players windows may have to ask.
    pub(crate) fn look_up_windows(&mut self) {
        let all = [self.all_weapons(); WINDOWS];
        self.wakes = if self.options.ask == Ask::WhenHolding {
            all
        } else {
            self.fits
        };
        for (copy, windows) in self.windows_of.iter_mut().enumerate() {
            *windows = Windows::of(|window| self.wakes[window.index()] >> copy & 1 != 0);
        }
        self.precomputed = PrecomputedConditions::of(self);
    }

    /// Computes the flags that play reads at every step: whether any card reacts, acts in attacks or changes something.
    fn note_reactions(&mut self) {
        let own = self
            .open
            .iter()
            .map(|open| &open.hooks)
            .chain(self.weapons.iter().map(|weapon| &weapon.hooks));
        let all = own
            .flatten()
            .fold(0u64, |mask, (hook, _)| mask | 1 << hook.n());
        self.watched = match all & (1 << HookId::OnFoeAttack.n()) {
            0 => 0,
            _ => WATCHED,
        };
        let decides = 1 << HookId::CanAttack.n() | 1 << HookId::CanBeAttacked.n();
        self.treaties = all & decides != 0;
        let victims = all & (1 << HookId::OnVictim.n()) != 0;
        self.final_damage = all & (1 << HookId::OnFinal.n()) != 0;
        let all = all as u32;
        self.listened =
            all & !(1 << HookId::OnAttack.n() | 1 << HookId::OnStruck.n() | 1 << HookId::OnUse.n());
        if victims {
            // The check for final effects also finds these.
            self.listened |= 1 << HookId::OnFall.n();
        }
        if self.answered_from_hands() {
            self.listened |= 1 << HookId::OnPlay.n();
        }
        let part = |open: &Open| matches!(open.kind, CardKind::Part { .. });
        let fights = |fights: &[Option<Fight>; 2]| fights.iter().any(Option::is_some);
        self.parts_fight = self
            .open
            .iter()
            .zip(&self.fights)
            .any(|(open, own)| part(open) && fights(own));
        self.standing = self.open.iter().any(|open| open.standing.changes());
        let raises = 1 << HookId::Surcharge.n() | 1 << HookId::ExtraCost.n();
        self.standing |= all & (1 << HookId::Discount.n() | raises) != 0;
        if all & raises != 0 {
            // A card may raise a price above the energy of any robot.
            self.dearest = u8::MAX;
        }
        self.guards = self.treaties
            || self
                .bound
                .does(&[CustomVerb::DrawAttacks.n(), CustomVerb::Spare.n()]);
        self.purchases = self.bound.reads(&[
            CustomNoun::Paid.n(),
            CustomNoun::BoughtPart.n(),
            CustomNoun::BoughtUpgrade.n(),
            CustomNoun::BoughtWeapon.n(),
            CustomNoun::Buyer.n(),
        ]);
        self.struck = self.bound.reads(&[CustomNoun::TakenWith.n()]);
        self.silences = self.purchases
            || self.bound.does(&[
                CustomVerb::Silence.n(),
                CustomVerb::SilenceAll.n(),
                CustomVerb::BlockSlot.n(),
                CustomVerb::ForbidFace.n(),
                CustomVerb::RollFewer.n(),
            ]);
    }

    fn check(&self, flaws: &mut Vec<String>) {
        let open: u32 = self.open.iter().map(|open| ones(open.copies)).sum();
        let weapons: u32 = self
            .weapons
            .iter()
            .map(|weapon| weapon.copies.count_ones())
            .sum();
        if open + weapons < 12 {
            flaws.push(format!(
                "the deck has {} cards; a game needs at least 12",
                open + weapons
            ));
        }
        if self.upgrade_kinds() > UPGRADE_KINDS {
            flaws.push(format!(
                "too many kinds of upgrades: a deck holds at most {UPGRADE_KINDS}; {FEWER}"
            ));
        }
        if self.bound.is_full() {
            flaws.push("the packs have more effects than a rulebook can number".into());
        }
    }

    fn add_open(&mut self, index: DefinitionId, card: &Card, flaws: &mut Vec<String>) {
        let (extra, marked) = match card.kind {
            kind::PART => (
                number(card, part::EXTRA_COST, 0),
                number(card, part::MARKED, 0),
            ),
            _ => (
                number(card, upgrade::EXTRA_COST, 0),
                number(card, upgrade::MARKED, 0),
            ),
        };
        let out = if self.players == 3 {
            marked.min(card.copies)
        } else {
            0
        };
        self.marked_out += out;
        let copies = card.copies - out;
        let first: u32 = self.open.iter().map(|open| ones(open.copies)).sum();
        if first as usize + usize::from(copies) > OPEN_COPIES || self.open.len() >= OPEN_COPIES {
            if flaws
                .last()
                .is_none_or(|last| !last.starts_with("too many parts"))
            {
                flaws.push(format!(
                    "too many parts and upgrades: a deck holds at most {OPEN_COPIES} copies; {FEWER}"
                ));
            }
            return;
        }
        let Some(own) = CardId::of(self.open.len()) else {
            return;
        };
        let mut mask = [0u64; 2];
        for copy in first..first + u32::from(copies) {
            mask[copy as usize / 64] |= 1 << (copy % 64);
            self.open_of[copy as usize] = own;
        }
        let (kind, ability) = match card.kind {
            kind::PART => (
                CardKind::Part {
                    slot: SlotId::of(word(card, part::SLOT).into()).unwrap_or(SlotId::Head),
                },
                Some(self.ability(index, card, part::ACTIVATE, part::EFFECT)),
            ),
            _ => {
                let dice = number(card, upgrade::DICE, 0);
                let reroll = number(card, upgrade::REROLL, 0);
                (
                    CardKind::Upgrade {
                        dice,
                        reroll,
                        most: number(card, upgrade::MOST, 1),
                    },
                    None,
                )
            }
        };
        let category = match kind {
            CardKind::Part { slot } => slot.n(),
            CardKind::Upgrade { .. } => (SLOTS + self.upgrade_kinds() % UPGRADE_KINDS) as u8,
        };
        self.market_keys[self.open.len()] = MarketKey { category, extra };
        let keywords = match card.kind {
            kind::PART => words(card, part::KEYWORDS),
            _ => words(card, upgrade::KEYWORDS),
        };
        let hooks: Vec<_> = self.hooks_of_card(index, card);
        let hooks: Vec<_> = hooks
            .into_iter()
            .filter(|(hook, _)| ![HookId::OnUse, HookId::OnUseWith].contains(hook))
            .collect();
        let fights =
            [HookId::OnAttack, HookId::OnStruck].map(|wanted| self.fight_of(&hooks, wanted));
        self.fights[self.open.len()] = fights;
        let changes =
            fights.iter().any(Option::is_some) && matches!(kind, CardKind::Upgrade { .. });
        self.changing |= u64::from(changes) << category;
        let standing = Changes::of(card, card.kind == kind::PART);
        let memo = Memo::of(card);
        self.open.push(Open {
            card: index,
            kind,
            extra,
            ability,
            hooks,
            keywords,
            standing,
            memo,
            copies: mask,
        });
    }

    fn add_weapon(&mut self, index: DefinitionId, card: &Card, flaws: &mut Vec<String>) {
        let first: u32 = self
            .weapons
            .iter()
            .map(|weapon| weapon.copies.count_ones())
            .sum();
        if first as usize + usize::from(card.copies) > WEAPON_COPIES {
            if flaws
                .last()
                .is_none_or(|last| !last.starts_with("too many secret"))
            {
                flaws.push(format!(
                    "too many secret weapons: a deck holds at most {WEAPON_COPIES} copies; {FEWER}"
                ));
            }
            return;
        }
        let Some(own) = WeaponId::of(self.weapons.len()) else {
            return;
        };
        let mut copies = 0u64;
        for copy in first..first + u32::from(card.copies) {
            copies |= 1 << copy;
            self.weapon_of[copy as usize] = own;
        }
        let windows = match card.fact(weapon::PLAY) {
            Some(FactValue::Words(words)) => words.iter().fold(0u16, |mask, word| {
                mask | if usize::from(*word) == WINDOWS {
                    WINDOWS_OF_A_TURN
                } else {
                    1 << word
                }
            }),
            _ => 0,
        };
        let also = match card.fact(weapon::PLAY_IF) {
            Some(FactValue::Words(words)) => self.options.windows_if(words),
            _ => 0,
        };
        let windows = windows | also;
        let mut programs = self.hooks_of_card(index, card);
        let program = |hook: HookId| {
            programs
                .iter()
                .find(|(own, _)| *own == hook)
                .map(|(_, program)| *program)
        };
        let (can, play, on_bought) = (
            program(HookId::Can),
            program(HookId::Play),
            program(HookId::OnBought),
        );
        for window in 0..WINDOWS {
            if play.is_some() && windows & (1 << window) != 0 {
                self.fits[window] |= copies;
            }
        }
        programs.retain(|(hook, _)| hook.n() > HookId::OnBought.n());
        let memo = Memo::of(card);
        self.weapons.push(Weapon {
            card: index,
            windows,
            can,
            play,
            on_bought,
            hooks: programs,
            memo,
            copies,
        });
    }

    fn upgrade_kinds(&self) -> usize {
        self.open
            .iter()
            .filter(|open| matches!(open.kind, CardKind::Upgrade { .. }))
            .count()
    }

    /// The hooks of a card, each with its program.
    fn hooks_of_card(&mut self, index: DefinitionId, card: &Card) -> Vec<(HookId, ProgramId)> {
        let hooks = card
            .handlers
            .iter()
            .filter_map(|handler| Some((HookId::of(handler.hook)?, handler)));
        hooks
            .map(|(hook, handler)| (hook, self.hooked(index, handler)))
            .collect()
    }

    /// The program of an attack hook among a card's hooks.
    fn fight_of(&self, hooks: &[(HookId, ProgramId)], wanted: HookId) -> Option<Fight> {
        let (_, program) = *hooks.iter().find(|(hook, _)| *hook == wanted)?;
        Some(Fight {
            program,
            idle: self.bound[program].note,
        })
    }

    fn hooked(&mut self, card: DefinitionId, handler: &Handler) -> ProgramId {
        let program = handler.program_under(&LEXICON, NounId::Rule.n(), self.options.variants());
        self.program(card, Some(handler.hook), program)
    }

    pub(crate) fn program(
        &mut self,
        card: DefinitionId,
        hook: Option<u8>,
        program: Program,
    ) -> ProgramId {
        let idle = hook.map_or(0, |hook| idle_types(&program, hook));
        self.bound.add(card, hook, program, idle)
    }

    pub(crate) fn ability(
        &mut self,
        index: DefinitionId,
        card: &Card,
        activate: u8,
        effect: u8,
    ) -> Ability {
        let combos = match card.fact(activate) {
            Some(FactValue::Dice(condition)) => ways(condition, &self.options),
            _ => Vec::new(),
        };
        let program = match card.fact(effect) {
            Some(FactValue::Symbols(program)) => program.clone(),
            _ => Program::default(),
        };
        let handlers = [HookId::OnUse, HookId::OnUseWith].map(|hook| card.handler(hook.n()));
        let scripted = handlers.iter().any(Option::is_some);
        let opening = Opening::of(&program).filter(|_| !scripted);
        let program = self.program(index, None, program);
        let [on_use, on_use_with] =
            handlers.map(|handler| handler.map(|handler| self.hooked(index, handler)));
        Ability {
            card: index,
            combos,
            program,
            opening,
            on_use,
            on_use_with,
            scripted,
        }
    }
}

/// The ids and names of the cards of a rulebook.
fn names_of(book: &Rulebook) -> Names {
    let pair = |card: DefinitionId| {
        let card = book.card(card);
        (card.id.clone(), card.name("en").to_string())
    };
    Names {
        players: book.players,
        open: book.open.iter().map(|open| pair(open.card)).collect(),
        weapons: book
            .weapons
            .iter()
            .map(|weapon| pair(weapon.card))
            .collect(),
        weapon_of: book.weapon_of.to_vec(),
        base: book.base.iter().map(|ability| pair(ability.card)).collect(),
        damage: damage_types(book),
        memos: book.open.iter().map(|open| open.memo).collect(),
        weapon_memos: book.weapons.iter().map(|weapon| weapon.memo).collect(),
    }
}

/// Every type of damage by number.
fn damage_types(book: &Rulebook) -> Vec<String> {
    let own = LEXICON
        .words
        .iter()
        .filter(|word| word.thing == ThingId::Damage.n())
        .map(|word| word.name.to_owned());
    let declared = book
        .bound
        .cards
        .declared
        .iter()
        .filter(|word| word.thing == ThingId::Damage.n());
    own.chain(declared.map(|word| word.name.clone())).collect()
}

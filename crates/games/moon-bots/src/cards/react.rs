//! Reactions: events are stored as triggers, and cards react to them once the effect that caused them has ended.

use crate::cards::lexicon::{HookId, LEXICON};
use crate::cards::rulebook::Rulebook;
use crate::play::engine::{Engine, Flow};
use crate::play::events::{Event, Why};
use crate::rules::{ENDLESS, REACTION_ORDER, REACTIONS as REACTS};
use crate::state::ids::{CardId, RobotId, Robots};
use crate::state::{FRONT, REACTIONS, SLOTS, State, Step, Trigger, UPGRADES};
use cardwright_effects::Ty;
use cardwright_kernel::{Entry, Log, ProgramId};
use cardwright_runtime::bound::DefinitionId;
use cardwright_runtime::ids::Id;

/// The number of reactions examined to find the cards that react to each other: those of two rounds of a long chain.
const AHEAD: usize = 48;
/// The maximum number of game steps taken to find them.
const AHEAD_STEPS: usize = 2_000;

/// The cards that reacted.
struct Met(Vec<DefinitionId>);

impl Log<Event> for Met {
    fn add(&mut self, entry: impl FnOnce() -> Entry<Event>) {
        if let Event::Reacted { card, .. } = entry().event {
            self.0.push(card);
        }
    }
}

impl Rulebook {
    /// The effect of the card at a place in front of a robot in a hook, if any: the program, and the cause for its
    /// frame (the slot, the upgrade's place, or the weapon's copy).
    #[inline]
    pub(crate) fn reaction(
        &self,
        state: &State,
        robot: RobotId,
        place: usize,
        hook: HookId,
    ) -> Option<(ProgramId, u8)> {
        let own = &state.robots[usize::from(robot)];
        let (hooks, cause) = if place < SLOTS {
            (self.hooks_of(own.parts[place]), place as u8)
        } else if place < SLOTS + UPGRADES {
            if own.disabled >> (place - SLOTS) & 1 != 0 {
                return None;
            }
            (
                self.hooks_of(own.upgrades[place - SLOTS]),
                (place - SLOTS) as u8,
            )
        } else {
            let permanent = state.permanents.get(place - SLOTS - UPGRADES)?;
            let copy = permanent.copy().filter(|_| permanent.owner() == robot)?;
            (
                &self.weapons[usize::from(self.weapon_of[copy.index()])].hooks[..],
                copy.n(),
            )
        };
        hooks
            .iter()
            .find(|(own, _)| *own == hook)
            .map(|(_, program)| (*program, cause))
    }

    /// The programs of a part or upgrade, given as stored on robots: 0 for none, otherwise the card's number plus 1.
    #[inline]
    fn hooks_of(&self, number: u8) -> &[(HookId, ProgramId)] {
        match CardId::on_robot(number) {
            Some(card) => &self.open[card.index()].hooks,
            None => &[],
        }
    }

    /// Whether cards of the robot, if it is in play, may react to the trigger.
    fn hears(&self, robot: RobotId, trigger: Trigger) -> bool {
        let who = trigger.who();
        let Some(hook) = trigger.hook() else {
            return false;
        };
        match hook {
            HookId::OnFoeLost | HookId::OnFoeGained | HookId::OnFoePartUsed => {
                self.others_robots(robot).contains(who)
            }
            HookId::OnAnyTurnStart
            | HookId::OnAnyTurnEnd
            | HookId::OnAnyHit
            | HookId::OnAnyRolled
            | HookId::OnPurchase
            | HookId::OnWeaponPlayed => true,
            HookId::OnFallen | HookId::OnOtherDamaged => robot != who,
            HookId::OnTurnStart
            | HookId::OnTurnEnd
            | HookId::OnRolled
            | HookId::OnPartUsed
            | HookId::OnHit
            | HookId::OnDamaged
            | HookId::OnLost
            | HookId::OnGained
            | HookId::OnPieceLost
            | HookId::OnBuilt => robot == who,
            // The game calls these hooks itself; they are never triggers.
            HookId::Can
            | HookId::Play
            | HookId::OnBought
            | HookId::OnAttack
            | HookId::OnFoeAttack
            | HookId::OnStruck
            | HookId::OnUse
            | HookId::OnUseWith
            | HookId::OnFall
            | HookId::OnPlay
            | HookId::Surcharge
            | HookId::ExtraCost
            | HookId::Discount => false,
        }
    }

    /// The reaction of the card at a place to a trigger.
    fn answer_to(
        &self,
        state: &State,
        robot: RobotId,
        place: usize,
        trigger: Trigger,
    ) -> Option<(ProgramId, u8)> {
        let hook = trigger.hook()?;
        if hook == HookId::OnBuilt && place != usize::from(trigger.amount()) {
            return None;
        }
        self.reaction(state, robot, place, hook)
    }

    fn anybody_hears(&self, state: &State, trigger: Trigger) -> bool {
        let plays = state.in_play().iter();
        plays
            .filter(|robot| self.hears(*robot, trigger))
            .any(|robot| {
                (0..FRONT).any(|place| self.answer_to(state, robot, place, trigger).is_some())
            })
    }

    /// The parameters of a hook for the owner of a card that reacts.
    fn params(trigger: Trigger, owner: RobotId) -> [i16; 3] {
        let (who, other, amount) = (trigger.who(), trigger.other(), i16::from(trigger.amount()));
        let params = trigger
            .hook()
            .map_or(&[][..], |hook| LEXICON.hooks[usize::from(hook.n())].params);
        match params {
            [_, second] if second.ty == Ty::Number => [owner.into(), amount, 0],
            [_, _] => [owner.into(), who.into(), 0],
            [_, _, _] => [
                owner.into(),
                if owner == who { other } else { who }.into(),
                amount,
            ],
            _ => [owner.into(), 0, 0],
        }
    }

    /// The cards that react next, each once, if the reactions continue as before. They come from the later half of
    /// the look-ahead, so that cards that only led into the cycle are excluded.
    fn cycle(&self, state: &State) -> Vec<DefinitionId> {
        let mut ahead = State {
            reactions: 0,
            ..state.clone()
        };
        let mut log = Met(Vec::new());
        let mut table = Engine::new(self, &mut ahead, &mut log);
        for _ in 0..AHEAD_STEPS {
            let full = table.s.reactions >= REACTIONS || table.log.0.len() >= AHEAD;
            if full || table.step() == Flow::Stop {
                break;
            }
        }
        let mut met = log.0;
        let mut cards: Vec<DefinitionId> = Vec::new();
        let later = met.split_off(met.len() / 2);
        later.into_iter().for_each(|card| {
            if !cards.contains(&card) {
                cards.push(card)
            }
        });
        cards
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    /// Raises a trigger. This costs one comparison if no card of the packs has the hook.
    #[inline]
    pub(crate) fn raise(&mut self, hook: HookId, who: RobotId, other: RobotId, amount: u8) {
        if self.book.listened & (1 << hook.n()) != 0 {
            self.queue(Trigger::new(hook, who, other, amount));
        }
    }

    #[cold]
    fn queue(&mut self, trigger: Trigger) {
        if !self.book.anybody_hears(self.s, trigger) {
            return;
        }
        if !self.s.triggers.push(trigger) {
            // This is reported when cards react next: the game must not end in the middle of an effect.
            self.s.reactions = u8::MAX;
        }
    }

    /// MB-12.2: lets the next card react to the oldest trigger; when all cards have been checked, the trigger is
    /// removed.
    #[cold]
    pub(crate) fn react(&mut self) -> Flow {
        let Some((robot, program, cause)) = self.next_reaction() else {
            self.s.triggers.drop_first();
            return Flow::On;
        };
        if self.s.reactions >= REACTIONS {
            // In the look-ahead, this card must also react next.
            self.s.triggers.heard -= 1;
            self.endless();
            return Flow::Stop;
        }
        self.s.reactions += 1;
        let params = Rulebook::params(self.s.triggers.queue[0], robot);
        let card = self.book.bound[program].card;
        let rules = [REACTS, REACTION_ORDER];
        let rules = if self.s.triggers.queued > 1 {
            &rules
        } else {
            &rules[..1]
        };
        self.emit_under(rules, || Event::Reacted { robot, card });
        self.start_with(program, robot, cause, &params)
    }

    /// The next card that reacts to the oldest trigger: its robot, program and cause.
    fn next_reaction(&mut self) -> Option<(RobotId, ProgramId, u8)> {
        let (book, order, plays) = (self.book, self.s.turn_order(), self.s.in_play());
        let mut triggers = self.s.triggers;
        let state = &*self.s;
        let next = triggers.next_answer(
            order,
            |robot, trigger| {
                let robot = RobotId::packed(robot);
                plays.contains(robot) && book.hears(robot, trigger)
            },
            |robot, place, trigger| book.answer_to(state, RobotId::packed(robot), place, trigger),
        );
        self.s.triggers.heard = triggers.heard;
        next.map(|(robot, (program, cause))| (RobotId::packed(robot), program, cause))
    }

    /// MB-12.3: stops, because the cards would react to each other forever.
    #[cold]
    fn endless(&mut self) {
        let cards = self.book.cycle(self.s);
        self.no_end(cards);
    }

    /// MB-12.3: ends the game; all players still in play share the win.
    #[cold]
    pub(crate) fn no_end(&mut self, cards: Vec<DefinitionId>) {
        self.emit(ENDLESS, || Event::Endless { cards });
        self.end(self.book.players_in(self.s), Why::Endless, ENDLESS);
    }

    /// Raises the triggers of a loss of energy, by damage or otherwise.
    #[inline]
    pub(crate) fn raise_loss(&mut self, robot: RobotId, points: u8) {
        if self.book.listened != 0 {
            self.queue_loss(robot, points);
        }
    }

    #[cold]
    fn queue_loss(&mut self, robot: RobotId, points: u8) {
        self.raise(HookId::OnLost, robot, RobotId::First, points);
        self.raise(HookId::OnFoeLost, robot, RobotId::First, points);
    }

    /// Raises the triggers of the beginning of a turn.
    #[inline]
    pub(crate) fn raise_turn(&mut self, robot: RobotId) {
        if self.book.listened != 0 {
            self.queue_turn(robot);
        }
    }

    #[cold]
    fn queue_turn(&mut self, robot: RobotId) {
        self.raise(HookId::OnTurnStart, robot, RobotId::First, 0);
        self.raise(HookId::OnAnyTurnStart, robot, RobotId::First, 0);
    }

    /// Raises the triggers of a roll or reroll.
    #[inline]
    pub(crate) fn raise_roll(&mut self, robot: RobotId) {
        if self.book.listened & (1 << HookId::OnRolled.n() | 1 << HookId::OnAnyRolled.n()) != 0 {
            self.raise(HookId::OnRolled, robot, RobotId::First, 0);
            self.raise(HookId::OnAnyRolled, robot, RobotId::First, 0);
        }
    }

    /// Raises the triggers of the use of a part or built-in ability.
    #[inline]
    pub(crate) fn raise_part_used(&mut self) {
        if self.book.listened & (1 << HookId::OnPartUsed.n() | 1 << HookId::OnFoePartUsed.n()) != 0
        {
            self.queue_part_used();
        }
    }

    #[cold]
    fn queue_part_used(&mut self) {
        self.raise(HookId::OnPartUsed, self.s.active, RobotId::First, 0);
        self.raise(HookId::OnFoePartUsed, self.s.active, RobotId::First, 0);
    }

    /// Raises the triggers of the end of a turn, once the market is full.
    #[inline]
    pub(crate) fn raise_turn_end(&mut self) {
        let heard = 1 << HookId::OnTurnEnd.n() | 1 << HookId::OnAnyTurnEnd.n();
        if self.book.listened & heard != 0 && self.s.step == Step::TurnEnd {
            self.queue_turn_end();
        }
    }

    #[cold]
    fn queue_turn_end(&mut self) {
        self.raise(HookId::OnTurnEnd, self.s.active, RobotId::First, 0);
        self.raise(HookId::OnAnyTurnEnd, self.s.active, RobotId::First, 0);
    }

    /// Raises the triggers of eliminated robots.
    pub(crate) fn raise_falls(&mut self, fallen: Robots) {
        fallen
            .iter()
            .for_each(|robot| self.raise(HookId::OnFallen, robot, RobotId::First, 0));
    }

    /// Removes all triggers.
    pub(crate) fn forget_triggers(&mut self) {
        self.s.triggers = Default::default();
    }
}

//! The game as card programs see it, and the verbs of official cards.

use crate::engine::context::Engine;
use crate::engine::energy::Gain;
use crate::events::Event;
use crate::facts::{nouns, places, prices, weapons};
use crate::lexicon::{CustomVerb, HookId, NounId, VerbId};
use crate::options::{EnergySymbol, RestSkips};
use crate::rules::{
    ADJUSTMENT, DUEL_WEAPONS, EXTRA_UPGRADE, LOOK_CLOSER, OWN_LOSS, REST, SPY, TIMES, TRICK,
};
use crate::state::ids::{CardId, PlaceId, PlayerId, RobotId};
use crate::state::values::{damage, player, points, robot};
use crate::state::{ROBOTS, SLOTS, Step, UPGRADES, Until, dice};
use cardwright_effects::machine::{Act, Host};
use cardwright_effects::{Arg, Frame};
use cardwright_kernel::{Cite, Log, RuleId};
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Host for Engine<'_, L> {
    #[inline]
    fn step(&self, frame: &Frame) {
        // What a bot tries out is not logged.
        if L::READ {
            self.book.bound.count(frame.program);
        }
    }

    #[inline]
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        nouns::noun_value(self.book, self.s, frame, noun, args)
    }

    fn act(&mut self, frame: &Frame, verb: u8, args: [Arg; 3]) -> Act {
        if !L::READ {
            return self.verb(frame, verb, args);
        }
        self.op = Some(Cite::Op {
            program: frame.program,
            at: frame.pc,
        });
        let act = self.verb(frame, verb, args);
        self.op = None;
        act
    }

    fn list(&self, _frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        nouns::large_set(self.book, self.s, noun, args, each);
    }

    /// MB-8.12, MB-8.17: a search may find nothing.
    fn found_nothing(&mut self, frame: &Frame, noun: u8, [who, kind]: [i16; 2]) {
        if !L::READ || noun != NounId::Pile.n() {
            return;
        }
        let (upgrades, Some(robot)) = (kind == 1, robot(who)) else {
            return;
        };
        self.op = Some(Cite::Op {
            program: frame.program,
            at: frame.pc,
        });
        let rule = if upgrades { EXTRA_UPGRADE } else { LOOK_CLOSER };
        self.emit(rule, || Event::FoundNothing { robot, upgrades });
        self.op = None;
    }

    fn cut_short(&mut self, frame: &Frame) {
        if !L::READ {
            return;
        }
        self.op = Some(Cite::Op {
            program: frame.program,
            at: frame.pc,
        });
        let card = self.book.bound[frame.program].card;
        self.emit(TIMES, || Event::TimesCut {
            robot: RobotId::owner_of(frame),
            card,
        });
        self.op = None;
    }
}

impl<L: Log<Event>> Engine<'_, L> {
    #[inline]
    pub(crate) fn verb(&mut self, frame: &Frame, verb: u8, args: [Arg; 3]) -> Act {
        let args = args.map(|arg| arg.value(frame));
        match (VerbId::of(verb), CustomVerb::of(verb)) {
            (Some(verb), _) => self.own_verb(frame, verb, args).unwrap_or(Act::Done),
            (None, Some(verb)) => self.custom_verb(frame, verb, args).unwrap_or(Act::Done),
            // Cannot happen: programs are only made with this lexicon.
            (None, None) => Act::Done,
        }
    }

    #[inline]
    /// Carries out a verb that official cards use. Nothing happens if its robot, place or type of damage does not
    /// exist.
    fn own_verb(&mut self, frame: &Frame, verb: VerbId, [a, b, c]: [i16; 3]) -> Option<Act> {
        let who = || robot(a);
        match verb {
            VerbId::Aim => self.aim(damage(a)?, points(b)),
            VerbId::Strike => return Some(self.strike(RobotId::owner_of(frame))),
            VerbId::Gain => self.gain_of_part(frame, who()?, points(b)),
            VerbId::GainBeyond => self.gain(who()?, points(b), Gain::BesideLimit),
            VerbId::Lose => self.lose(who()?, points(b), self.loss_rules(frame)),
            VerbId::Add => self.add_points(who()?, damage(b)?, points(c)),
            VerbId::Reduce => self.reduce(frame, who()?, damage(b)?, points(c)),
            VerbId::Prevent => self.prevent(frame, who()?, points(b)),
            VerbId::Deflect => self.deflect(frame, [who()?, robot(b)?], points(c)),
            VerbId::AddUnstoppable => self.add_unstoppable(who()?, points(b)),
            VerbId::TurnDie => self.turn_die(a, b),
            VerbId::SkipTurn => self.skip_turn(),
            VerbId::Take => return Some(self.taken(who()?, b)),
            VerbId::Buy => return Some(self.bought(who()?, b)),
            VerbId::Build => self.built(who()?, b),
            VerbId::Look => self.look(who()?, robot(b)?),
            VerbId::ForbidReroll => self.forbid(player(a)?),
            VerbId::StayOn => self.stay(frame, Until::Leaves),
            VerbId::StayUntilTurn => self.stay(frame, Until::OwnTurn),
            VerbId::StayUntilTurnEnd => self.stay(frame, Until::TurnEnd),
            VerbId::Leave => return Some(self.lifting(frame, |engine| engine.leave(frame))),
            VerbId::PutCounters => self.count(frame, a.max(0)),
            VerbId::TakeCounters => self.count(frame, -a.max(0)),
            VerbId::Remember => self.remember(frame, a),
            VerbId::RememberRobot => self.remember_robot(frame, who()?),
            VerbId::RememberSlot => self.remember(frame, a),
            VerbId::Forget => self.forget_memory(frame),
        }
        Some(Act::Done)
    }

    /// Whether the frame is the effect of a part used with dice.
    fn of_part(&self, frame: &Frame) -> bool {
        self.book.bound[frame.program]
            .hook
            .is_none_or(|hook| [HookId::OnUse.n(), HookId::OnUseWith.n()].contains(&hook))
    }

    /// The rules for a loss of energy. A part's own loss has a clause (MB-6.8); for any other, the card says it all.
    fn loss_rules(&self, frame: &Frame) -> &'static [RuleId] {
        if self.of_part(frame) {
            &[OWN_LOSS]
        } else {
            &[]
        }
    }

    /// Q-MB-7: at some tables, the energy of a part that attacks is only gained after a hit.
    fn gain_of_part(&mut self, frame: &Frame, who: RobotId, points: u8) {
        if !(self.of_part(frame)
            && self.s.turn.attack_took == 1
            && self.book.options.energy_symbol == EnergySymbol::AfterHit)
        {
            self.gain(who, points, Gain::Limited);
        }
    }

    /// Takes a card, unless the robot has no place for it (MB-4.9, MB-13.1).
    fn taken(&mut self, who: RobotId, place: i16) -> Act {
        let Some(place) = PlaceId::from_value(place) else {
            return Act::Done;
        };
        if !prices::free_cards(self.book, self.s, who).contains(place) {
            return Act::Done;
        }
        self.take(who, place);
        Act::Wait
    }

    /// Buys a card, if the robot could buy it (MB-4.3, MB-13.1).
    fn bought(&mut self, who: RobotId, place: i16) -> Act {
        let Some(place) = PlaceId::from_value(place) else {
            return Act::Done;
        };
        if !prices::affordable(self.book, self.s, who).contains(place) {
            return Act::Done;
        }
        self.buy(who, place);
        Act::Wait
    }

    fn built(&mut self, who: RobotId, card: i16) {
        let Some(card) = CardId::from_value(card) else {
            return;
        };
        let Some(open) = self.book.open.get(card.index()) else {
            return;
        };
        let key = self.book.market_keys[card.index()];
        if open.in_pile(self.s.pile) && self.s.plays(who) && places::has_place(self.s, who, key) {
            self.build(who, card);
        }
    }

    fn turn_die(&mut self, from: i16, to: i16) {
        let (from, to) = (from.clamp(1, 6) as u8, to.clamp(1, 6) as u8);
        if dice::count(self.s.turn.dice, from) == 0 {
            return;
        }
        self.s.turn.dice = self.s.turn.dice - dice::one(from) + dice::one(to);
        self.emit(ADJUSTMENT, || Event::Turned { from, to });
    }

    fn skip_turn(&mut self) {
        let robot = self.s.active;
        self.emit(REST, || Event::Skipped { robot });
        let next = match self.book.options.rest {
            RestSkips::WholeTurn => Step::Pass,
            RestSkips::KeepRefill if self.ends() => self.at(),
            RestSkips::KeepRefill => Step::BeforeRefill,
        };
        self.go_on_at(next);
        let skips = self.book.duel();
        self.s.passing.set_skips(skips);
        // A player's second robot follows the first one (MB-8.8).
        let second = robot.pair().last().unwrap_or(robot);
        if skips && second != robot && self.s.plays(second) {
            self.emit_under(&[REST, DUEL_WEAPONS], || Event::Skipped { robot: second });
        }
    }

    fn look(&mut self, who: RobotId, at: RobotId) {
        let player = self.book.owner(who);
        let hand = self.s.robots[usize::from(at)].hand;
        self.s.spied[usize::from(player)] |= hand;
        self.emit(SPY, || Event::LookedAt { robot: who, at });
        let book = self.book;
        self.emit_private(player, SPY, || Event::Saw {
            robot: who,
            at,
            weapons: weapons::weapons_in(book, hand).collect(),
        });
    }

    fn forbid(&mut self, player: PlayerId) {
        self.s.turn.forbidden.insert(player);
        let rules: &[RuleId] = if self.book.duel() {
            &[TRICK, DUEL_WEAPONS]
        } else {
            &[TRICK]
        };
        self.emit_under(rules, || Event::Forbade { player });
    }
}

const _: () = assert!(ROBOTS * UPGRADES <= 32 && SLOTS + crate::sizes::ABILITIES <= 16);

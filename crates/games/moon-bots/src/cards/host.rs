//! The meaning of the lexicon's words: the game as card programs see it.

use crate::cards::lexicon::{CustomNoun, CustomVerb, HookId, NounId, VerbId, WAYS};
use crate::cards::rulebook::{CardKind, Rulebook};
use crate::cards::values::{damage, player, points, robot};
use crate::options::{EnergySymbol, RestSkips};
use crate::play::energy::Gain;
use crate::play::engine::Engine;
use crate::play::events::Event;
use crate::rules::*;
use crate::state::ids::{CardId, DamageId, PlaceId, PlayerId, Players, RobotId, Robots, WeaponId};
use crate::state::{ROBOTS, Robot, SLOTS, State, Status, Step, UPGRADES, Until, dice};
use cardwright_effects::machine::{Act, Host};
use cardwright_effects::{Arg, Frame};
use cardwright_kernel::{Cite, Log, RuleId};
use cardwright_runtime::ids::Id;

impl Rulebook {
    /// The value of a noun.
    #[inline]
    pub(crate) fn noun(&self, state: &State, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        match (NounId::of(noun), CustomNoun::of(noun)) {
            (Some(noun), _) => self.own_noun(state, frame, noun, args).unwrap_or(0),
            (None, Some(noun)) => self.custom_noun(state, frame, noun, args).unwrap_or(0),
            // Cannot happen: programs are only made with this lexicon.
            (None, None) => 0,
        }
    }

    /// The same for a noun that official cards use; `None` if its robot or type of damage does not exist.
    #[inline]
    fn own_noun(
        &self,
        state: &State,
        frame: &Frame,
        noun: NounId,
        [a, b]: [i16; 2],
    ) -> Option<i16> {
        let own = || robot(a).map(|robot| &state.robots[robot.index()]);
        Some(match noun {
            NounId::Energy => own()?.energy.into(),
            NounId::Weapons => own()?.hand.count_ones() as i16,
            NounId::InPlayNow => i16::from(own()?.status == Status::InPlay),
            NounId::Pending => state.attack.pending[robot(a)?.index()]
                .iter()
                .map(|points| i16::from(*points))
                .sum(),
            NounId::PendingOf => state.attack.pending[robot(a)?.index()][damage(b)?.index()].into(),
            NounId::Opponents => self.opponents(state, robot(a)?).into(),
            NounId::RobotsInPlay => state.in_play().into(),
            NounId::Others => state.in_play().without(robot(a)?).into(),
            NounId::TargetsOf => self.targets(state, robot(a)?).into(),
            NounId::Attacked => (attacked(state) & state.in_play()).into(),
            NounId::AttackedWith => (hit_with(state, damage(a)?) & state.in_play()).into(),
            NounId::Aimed => state.attack.aimed[damage(a)?.index()].into(),
            NounId::Active => state.active.into(),
            NounId::Attacker => state.attack.attacker.into(),
            NounId::OpponentGained => state.gained.meets(self.others_robots(robot(a)?)).into(),
            NounId::FreeCards => self.free_cards(state, robot(a)?).into(),
            NounId::Affordable => self.affordable(state, robot(a)?).into(),
            NounId::DiceShown => shown(state.turn.dice),
            NounId::Beside => beside(a),
            NounId::PlayersIn => self.players_in(state).into(),
            NounId::Rivals => self.rivals(state, robot(a)?).into(),
            NounId::Rule => self.options.has_variant(a).into(),
            NounId::Bearing => self.bearing(own()?, b),
            NounId::Owner => self.owner(robot(a)?).into(),
            NounId::Turns => state.turns.min(i16::MAX as u16) as i16,
            NounId::Round => state.rounds.min(i16::MAX as u16 - 1) as i16 + 1,
            NounId::DiceOf => own()?.dice.into(),
            NounId::Gained => state.gains[robot(a)?.index()].into(),
            NounId::Permanents => Rulebook::permanents_of(state, robot(a)?).into(),
            NounId::Counters => self.counters_here(state, frame).into(),
            NounId::CountersOn => self.counters_on(state, robot(a)?) as i16,
            NounId::Memory => self.memory_here(state, frame).map_or(0, i16::from),
            NounId::Remembers => self.memory_here(state, frame).is_some().into(),
            NounId::Remembered => self.remembered(state, frame).into(),
            NounId::RememberedSlot => self.remembered_slot(state, frame).into(),
            NounId::FelledBy => Rulebook::felled_by(state, robot(a)?).into(),
            // A large set; see `large_set`.
            NounId::Pile => 0,
        })
    }

    /// The card whose program runs: the slot of a part, or the number of an upgrade or secret weapon.
    pub(crate) fn this(&self, frame: &Frame) -> i16 {
        let card = self.bound[frame.program].card;
        let open = self.open.iter().position(|open| open.card == card);
        match open.map(|place| (place, self.open[place].kind)) {
            Some((_, CardKind::Part { slot })) => slot.into(),
            Some((place, CardKind::Upgrade { .. })) => place as i16,
            None => self
                .weapons
                .iter()
                .position(|weapon| weapon.card == card)
                .unwrap_or(0) as i16,
        }
    }

    /// The number of the robot's parts and upgrades that have a keyword.
    fn bearing(&self, robot: &Robot, keyword: i16) -> i16 {
        let cards = robot
            .parts
            .iter()
            .chain(&robot.upgrades)
            .filter(|number| **number != 0);
        let bears = |number: &&u8| {
            self.open[usize::from(**number) - 1].keywords & (1 << (keyword & 15)) != 0
        };
        cards.filter(bears).count() as i16
    }

    /// The robots of other players, including those not in play.
    pub(crate) fn others_robots(&self, robot: RobotId) -> Robots {
        if self.duel() {
            !robot.pair()
        } else {
            robot.others()
        }
    }

    /// The robots in play of other players.
    pub(crate) fn opponents(&self, state: &State, robot: RobotId) -> Robots {
        state.in_play() & self.others_robots(robot)
    }

    /// One robot in play of each other player.
    fn rivals(&self, state: &State, robot: RobotId) -> Robots {
        let foes = self.opponents(state, robot);
        if self.duel() {
            foes.first().map_or(Robots::EMPTY, RobotId::only)
        } else {
            foes
        }
    }

    /// The players with a robot in play.
    pub(crate) fn players_in(&self, state: &State) -> Players {
        self.players_of(state.in_play())
    }

    /// The members of a large set.
    fn large_set(
        &self,
        state: &State,
        noun: u8,
        [a, b]: [i16; 2],
        each: &mut dyn FnMut(i16) -> bool,
    ) {
        if noun == WAYS {
            self.list_ways(state, [a, b], each);
            return;
        }
        match (NounId::of(noun), CustomNoun::of(noun)) {
            (Some(NounId::Pile), _) => {
                let Some(robot) = robot(a) else { return };
                let _ = self
                    .pile_cards(state, robot, b == 1)
                    .all(|card| each(card.into()));
            }
            (None, Some(noun)) => self.custom_set(state, noun, [a, b], each),
            // Every other noun of official cards is a single thing, a number or a small set.
            (
                Some(
                    NounId::Energy
                    | NounId::Weapons
                    | NounId::InPlayNow
                    | NounId::Pending
                    | NounId::PendingOf
                    | NounId::Opponents
                    | NounId::RobotsInPlay
                    | NounId::Others
                    | NounId::TargetsOf
                    | NounId::Attacked
                    | NounId::AttackedWith
                    | NounId::Aimed
                    | NounId::Active
                    | NounId::Attacker
                    | NounId::OpponentGained
                    | NounId::FreeCards
                    | NounId::Affordable
                    | NounId::DiceShown
                    | NounId::Beside
                    | NounId::PlayersIn
                    | NounId::Rivals
                    | NounId::Rule
                    | NounId::Owner
                    | NounId::Bearing
                    | NounId::Turns
                    | NounId::Round
                    | NounId::DiceOf
                    | NounId::Gained
                    | NounId::Permanents
                    | NounId::Counters
                    | NounId::CountersOn
                    | NounId::FelledBy
                    | NounId::Memory
                    | NounId::Remembers
                    | NounId::Remembered
                    | NounId::RememberedSlot,
                ),
                _,
            )
            | (None, None) => {}
        }
    }
}

/// The robots that the current attack was aimed at; while it is being declared, those that it hits so far.
fn attacked(state: &State) -> Robots {
    match state.step {
        Step::Boost => {
            DamageId::all().fold(Robots::EMPTY, |all, damage| all | hit_with(state, damage))
        }
        _ => state.attack.attacked,
    }
}

/// The robots that a type of damage is about to hit.
fn hit_with(state: &State, damage: DamageId) -> Robots {
    Robots::of(|robot| state.attack.pending[robot.index()][damage.index()] > 0)
}

/// The faces that dice show, with one bit for each.
fn shown(some: u32) -> i16 {
    (1..=6).fold(0, |mask, face| {
        mask | i16::from(dice::count(some, face) > 0) << face
    })
}

/// The faces one below and one above (MB-8.7).
fn beside(face: i16) -> i16 {
    match face {
        1..=6 => ((1 << face) >> 1 | (1 << face) << 1) & 0b111_1110,
        _ => 0,
    }
}

/// A state that programs can only read.
pub(crate) struct ReadOnlyHost<'a> {
    pub(crate) book: &'a Rulebook,
    pub(crate) state: &'a State,
}

impl Host for ReadOnlyHost<'_> {
    #[inline]
    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        self.book.noun(self.state, frame, noun, args)
    }

    fn act(&mut self, _frame: &Frame, _verb: u8, _args: [Arg; 3]) -> Act {
        Act::Done
    }

    fn list(&self, _frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        self.book.large_set(self.state, noun, args, each);
    }
}

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
        self.book.noun(self.s, frame, noun, args)
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
        self.book.large_set(self.s, noun, args, each);
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
    fn verb(&mut self, frame: &Frame, verb: u8, args: [Arg; 3]) -> Act {
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
            VerbId::RememberRobot => self.remember(frame, who()?.into()),
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
            && self.s.turn.missed
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
        if !self.book.free_cards(self.s, who).contains(place) {
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
        if !self.book.affordable(self.s, who).contains(place) {
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
        if open.in_pile(self.s.pile) && self.s.plays(who) && self.book.has_place(self.s, who, key) {
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
        self.s.skips = self.book.duel();
        // A player's second robot follows the first one (MB-8.8).
        let second = robot.pair().last().unwrap_or(robot);
        if self.s.skips && second != robot && self.s.plays(second) {
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
            weapons: book.weapons_in(hand).collect(),
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

impl Rulebook {
    /// The weapons in a hand by kind, in order, with one entry for each copy.
    pub(crate) fn weapons_in(&self, hand: u64) -> impl Iterator<Item = WeaponId> {
        (0..64u32)
            .filter(move |copy| hand & (1 << copy) != 0)
            .map(|copy| self.weapon_of[copy as usize])
    }
}

const _: () = assert!(ROBOTS * UPGRADES <= 32 && SLOTS + crate::state::sizes::ABILITIES <= 16);

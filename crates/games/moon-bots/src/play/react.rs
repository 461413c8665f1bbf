//! Reactions of cards to the oldest trigger.

use crate::book::rulebook::Rulebook;
use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::facts::reactions;
use crate::rules::{REACTION_ORDER, REACTIONS as REACTS};
use crate::state::ids::RobotId;
use crate::state::{REACTIONS, State, Struck};
use cardwright_effects::{Frame, machine};
use cardwright_kernel::{Lines, Log, ProgramId};
use cardwright_runtime::bound::DefinitionId;
use cardwright_runtime::ids::Id;

/// The number of reactions examined to find the cards that react to each other: those of two rounds of a long chain.
const AHEAD: usize = 48;

/// The maximum number of game steps taken to find them.
const AHEAD_STEPS: usize = 2_000;

/// The cards that react next, each once, if the reactions continue as before. They come from the later half of
/// the look-ahead, so that cards that only led into the cycle are excluded.
fn cycle(book: &Rulebook, state: &State) -> Vec<DefinitionId> {
    let mut ahead = State {
        reactions: 0,
        ..state.clone()
    };
    let mut log = Lines::new();
    let mut met = Vec::new();
    let mut table = Engine::new(book, &mut ahead, &mut log);
    for _ in 0..AHEAD_STEPS {
        let reactions = table.s.reactions;
        let reacts = !table.s.attacking && !table.s.runs();
        if reactions >= REACTIONS || met.len() >= AHEAD {
            break;
        }
        let flow = table.step();
        let lines = table.log.drain(..);
        // A card that did nothing keeps no cycle going.
        if flow == Flow::Stop || !reacts || table.s.reactions > reactions {
            met.extend(lines.filter_map(|line| match line.event {
                Event::Reacted { card, .. } => Some(card),
                _ => None,
            }));
        }
        if flow == Flow::Stop {
            break;
        }
    }
    let mut cards: Vec<DefinitionId> = Vec::new();
    let later = met.split_off(met.len() / 2);
    later.into_iter().for_each(|card| {
        if !cards.contains(&card) {
            cards.push(card)
        }
    });
    cards
}

impl<L: Log<Event>> Engine<'_, L> {
    /// MB-12.2: lets the next card react to the oldest trigger; when all cards have been checked, the trigger is
    /// removed.
    #[cold]
    pub(crate) fn react(&mut self) -> Flow {
        let Some((robot, program, cause)) = self.next_reaction() else {
            self.s.triggers.drop_first();
            if self.s.triggers.queued == 0 {
                self.s.struck = Struck::default();
            }
            return Flow::On;
        };
        let params = reactions::params(self.s.triggers.queue[0], robot);
        let frame = Frame::new(program, robot.n(), cause, &params);
        // Too many waiting triggers end the game whatever the card does.
        if self.s.reactions == u8::MAX
            || machine::does_something(&self.book.bound[program].program, &frame, &*self)
        {
            if self.s.reactions >= REACTIONS {
                // In the look-ahead, this card must also react next.
                self.s.triggers.heard -= 1;
                self.endless();
                return Flow::Stop;
            }
            self.s.reactions += 1;
        }
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
                plays.contains(robot) && reactions::hears(book, robot, trigger)
            },
            |robot, place, trigger| {
                reactions::answer_to(book, state, RobotId::packed(robot), place, trigger)
            },
        );
        self.s.triggers.heard = triggers.heard;
        next.map(|(robot, (program, cause))| (RobotId::packed(robot), program, cause))
    }

    /// MB-12.3: stops, because the cards would react to each other forever.
    #[cold]
    fn endless(&mut self) {
        let cards = cycle(self.book, self.s);
        self.no_end(cards);
    }
}

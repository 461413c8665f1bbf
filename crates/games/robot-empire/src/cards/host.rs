//! The game as card programs see it.

use crate::engine::context::Engine;
use crate::events::Event;
use crate::facts::nouns;
use cardwright_effects::machine::{Act, Host};
use cardwright_effects::{Arg, Frame};
use cardwright_kernel::{Cite, Log};

impl<L: Log<Event>> Host for Engine<'_, L> {
    #[inline]
    fn step(&self, frame: &Frame) {
        // What a bot tries out is not logged.
        if L::READ {
            self.book.bound.count(frame.program);
        }
    }

    fn read(&self, frame: &Frame, noun: u8, args: [i16; 2]) -> i16 {
        nouns::noun_value(self.book, self.s, frame.cause, noun, args)
    }

    fn act(&mut self, frame: &Frame, verb: u8, args: [Arg; 3]) -> Act {
        let args = args.map(|arg| arg.value(frame));
        if L::READ {
            self.op = Some(Cite::Op {
                program: frame.program,
                at: frame.pc,
            });
        }
        let act = self.do_verb(frame, verb, args);
        if L::READ {
            self.op = None;
        }
        if matches!(act, Act::Wait) {
            self.settle_fallen();
        }
        act
    }

    fn list(&self, _frame: &Frame, noun: u8, args: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        nouns::list_noun(self.book, self.s, noun, args, each);
    }
}

//! One sitting: bots and people answer in turn until the match is over or somebody leaves.

use super::HUMAN;
use super::ask::{Answered, ask, offer_to_keep};
use crate::commands::keeping::Keeping;
use crate::commands::transcript::{Dice, Teller, begin, end};
use crate::files::{Kind, free_name};
use crate::output::Out;
use crate::stop::{Stop, Verdict};
use cardwright::{Actor, Match, Outcome, Seat, Viewer};
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// Lines of what happened before that somebody is told who comes back to a match at a terminal.
const REMINDER: usize = 12;

/// How the session talks with people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// It draws, and hides hands between two people at one keyboard.
    Terminal,
    /// It reads and prints lines.
    Lines,
}

/// One sitting.
pub(crate) struct Session {
    /// The match.
    pub(crate) play: Match,
    /// How many answers were given before this session.
    pub(crate) before: usize,
    /// Who sits where.
    pub(crate) seats: Vec<String>,
    /// The match's seed.
    pub(crate) seed: u64,
    /// How it talks.
    pub(crate) manner: Manner,
    /// Keeps the match.
    pub(crate) keeping: Keeping,
    /// Tells what happens.
    pub(crate) teller: Teller,
    /// Whether a line of input was refused, where nobody sits at a terminal to mend it.
    pub(crate) refused: bool,
    /// What people type.
    pub(crate) input: Box<dyn BufRead>,
    /// Whose eyes are on the screen, where several people share it.
    pub(crate) looking: Option<Seat>,
    /// Whether nobody wants it kept.
    pub(crate) unwanted: bool,
    /// The turn in which a match between bots was last kept.
    pub(crate) kept_turn: u32,
    /// The turn for which the table was last drawn.
    pub(crate) drawn: Option<u32>,
}

impl Session {
    /// A session that reads and prints lines, kept in a file of our own.
    pub(crate) fn new(
        play: Match,
        seats: Vec<String>,
        seed: u64,
        cite: bool,
        input: Box<dyn BufRead>,
    ) -> Self {
        let name = name(&play, seed);
        Session {
            before: play.answered(),
            play,
            seats,
            seed,
            manner: Manner::Lines,
            keeping: Keeping::unnamed(Kind::Save, name),
            teller: Teller::new(cite),
            refused: false,
            input,
            looking: None,
            unwanted: false,
            kept_turn: 0,
            drawn: None,
        }
    }

    /// Plays until the match is over or somebody leaves.
    ///
    /// # Errors
    /// When output or a file cannot be written.
    pub(crate) fn run(mut self, out: &mut Out) -> Result<Verdict, Stop> {
        let text = self.text();
        self.keeping.begin(out, &text)?;
        begin(out, &self.play.rulebook().about(), &self.seats, Dice::Seed(self.seed))?;
        if self.manner == Manner::Terminal {
            self.remind();
        }
        loop {
            match self.play.actor() {
                Actor::Over(outcome) => return self.finish(out, outcome),
                // A match with a seed answers for chance by itself.
                Actor::Chance => return Err(fault("chance is asked in a match with a seed")),
                Actor::Seat(seat) if self.is_human(seat) => {
                    if ask(&mut self, out, seat)? == Answered::Left {
                        return self.leave(out);
                    }
                }
                Actor::Seat(seat) => self.bot(out, seat)?,
            }
        }
    }

    fn remind(&mut self) {
        for seat in 0..self.seats.len() {
            self.teller.skip(&self.play, Viewer::Seat(Seat(seat as u8)), REMINDER);
        }
    }

    /// How many people play.
    pub(crate) fn humans(&self) -> usize {
        self.seats.iter().filter(|who| *who == HUMAN).count()
    }

    /// Whether a person sits there.
    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|who| who == HUMAN)
    }

    fn bot(&mut self, out: &mut Out, seat: Seat) -> Result<(), Stop> {
        let answer = self.play.ask_bot(&self.seats[seat.index()]).unwrap_or_default();
        self.play.play(&answer).map_err(|error| fault(&format!("a bot answered `{answer}`: {error}")))?;
        if self.humans() > 0 {
            return Ok(());
        }
        self.teller.tell(out, &self.play, Viewer::Referee)?;
        // Bots alone answer alike from the same seed: once a turn is often enough.
        match self.kept_turn == self.play.turns() {
            true => Ok(()),
            false => {
                self.kept_turn = self.play.turns();
                self.keep(out)
            }
        }
    }

    /// The match as its file holds it.
    pub(crate) fn text(&self) -> String {
        self.play.save(self.seats.clone())
    }

    /// Keeps the match: in the file that was named for it, or one of our own once a person has answered.
    ///
    /// # Errors
    /// When output cannot be written; a file that cannot be written is told.
    pub(crate) fn keep(&mut self, out: &mut Out) -> Result<(), Stop> {
        let begun = self.humans() > 0 && self.play.answered() > 0;
        if self.unwanted || (self.keeping.path().is_none() && !begun) {
            return Ok(());
        }
        let text = self.text();
        self.keeping.keep(out, &text)
    }

    /// A file for a match that nobody named one for; never one that is there already.
    pub(crate) fn usual_file(&self) -> PathBuf {
        free_name(Path::new(&format!("{}.json", name(&self.play, self.seed))))
    }

    fn finish(&mut self, out: &mut Out, outcome: Outcome) -> Result<Verdict, Stop> {
        let viewer = self.last_viewer();
        self.teller.tell(out, &self.play, viewer)?;
        if self.manner == Manner::Terminal && self.humans() > 0 {
            out.line("")?;
            out.text(self.play.draw(viewer))?;
        }
        end(out, &self.play, &self.seats, outcome)?;
        self.keep(out)?;
        if !self.keeping.named {
            match self.manner == Manner::Terminal && self.humans() > 0 {
                true => offer_to_keep(self, out)?,
                false => self.keeping.forget(),
            }
        }
        self.keeping.say(out, true)?;
        Ok(self.verdict())
    }

    /// Whoever may see the end: the one person, or only what is open where there are several.
    fn last_viewer(&self) -> Viewer {
        let mut humans =
            (0..self.seats.len()).map(|seat| Seat(seat as u8)).filter(|seat| self.is_human(*seat));
        match (humans.next(), humans.next()) {
            (None, _) => Viewer::Referee,
            (Some(seat), None) => Viewer::Seat(seat),
            _ => Viewer::Onlooker,
        }
    }

    fn leave(&mut self, out: &mut Out) -> Result<Verdict, Stop> {
        if out.is_json() {
            out.json_line(&serde_json::json!({ "pause": { "answers": self.play.answered() } }))?;
        } else {
            out.line(format!("# left after {} answers; the match is not over", self.play.answered()))?;
        }
        self.keep(out)?;
        self.keeping.say(out, false)?;
        Ok(self.verdict())
    }

    fn verdict(&self) -> Verdict {
        if self.refused { Verdict::No } else { Verdict::Good }
    }
}

/// The name of a match's file, without its ending.
pub(super) fn name(play: &Match, seed: u64) -> String {
    format!("{}-{seed}", play.rulebook().about().game)
}

/// Something that cannot happen unless cardwright itself is wrong.
fn fault(what: &str) -> Stop {
    Stop::refused(format!("cardwright is at fault: {what}"), "please report it, with the command you gave")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Format;
    use cardwright::Setup;
    use std::cell::RefCell;
    use std::io::{self, Cursor, Write};
    use std::rc::Rc;

    #[derive(Clone, Default)]
    struct Screen(Rc<RefCell<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What people see at a terminal when they type these lines.
    fn sit(seats: &[&str], typed: &str) -> (Verdict, String) {
        let play = Match::new("robotory", &Setup::players(2), 1).unwrap();
        let seats = seats.iter().map(|who| who.to_string()).collect();
        let input = Box::new(Cursor::new(typed.to_string().into_bytes()));
        let session = Session { manner: Manner::Terminal, ..Session::new(play, seats, 1, false, input) };
        let screen = Screen::default();
        let verdict = session.run(&mut Out::new(Box::new(screen.clone()), Format::Text)).unwrap();
        let shown = String::from_utf8(screen.0.borrow().clone()).unwrap();
        (verdict, shown)
    }

    #[test]
    fn two_people_at_one_keyboard_do_not_see_each_others_hand() {
        let (verdict, shown) = sit(&["human", "human"], "\nplace white a1\n\nplace white a2\nquit\n");
        assert_eq!(verdict, Verdict::Good);
        let screens: Vec<&str> = shown.split("\x1b[2J\x1b[3J\x1b[H").collect();
        let expected = ["Pass the keyboard to seat 1", "", "Pass the keyboard to seat 2", ""];
        for (screen, start) in screens[1..5].iter().zip(expected) {
            assert!(screen.starts_with(start), "{screen}");
        }
        assert!(screens[2].contains("seat 1 (human): ") && screens[4].contains("seat 2 (human): "));
        assert!(screens[4].contains("light places white on a1"), "{}", screens[4]);
    }

    #[test]
    fn one_person_is_not_asked_to_pass_the_keyboard() {
        let (_, shown) = sit(&["human", "random"], "place white a1\nquit\nn\n");
        assert!(!shown.contains("Pass the keyboard"));
        assert_eq!(shown.matches("reserve: ").count(), 2, "the table is drawn once a turn:\n{shown}");
        assert!(shown.ends_with("# left after 2 answers; the match is not over\n"), "{shown}");
    }

    #[test]
    fn a_slip_at_a_terminal_is_no_failure() {
        let (verdict, shown) = sit(&["human", "random"], "pluck\nquit\n");
        assert_eq!(verdict, Verdict::Good);
        assert!(shown.contains("! not understood: column 1"));
    }

    #[test]
    fn the_end_of_input_ends_the_session() {
        for seats in [["human", "human"], ["human", "random"]] {
            assert_eq!(sit(&seats, "").0, Verdict::Good);
        }
    }
}

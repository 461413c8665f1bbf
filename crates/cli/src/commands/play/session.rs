//! A session at the keyboard: bots and people answer in turn until the match is over or somebody leaves.

use super::ask::{Answered, ask, offer_to_keep};
use super::entry::{self, Entry};
use super::heard::Heard;
use super::input::Input;
use crate::commands::keeping::Keeping;
use crate::commands::transcript::{Dice, Narrator, begin, end};
use crate::files::{Kind, free_name};
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright::{Next, Outcome, Seat, Session, Viewer};
use std::path::{Path, PathBuf};

/// Lines of what happened before that somebody is told who comes back to a match at a terminal.
const REMINDER: usize = 12;

/// How the session talks with people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Behaviour {
    /// It draws, and hides hands between two people at one keyboard.
    Terminal,
    /// It reads and prints lines.
    Lines,
}

/// A session at the keyboard.
pub(crate) struct Keyboard {
    /// The match, and who sits where.
    pub(crate) session: Session,
    /// The seed, where the people at the table know it.
    pub(crate) seed: Option<u64>,
    /// How many answers were given before.
    pub(crate) before: usize,
    /// How it talks.
    pub(crate) behaviour: Behaviour,
    /// Keeps the match.
    pub(crate) keeping: Keeping,
    /// Tells what happens.
    pub(crate) teller: Narrator,
    /// Whether a line of input was refused, where nobody sits at a terminal to mend it.
    pub(crate) refused: bool,
    /// What people type.
    pub(crate) input: Box<dyn Input>,
    /// Whose eyes are on the screen, where several people share it.
    pub(crate) looking: Option<Seat>,
    /// Whether nobody wants it kept.
    pub(crate) unwanted: bool,
    /// The turn in which a match between bots was last kept.
    pub(crate) kept_turn: u32,
    /// The turn in which a person was asked last.
    pub(crate) asked_turn: u32,
    /// Whether the one person, who is not asked any more, wants to see the end at once.
    pub(crate) hurried: bool,
    /// What bots did since the one person at a terminal was asked, turn by turn.
    pub(crate) heard: Heard,
    /// The language of names and texts of cards.
    pub(crate) lang: String,
    /// The fingerprint of the state for which the table was last drawn.
    pub(crate) drawn: Option<u64>,
    /// Whether somebody at a terminal has been told what the game is about.
    pub(crate) aim_told: bool,
}

impl Keyboard {
    /// A session that reads and prints lines, kept in a file of our own.
    pub(crate) fn new(session: Session, cite: bool, input: Box<dyn Input>) -> Self {
        Keyboard {
            before: session.answered(),
            keeping: Keeping::unnamed(Kind::Save, name(&session, None)),
            session,
            seed: None,
            behaviour: Behaviour::Lines,
            teller: Narrator { cite },
            refused: false,
            input,
            looking: None,
            unwanted: false,
            kept_turn: 0,
            asked_turn: 0,
            hurried: false,
            heard: Heard::default(),
            lang: "en".into(),
            drawn: None,
            aim_told: false,
        }
    }

    /// Plays until the match is over or somebody leaves.
    ///
    /// # Errors
    /// When output or a file cannot be written.
    pub(crate) fn run(mut self, out: &mut Out) -> Result<Verdict, CommandError> {
        let text = self.session.save();
        self.keeping.begin(out, &text)?;
        begin(
            out,
            &self.session.rulebook().about(),
            self.session.seats(),
            self.dice(),
        )?;
        if self.behaviour == Behaviour::Terminal {
            let seats: Vec<Seat> = self.session.people().collect();
            if let ([seat], more) = (seats.as_slice(), self.session.seats().len())
                && more > 1
            {
                out.line(format!("# you sit at seat {seat}"))?;
            }
            for seat in 0..self.session.seats().len() {
                self.session.skip(Viewer::Seat(Seat(seat as u8)), REMINDER);
            }
        }
        loop {
            match self.session.next() {
                Next::Over(outcome) => return self.finish(out, outcome),
                // A match with a seed answers for chance by itself.
                Next::Chance => return Err(no_chance()),
                Next::Person(seat) => {
                    self.asked_turn = self.session.turns();
                    if ask(&mut self, out, seat)? == Answered::Left {
                        return self.leave(out);
                    }
                }
                Next::Bot(_) => {
                    if self.pause(out)? == Answered::Left {
                        return self.leave(out);
                    }
                    self.bot(out)?;
                }
            }
        }
    }

    /// Whether a person sits at a terminal.
    pub(crate) fn terminal(&self) -> bool {
        self.behaviour == Behaviour::Terminal
    }

    /// How many people play.
    pub(crate) fn humans(&self) -> usize {
        self.session.people().count()
    }

    /// Lets a bot answer.
    ///
    /// # Errors
    /// When the rules refuse its answer.
    pub(crate) fn bot_answers(&mut self) -> Result<(), CommandError> {
        let answered = self.session.play_bot();
        answered
            .map(drop)
            .map_err(|error| fault(&format!("a bot's answer was not taken: {error}")))
    }

    /// Whether the one person has not been asked for so long that the bots wait for a sign.
    pub(crate) fn must_pause(&self) -> bool {
        let round = self.session.seats().len() as u32;
        self.lone().is_some()
            && !self.hurried
            && self.session.turns() >= self.asked_turn + 2 * round
    }

    /// The bots may play one round more.
    pub(crate) fn watch_on(&mut self) {
        let round = self.session.seats().len() as u32;
        self.asked_turn = self.session.turns().saturating_sub(round);
    }

    /// Where dice and draws come from, as far as the people at the table know.
    fn dice(&self) -> Dice {
        self.seed.map_or(Dice::Kept, Dice::Seed)
    }

    fn bot(&mut self, out: &mut Out) -> Result<(), CommandError> {
        self.bot_answers()?;
        if let Some(seat) = self.lone() {
            let news = self.session.news(Viewer::Seat(seat));
            self.heard.add(news);
        }
        if self.humans() > 0 {
            return Ok(());
        }
        self.tell(out, Viewer::Referee)?;
        // Bots alone answer alike from the same seed: once a turn is often enough.
        match self.kept_turn == self.session.turns() {
            true => Ok(()),
            false => {
                self.kept_turn = self.session.turns();
                self.keep(out)
            }
        }
    }

    /// The seat of the one person at a terminal, if there is just one and nothing else is wanted.
    fn lone(&self) -> Option<Seat> {
        let mut people = self.session.people();
        let first = people
            .next()
            .filter(|_| self.terminal() && !self.teller.cite)?;
        people.next().is_none().then_some(first)
    }

    /// Who is out sees the rest of the match a round at a time, as fast as he likes.
    fn pause(&mut self, out: &mut Out) -> Result<Answered, CommandError> {
        let Some(seat) = self.lone().filter(|_| self.must_pause()) else {
            return Ok(Answered::Changed);
        };
        self.watch_on();
        self.tell(out, Viewer::Seat(seat))?;
        let prompt =
            "You are not asked for now. Enter: one round more; `end`: to the end; `quit`: leave. ";
        let Some(line) = self.input.line(out, prompt)? else {
            return Ok(Answered::Left);
        };
        self.hurried = line.trim().eq_ignore_ascii_case("end");
        match entry::read(&line) {
            Entry::Quit => Ok(Answered::Left),
            _ => Ok(Answered::Changed),
        }
    }

    /// Tells a viewer what is new.
    ///
    /// # Errors
    /// When output cannot be written.
    pub(crate) fn tell(&mut self, out: &mut Out, viewer: Viewer) -> Result<(), CommandError> {
        self.heard.tell(out)?;
        let news = self.session.news(viewer);
        self.teller.tell(out, &news, viewer)
    }

    /// Keeps the match: in the file that was named for it, or one of our own once a person has answered.
    ///
    /// # Errors
    /// When output cannot be written; a file that cannot be written is told.
    pub(crate) fn keep(&mut self, out: &mut Out) -> Result<(), CommandError> {
        let begun = self.humans() > 0 && self.session.answered() > 0;
        if self.unwanted || (self.keeping.path().is_none() && !begun) {
            return Ok(());
        }
        let text = self.session.save();
        self.keeping.keep(out, &text)
    }

    /// A file for a match that nobody named one for; never one that is there already.
    pub(crate) fn usual_file(&self) -> PathBuf {
        free_name(Path::new(&format!(
            "{}.json",
            name(&self.session, self.seed)
        )))
    }

    fn finish(&mut self, out: &mut Out, outcome: Outcome) -> Result<Verdict, CommandError> {
        let viewer = self.last_viewer();
        self.tell(out, viewer)?;
        if self.behaviour == Behaviour::Terminal && self.humans() > 0 {
            out.line("")?;
            out.text(self.session.draw(viewer))?;
        }
        end(out, &self.session, self.session.seats(), outcome)?;
        self.tell_seed(out)?;
        self.keep(out)?;
        if !self.keeping.named {
            match self.behaviour == Behaviour::Terminal && self.humans() > 0 {
                true => offer_to_keep(self, out)?,
                false => self.keeping.forget(),
            }
        }
        self.keeping.say(out, true)?;
        Ok(self.verdict())
    }

    /// The seed may be known once the match is over.
    fn tell_seed(&self, out: &mut Out) -> Result<(), CommandError> {
        match (self.session.seed(), self.seed) {
            (Some(seed), None) if out.is_json() => {
                out.json_line(&serde_json::json!({ "seed": seed }))
            }
            (Some(seed), None) => out.line(format!("# the seed was {seed}")),
            _ => Ok(()),
        }
    }

    /// Whoever may see the end: the one person, or only what is open where there are several.
    pub(crate) fn last_viewer(&self) -> Viewer {
        let mut humans = self.session.people();
        match (humans.next(), humans.next()) {
            (None, _) => Viewer::Referee,
            (Some(seat), None) => Viewer::Seat(seat),
            _ => Viewer::Spectator,
        }
    }

    pub(crate) fn leave(mut self, out: &mut Out) -> Result<Verdict, CommandError> {
        if out.is_json() {
            out.json_line(&serde_json::json!({ "pause": { "answers": self.session.answered() } }))?;
        } else {
            let (answered, s) = match self.session.answered() {
                1 => (1, ""),
                other => (other, "s"),
            };
            let line = format!("# stopped after {answered} action{s}; the match is not over");
            out.line(line)?;
        }
        self.keep(out)?;
        self.keeping.say(out, false)?;
        Ok(self.verdict())
    }

    /// After a match on the full screen, where the end was seen: who won, and where the match is kept.
    ///
    /// # Errors
    /// When output or a file cannot be written.
    pub(crate) fn end_after_screen(
        mut self,
        out: &mut Out,
        outcome: Outcome,
        keep: bool,
    ) -> Result<Verdict, CommandError> {
        end(out, &self.session, self.session.seats(), outcome)?;
        self.keep(out)?;
        if keep {
            let (file, text) = (self.usual_file(), self.session.save());
            self.keeping.keep_in(out, file, &text)?;
        } else if !self.keeping.named {
            self.unwanted = true;
            self.keeping.forget();
        }
        self.keeping.say(out, true)?;
        Ok(self.verdict())
    }

    fn verdict(&self) -> Verdict {
        if self.refused {
            Verdict::No
        } else {
            Verdict::Good
        }
    }
}

/// The name of a match's file, without its ending; with the seed where people know it.
pub(super) fn name(session: &Session, seed: Option<u64>) -> String {
    let which = seed.map_or("match".to_string(), |seed| seed.to_string());
    format!("{}-{which}", session.rulebook().about().game)
}

/// Chance is asked although a match with a seed has a dealer.
pub(crate) fn no_chance() -> CommandError {
    fault("chance is asked in a match with a seed")
}

/// Something that cannot happen unless cardwright itself is wrong.
fn fault(what: &str) -> CommandError {
    CommandError::refused(
        format!("cardwright is at fault: {what}"),
        "please report it, with the command you gave",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::play::input::Lines;
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
        let seats = seats.iter().map(|who| who.to_string()).collect();
        let session = Session::begin("robotory", &Setup::players(2), 1, seats).unwrap();
        let input = Box::new(Lines(Cursor::new(typed.to_string().into_bytes())));
        // Nothing of a test is kept in the state directory of whoever runs it.
        let session = Keyboard {
            behaviour: Behaviour::Terminal,
            unwanted: true,
            ..Keyboard::new(session, false, input)
        };
        let screen = Screen::default();
        let verdict = session
            .run(&mut Out::new(Box::new(screen.clone()), Format::Text))
            .unwrap();
        let shown = String::from_utf8(screen.0.borrow().clone()).unwrap();
        (verdict, shown)
    }

    #[test]
    fn two_people_at_one_keyboard_do_not_see_each_others_hand() {
        let (verdict, shown) = sit(
            &["human", "human"],
            "\nplace white a1\n\nplace white a2\nquit\n",
        );
        assert_eq!(verdict, Verdict::Good);
        let screens: Vec<&str> = shown.split("\x1b[2J\x1b[3J\x1b[H").collect();
        let expected = [
            "Pass the keyboard to seat 1",
            "",
            "Pass the keyboard to seat 2",
            "",
        ];
        for (screen, start) in screens[1..5].iter().zip(expected) {
            assert!(screen.starts_with(start), "{screen}");
        }
        assert!(screens[2].contains("seat 1 (human): ") && screens[4].contains("seat 2 (human): "));
        assert!(
            screens[4].contains("light places white on a1"),
            "{}",
            screens[4]
        );
    }

    /// Whoever resumes a match is told its last lines, not all of them.
    #[test]
    fn a_match_that_is_resumed_begins_with_its_last_lines() {
        let seats = ["human", "human"].map(String::from).to_vec();
        let mut session = Session::begin("robotory", &Setup::players(2), 1, seats).unwrap();
        for _ in 0..30 {
            let first = session.question().choices[0].action.clone();
            session.answer(&first).unwrap();
        }
        let cardwright::Actor::Seat(seat) = session.actor() else {
            panic!("somebody is asked")
        };
        let told = session.lines(Viewer::Seat(seat), 0);
        assert!(told.len() > 2 * REMINDER);
        let keyboard = Keyboard {
            behaviour: Behaviour::Terminal,
            unwanted: true,
            ..Keyboard::new(session, false, Box::new(Lines(Cursor::new(b"\nquit\nn\n"))))
        };
        let screen = Screen::default();
        let mut out = Out::new(Box::new(screen.clone()), Format::Text);
        keyboard.run(&mut out).unwrap();
        let shown = String::from_utf8(screen.0.borrow().clone()).unwrap();
        let is_told = |line: &&str| told.iter().any(|one| one.text == line.trim());
        let said = shown.lines().filter(is_told).count();
        assert!((REMINDER / 2..=REMINDER).contains(&said), "{said}: {shown}");
    }

    #[test]
    fn one_person_is_not_asked_to_pass_the_keyboard() {
        let (_, shown) = sit(&["human", "random"], "place white a1\nquit\nn\n");
        assert!(!shown.contains("Pass the keyboard"));
        assert_eq!(
            shown.matches("reserve: ").count(),
            2,
            "the table is drawn once a turn:\n{shown}"
        );
        assert!(
            shown.ends_with("# stopped after 2 actions; the match is not over\n"),
            "{shown}"
        );
    }

    #[test]
    fn whoever_is_not_asked_any_more_sees_the_rest_by_rounds() {
        let seats = ["human", "random"].map(String::from).to_vec();
        let session = Session::begin("robotory", &Setup::players(2), 1, seats).unwrap();
        let lines = |typed: &'static str| Box::new(Lines(Cursor::new(typed.as_bytes())));
        let screen = Screen::default();
        let mut out = Out::new(Box::new(screen.clone()), Format::Text);
        let mut keyboard = Keyboard::new(session, false, lines("\nend\n"));
        keyboard.behaviour = Behaviour::Terminal;
        // As if the person had been asked long ago: a turn of Robotory never passes a player by.
        let ask_again = |keyboard: &mut Keyboard, out: &mut Out| {
            keyboard.asked_turn = 0;
            keyboard.pause(out).unwrap()
        };
        assert_eq!(keyboard.pause(&mut out).unwrap(), Answered::Changed);
        while keyboard.session.turns() < 4 {
            let first = keyboard.session.question().choices[0].action.clone();
            keyboard.session.answer(&first).unwrap();
        }
        assert_eq!(ask_again(&mut keyboard, &mut out), Answered::Changed);
        assert!(!keyboard.hurried);
        assert_eq!(ask_again(&mut keyboard, &mut out), Answered::Changed);
        assert!(keyboard.hurried, "the second line was `end`");
        assert_eq!(ask_again(&mut keyboard, &mut out), Answered::Changed);
        keyboard.hurried = false;
        assert_eq!(
            ask_again(&mut keyboard, &mut out),
            Answered::Left,
            "the input has ended"
        );
        let shown = String::from_utf8(screen.0.borrow().clone()).unwrap();
        assert_eq!(
            shown.matches("You are not asked for now.").count(),
            3,
            "{shown}"
        );
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

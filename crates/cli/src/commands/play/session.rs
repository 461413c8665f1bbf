//! A session at the keyboard: bots and people act in turn until the match is over or somebody leaves.

use super::ask::{Answered, ask, offer_to_keep};
use super::entry::{self, Entry};
use super::heard::Heard;
use super::input::Input;
use crate::commands::keeping::Keeping;
use crate::commands::transcript::{Dice, Narrator, begin, called, end, won};
use crate::files::{Kind, free_name};
use crate::output::Out;
use crate::statistics;
use crate::stop::{CommandError, Verdict};
use cardwright::{Next, Outcome, Question, Seat, Session, Viewer};
use std::path::{Path, PathBuf};

/// The number of lines that remind a person of what happened before, when resuming a match at a terminal.
const REMINDER: usize = 12;

/// How the session interacts with people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Behaviour {
    /// It draws the table, and hides hands between two people at one keyboard.
    Terminal,
    /// It reads and prints lines.
    Lines,
}

/// A session at the keyboard.
pub(crate) struct Keyboard {
    /// The match, and who sits where.
    pub(crate) session: Session,
    /// The seed, if the people at the table know it.
    pub(crate) seed: Option<u64>,
    /// The number of actions played before the session.
    pub(crate) before: usize,
    /// How it interacts.
    pub(crate) behaviour: Behaviour,
    /// Saves the match.
    pub(crate) keeping: Keeping,
    /// Prints the events.
    pub(crate) teller: Narrator,
    /// Whether a line of input was refused without a person at a terminal to correct it.
    pub(crate) refused: bool,
    /// The input of people.
    pub(crate) input: Box<dyn Input>,
    /// The person who looks at the screen, if several people share it.
    pub(crate) looking: Option<Seat>,
    /// Whether the match does not need to be saved.
    pub(crate) unwanted: bool,
    /// The turn in which a match between bots was last saved.
    pub(crate) kept_turn: u32,
    /// The turn in which a person last had to act.
    pub(crate) asked_turn: u32,
    /// Whether the only person, who is out, wants to see the end at once.
    pub(crate) hurried: bool,
    /// What bots did since the only person at a terminal last had to act, turn by turn.
    pub(crate) heard: Heard,
    /// The language of names and texts of cards.
    pub(crate) lang: String,
    /// The fingerprint of the state in which the table was last drawn.
    pub(crate) drawn: Option<u64>,
    /// Whether the aim of the game was already shown.
    pub(crate) aim_told: bool,
    /// The name of the only person; `None` for "you".
    pub(crate) own_name: Option<String>,
    /// Whether the person gets advice for a first game.
    pub(crate) coach: bool,
    /// The results of the person's matches of this game, once this one is counted.
    pub(crate) record: Option<String>,
}

impl Keyboard {
    /// A session that reads and prints lines, saved in a file of the program's own.
    pub(crate) fn new(session: Session, cite: bool, input: Box<dyn Input>) -> Self {
        Keyboard {
            before: session.actions_played(),
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
            own_name: None,
            coach: false,
            record: None,
        }
    }

    /// Plays until the match is over or somebody leaves.
    ///
    /// # Errors
    /// When the output or a file cannot be written.
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
                let you = called(&self.session, *seat);
                out.line(format!("# you are {you}"))?;
            }
            for seat in 0..self.session.seats().len() {
                self.session.skip(Viewer::Seat(Seat(seat as u8)), REMINDER);
            }
        }
        loop {
            match self.session.next() {
                Next::Over(outcome) => return self.finish(out, outcome),
                // A match with a seed rolls and draws by itself.
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

    /// The number of people who play.
    pub(crate) fn humans(&self) -> usize {
        self.session.people().count()
    }

    /// The question. A person who plays alone is "you"; people who share a keyboard and programs that read lines get
    /// the name.
    pub(crate) fn question(&self) -> Question {
        let mut question = self.session.question();
        let mut people = self.session.people();
        let alone = people.next().filter(|_| people.next().is_none());
        if let Some(seat) = alone.filter(|_| self.behaviour != Behaviour::Lines) {
            question.text = self.session.question_to(seat);
        }
        question
    }

    /// Lets a bot act.
    ///
    /// # Errors
    /// When the rules refuse its action.
    pub(crate) fn bot_actions(&mut self) -> Result<(), CommandError> {
        let answered = self.session.play_bot();
        answered
            .map(drop)
            .map_err(|error| fault(&format!("a bot's answer was not taken: {error}")))
    }

    /// Whether the only person has not had to act for so long that the bots must wait for a key.
    pub(crate) fn must_pause(&self) -> bool {
        let round = self.session.seats().len() as u32;
        self.lone().is_some()
            && !self.hurried
            && self.session.turns() >= self.asked_turn + 2 * round
    }

    /// Lets the bots play one more round.
    pub(crate) fn watch_on(&mut self) {
        let round = self.session.seats().len() as u32;
        self.asked_turn = self.session.turns().saturating_sub(round);
    }

    /// The source of dice and draws, as far as the people at the table know it.
    fn dice(&self) -> Dice {
        self.seed.map_or(Dice::Kept, Dice::Seed)
    }

    fn bot(&mut self, out: &mut Out) -> Result<(), CommandError> {
        self.bot_actions()?;
        if let Some(seat) = self.lone() {
            let news = self.session.news(Viewer::Seat(seat));
            self.heard.add(news);
        }
        if self.humans() > 0 {
            return Ok(());
        }
        self.tell(out, Viewer::Referee)?;
        // Bots alone repeat their actions from the same seed, so saving once a turn is enough.
        match self.kept_turn == self.session.turns() {
            true => Ok(()),
            false => {
                self.kept_turn = self.session.turns();
                self.keep(out)
            }
        }
    }

    /// The seat of the person at a terminal, if exactly one person plays and citations are off.
    fn lone(&self) -> Option<Seat> {
        let mut people = self.session.people();
        let first = people
            .next()
            .filter(|_| self.terminal() && !self.teller.cite)?;
        people.next().is_none().then_some(first)
    }

    /// Waits between rounds for a person who is out.
    fn pause(&mut self, out: &mut Out) -> Result<Answered, CommandError> {
        let Some(seat) = self.lone().filter(|_| self.must_pause()) else {
            return Ok(Answered::Changed);
        };
        self.watch_on();
        self.tell(out, Viewer::Seat(seat))?;
        let prompt = "You are not asked now. Enter: watch one more round; `end`: watch to the end; `quit`: leave. ";
        let Some(line) = self.input.line(out, prompt)? else {
            return Ok(Answered::Left);
        };
        self.hurried = line.trim().eq_ignore_ascii_case("end");
        match entry::read(&line) {
            Entry::Quit => Ok(Answered::Left),
            _ => Ok(Answered::Changed),
        }
    }

    /// Prints new events for a viewer.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(crate) fn tell(&mut self, out: &mut Out, viewer: Viewer) -> Result<(), CommandError> {
        self.heard.tell(out)?;
        let news = self.session.news(viewer);
        self.teller.tell(out, &news, viewer)
    }

    /// Saves the match: in the file named for it, or in one of the program's own once a person has acted.
    ///
    /// # Errors
    /// When the output cannot be written; a file that cannot be written is only reported.
    pub(crate) fn keep(&mut self, out: &mut Out) -> Result<(), CommandError> {
        let begun = self.humans() > 0 && self.session.actions_played() > 0;
        if self.unwanted || (self.keeping.path().is_none() && !begun) {
            return Ok(());
        }
        let text = self.session.save();
        self.keeping.keep(out, &text)
    }

    /// A new file for a match without a named file; never an existing one.
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
        self.summary(out, outcome)?;
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

    /// Prints how the match ended: at a terminal with the players' names, and the results of your matches so far.
    fn summary(&mut self, out: &mut Out, outcome: Outcome) -> Result<(), CommandError> {
        if self.behaviour == Behaviour::Lines || self.humans() == 0 {
            return end(out, &self.session, self.session.seats(), outcome);
        }
        let own = match self.last_viewer() {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        };
        let name = |seat| match own == Some(seat) {
            true => format!("{} (you)", called(&self.session, seat)),
            false => called(&self.session, seat),
        };
        out.line(format!(
            "# over after {} turns and {} actions: {}",
            self.session.turns(),
            self.session.actions_played(),
            won(&self.session, outcome, name)
        ))?;
        if let Some(record) = self.record(outcome) {
            out.line(format!("# {record}"))?;
        }
        Ok(())
    }

    /// Counts a match that ended at a terminal for the only person who played it, once.
    pub(crate) fn record(&mut self, outcome: Outcome) -> Option<String> {
        let Viewer::Seat(seat) = self.last_viewer() else {
            return None;
        };
        let fresh = self.session.actions_played() > self.before && !self.unwanted;
        let game = self.session.rulebook().about().game;
        if self.record.is_none() && fresh {
            let record = statistics::count(&game, outcome.winners.has(seat));
            self.record = Some(statistics::sentence(&game, record));
        }
        self.record.clone()
    }

    /// Prints the seed, which is no secret once the match is over.
    fn tell_seed(&self, out: &mut Out) -> Result<(), CommandError> {
        match (self.session.seed(), self.seed) {
            (Some(seed), None) if out.is_json() => {
                out.json_line(&serde_json::json!({ "seed": seed }))
            }
            (Some(seed), None) => out.line(format!("# the seed was {seed}")),
            _ => Ok(()),
        }
    }

    /// The viewer of the end: the only person, or a spectator if there are several.
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
            out.json_line(&serde_json::json!({ "pause": { "actions_played": self.session.actions_played() } }))?;
        } else {
            let (answered, s) = match self.session.actions_played() {
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

    /// Prints who won and where the match is saved, after a match on the full screen.
    ///
    /// # Errors
    /// When the output or a file cannot be written.
    pub(crate) fn end_after_screen(
        mut self,
        out: &mut Out,
        outcome: Outcome,
        keep: bool,
    ) -> Result<Verdict, CommandError> {
        self.summary(out, outcome)?;
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

/// The name of a match's file, without its ending; it contains the seed if people know it.
pub(super) fn name(session: &Session, seed: Option<u64>) -> String {
    let which = seed.map_or("match".to_string(), |seed| seed.to_string());
    format!("{}-{which}", session.rulebook().about().game)
}

/// The error if a match with a seed needs somebody to roll or draw.
pub(crate) fn no_chance() -> CommandError {
    fault("chance is asked in a match with a seed")
}

/// The error for something that only a bug in Cardwright can cause.
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

    /// The output at a terminal after these lines are typed.
    fn sit(seats: &[&str], typed: &str) -> (Verdict, String) {
        let seats = seats.iter().map(|who| who.to_string()).collect();
        let session = Session::begin("robotory", &Setup::players(2), 1, seats).unwrap();
        let input = Box::new(Lines(Cursor::new(typed.to_string().into_bytes())));
        // Tests must not save anything in the state directory of the user who runs them.
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
            "Pass the keyboard to Light",
            "",
            "Pass the keyboard to Dark",
            "",
        ];
        for (screen, start) in screens[1..5].iter().zip(expected) {
            assert!(screen.starts_with(start), "{screen}");
        }
        assert!(screens[2].contains(", light: ") && screens[4].contains(", dark: "));
        assert!(
            screens[4].contains("light places white on a1"),
            "{}",
            screens[4]
        );
    }

    /// A resumed match shows its last lines, not all of them.
    #[test]
    fn a_match_that_is_resumed_begins_with_its_last_lines() {
        let seats = ["human", "human"].map(String::from).to_vec();
        let mut session = Session::begin("robotory", &Setup::players(2), 1, seats).unwrap();
        for _ in 0..30 {
            let first = session.question().choices[0].action.clone();
            session.play(&first).unwrap();
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
        let aims = shown.lines().filter(|line| line.starts_with("Robotory: "));
        assert_eq!(
            aims.count(),
            1,
            "the aim of the game is shown once:\n{shown}"
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
        // As if the person had not acted for long; in Robotory, turns never skip a player.
        let ask_again = |keyboard: &mut Keyboard, out: &mut Out| {
            keyboard.asked_turn = 0;
            keyboard.pause(out).unwrap()
        };
        assert_eq!(keyboard.pause(&mut out).unwrap(), Answered::Changed);
        while keyboard.session.turns() < 4 {
            let first = keyboard.session.question().choices[0].action.clone();
            keyboard.session.play(&first).unwrap();
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
            shown.matches("You are not asked now.").count(),
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

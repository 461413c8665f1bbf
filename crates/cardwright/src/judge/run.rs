//! Playing a case.

use super::file::{Case, Fault};
use super::play::{Answer, Who};
use cardwright_kernel::{Actor, DynGame, DynMatch, Flaw, MatchError, Outcome, Question, Refusal, Viewer};
use serde::Serialize;

/// Answers shown to somebody whose line fits none of them.
const CHOICES_SHOWN: usize = 12;

/// One line of what came out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Said {
    /// What happened, as one sentence.
    pub text: String,
    /// What decides it: clauses, and operations of cards.
    pub cites: Vec<String>,
    /// The line of the play that led to it; none for what happened before the first.
    pub from: Option<usize>,
    /// The facts that a refusal looked at.
    pub facts: Vec<String>,
    /// What would make a refused answer legal.
    pub help: String,
}

impl Said {
    /// The line as it stands in a ruling.
    pub fn line(&self) -> String {
        match self.cites.is_empty() {
            true => self.text.clone(),
            false => format!("{} [{}]", self.text, self.cites.join(", ")),
        }
    }

    /// Whether a line says what is asked in the end, or that the game is over.
    pub(super) fn closes(text: &str) -> bool {
        text.starts_with("asked: ") || text.starts_with("over: ")
    }
}

/// A case played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Run {
    /// What came out.
    pub said: Vec<Said>,
    /// Why it could not be played to its end: where the play itself went wrong, or every reason why the position
    /// cannot be; then later lines that no position makes readable.
    pub faults: Vec<Fault>,
}

/// Plays a case under a rulebook, with chance's answers as they are given.
pub(super) fn run(book: &dyn DynGame, case: &Case) -> Run {
    let mut play = match &case.position {
        None => book.start(None),
        Some(position) => match book.start_from(&position.text, None) {
            Ok(play) => play,
            Err(flaws) => {
                let mut run = impossible(case, &flaws);
                run.faults.extend(unreadable(&*book.start(None), case.answers.iter()));
                return run;
            }
        },
    };
    let mut table = Table { play: &mut *play, run: Run::default(), told: 0 };
    table.listen(None);
    for answer in &case.answers {
        if let Err(fault) = table.give(answer) {
            table.run.faults.push(fault);
            let later = case.answers.iter().filter(|later| later.line > answer.line);
            table.run.faults.extend(unreadable(table.play, later));
            return table.run;
        }
    }
    table.close();
    table.run
}

/// Lines that can be read in no position at all.
fn unreadable<'a>(play: &dyn DynMatch, lines: impl Iterator<Item = &'a Answer>) -> Vec<Fault> {
    let error = |answer: &'a Answer| match play.why_not(&answer.action) {
        Err(error) if error.always => {
            Some(Fault::new((answer.line, answer.column + error.at), error.message, error.help))
        }
        _ => None,
    };
    lines.filter(|answer| !answer.refused).filter_map(error).collect()
}

/// The match as a case leaves it.
pub(super) fn reach(book: &dyn DynGame, case: &Case) -> Result<Box<dyn DynMatch>, Fault> {
    let mut play = match &case.position {
        None => book.start(None),
        Some(position) => book.start_from(&position.text, None).map_err(|flaws| {
            let run = impossible(case, &flaws);
            let fault =
                || Fault::new((case.line, 1), "the position is impossible", "run the judge on the file");
            run.faults.into_iter().next().unwrap_or_else(fault)
        })?,
    };
    let mut table = Table { play: &mut *play, run: Run::default(), told: 0 };
    case.answers.iter().filter(|answer| !answer.refused).try_for_each(|answer| table.give(answer))?;
    Ok(play)
}

/// The position is impossible: each reason is a line of the outcome, so that a ruling may be about that.
fn impossible(case: &Case, flaws: &[Flaw]) -> Run {
    let said = |flaw: &Flaw| {
        let (line, column) = case.position.as_ref().map_or((0, 0), |block| block.place(flaw.span.start));
        let start = case.position.as_ref().map_or(0, |block| block.line);
        let text = format!("impossible: line {}, column {column}: {}", line + 1 - start, flaw.message);
        Said { text, help: flaw.help.clone(), ..Said::default() }
    };
    let fault = |flaw: &Flaw| {
        let at = case.position.as_ref().map_or((case.line, 1), |block| block.place(flaw.span.start));
        Fault::new(at, format!("the position is impossible: {}", flaw.message), flaw.help.clone())
    };
    // Without a play the ruling is about the position itself.
    let faults = if case.answers.is_empty() { Vec::new() } else { flaws.iter().map(fault).collect() };
    Run { said: flaws.iter().map(said).collect(), faults }
}

struct Table<'a> {
    play: &'a mut dyn DynMatch,
    run: Run,
    /// Lines of the log already taken over.
    told: usize,
}

impl Table<'_> {
    /// Takes over what has happened since.
    fn listen(&mut self, from: Option<usize>) {
        for line in self.play.lines(Viewer::Referee, self.told) {
            self.told += 1;
            self.run.said.push(Said { text: line.text, cites: line.cites, from, ..Said::default() });
        }
    }

    fn give(&mut self, answer: &Answer) -> Result<(), Fault> {
        let at = (answer.line, answer.column);
        let asked = self.play.actor();
        let after_the_end = answer.refused && matches!(asked, Actor::Over(_));
        if !answer.who.is(asked) && !after_the_end {
            return self.not_asked(answer, asked);
        }
        if answer.refused {
            return self.refuse(answer);
        }
        match self.play.play(&answer.action) {
            Ok(()) => {
                self.listen(Some(answer.line));
                Ok(())
            }
            Err(MatchError::Notation(error)) => {
                let column = answer.column + error.at;
                Err(Fault::new((answer.line, column), error.message, self.or_choices(&error.help)))
            }
            Err(MatchError::Refused(refusal)) => {
                let help = self.or_choices(&refusal.help);
                let said = self.refused(answer, &refusal);
                let message = format!("not allowed: {}", said.line().trim_start_matches("refused: "));
                self.run.said.push(said);
                Err(Fault::new(at, message, help))
            }
        }
    }

    /// A line for somebody who is not asked.
    fn not_asked(&mut self, answer: &Answer, asked: Actor) -> Result<(), Fault> {
        let text = turned_away(answer.who, asked);
        if answer.refused {
            self.run.said.push(Said {
                text: format!("refused: {text}"),
                cites: vec![self.play.asked_by().to_string()],
                from: Some(answer.line),
                ..Said::default()
            });
            return Ok(());
        }
        let help = match asked {
            Actor::Over(_) => "leave the line out".into(),
            Actor::Chance => format!("{}: give it as `chance: …`", self.play.question().text),
            Actor::Seat(seat) => format!("player {seat}: {}", self.choices()),
        };
        Err(Fault::new((answer.line, answer.column), text, help))
    }

    /// A line that must be refused.
    fn refuse(&mut self, answer: &Answer) -> Result<(), Fault> {
        let said = match self.play.why_not(&answer.action) {
            Ok(Some(refusal)) => self.refused(answer, &refusal),
            Ok(None) => {
                let message = format!("`{}` is allowed, and the ruling says it is refused", answer.action);
                return Err(Fault::new((answer.line, answer.column), message, "leave out the `!`"));
            }
            Err(error) => {
                let text = format!("unreadable: {}", error.message);
                Said { text, from: Some(answer.line), help: error.help, ..Said::default() }
            }
        };
        self.run.said.push(said);
        Ok(())
    }

    fn refused(&self, answer: &Answer, refusal: &Refusal) -> Said {
        Said {
            text: format!("refused: {}", refusal.message),
            cites: self.play.cites(refusal),
            from: Some(answer.line),
            facts: refusal.facts.clone(),
            help: refusal.help.clone(),
        }
    }

    fn or_choices(&self, help: &str) -> String {
        if help.is_empty() { self.choices() } else { help.into() }
    }

    /// The present question and its answers.
    fn choices(&self) -> String {
        let Question { text, choices, .. } = self.play.question();
        let shown: Vec<_> = choices.iter().take(CHOICES_SHOWN).map(|choice| choice.action.as_str()).collect();
        let more = choices.len().saturating_sub(CHOICES_SHOWN);
        let more = if more == 0 { String::new() } else { format!(", and {more} more") };
        format!("{text} Answers: {}{more}", shown.join(", "))
    }

    /// The last line: the question that is open, or how the game ended.
    fn close(&mut self) {
        let text = match self.play.actor() {
            Actor::Seat(seat) => format!("asked: player {seat}: {}", self.play.question().text),
            Actor::Chance => format!("asked: chance: {}", self.play.question().text),
            Actor::Over(outcome) => format!("over: {}", ended(outcome)),
        };
        self.run.said.push(Said { text, ..Said::default() });
    }
}

/// What somebody is told who is not asked.
pub(crate) fn turned_away(who: Who, asked: Actor) -> String {
    match asked {
        Actor::Seat(seat) => format!("{who} is not asked now: player {seat} is"),
        Actor::Chance => format!("{who} is not asked now: dice or a draw are to come first"),
        Actor::Over(_) => format!("{who} is not asked now: the game is over"),
    }
}

fn ended(outcome: Outcome) -> String {
    let winners: Vec<_> = outcome.winners.iter().map(|seat| seat.to_string()).collect();
    match winners.as_slice() {
        [] => "a draw".into(),
        [one] => format!("player {one} wins"),
        several => format!("players {} share the game", several.join(" and ")),
    }
}

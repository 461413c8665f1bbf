//! Playing a case.

use super::file::{Case, Fault};
use super::play::Answer;
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
    /// Where the play itself went wrong, so that it could not be played to its end.
    pub fault: Option<Fault>,
}

/// Plays a case under a rulebook, with chance's answers as they are given.
pub(super) fn run(book: &dyn DynGame, case: &Case) -> Run {
    let mut play = match &case.position {
        None => book.start(None),
        Some(position) => match book.start_from(&position.text, None) {
            Ok(play) => play,
            Err(flaws) => return impossible(case, &flaws),
        },
    };
    let mut table = Table { play: &mut *play, run: Run::default(), told: 0 };
    table.listen(None);
    for answer in &case.answers {
        if let Err(fault) = table.give(answer) {
            table.run.fault = Some(fault);
            return table.run;
        }
    }
    table.close();
    table.run
}

/// The match as a case leaves it.
pub(super) fn reach(book: &dyn DynGame, case: &Case) -> Result<Box<dyn DynMatch>, Fault> {
    let mut play = match &case.position {
        None => book.start(None),
        Some(position) => book.start_from(&position.text, None).map_err(|flaws| {
            let run = impossible(case, &flaws);
            let fault =
                || Fault::new((case.line, 1), "the position is impossible", "run the judge on the file");
            run.fault.unwrap_or_else(fault)
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
    let fault = case.answers.first().and_then(|_| flaws.first()).map(|flaw| {
        let at = case.position.as_ref().map_or((case.line, 1), |block| block.place(flaw.span.start));
        let others = flaws.len() - 1;
        let more = if others == 0 {
            String::new()
        } else {
            format!(" (and {others} more, listed in what came out)")
        };
        Fault::new(at, format!("the position is impossible: {}{more}", flaw.message), flaw.help.clone())
    });
    Run { said: flaws.iter().map(said).collect(), fault }
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
        let whose = match asked {
            Actor::Seat(seat) => format!("player {seat} is asked"),
            Actor::Chance => "dice or a draw are to come first".into(),
            Actor::Over(_) => "the game is over".into(),
        };
        let text = format!("{} is not asked now: {whose}", answer.who);
        if answer.refused {
            self.run.said.push(Said {
                text: format!("refused: {text}"),
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

fn ended(outcome: Outcome) -> String {
    let winners: Vec<_> = outcome.winners.iter().map(|seat| seat.to_string()).collect();
    match winners.as_slice() {
        [] => "a draw".into(),
        [one] => format!("player {one} wins"),
        several => format!("players {} share the game", several.join(" and ")),
    }
}

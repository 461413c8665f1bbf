//! `cardwright explain`: what a kind of error means.

use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use crate::table::rows;
use cardwright::{CODES, Code, explain, nearest};
use clap::Args;

/// Say what a code such as CW0102 means, which `check` prints with each error; without a code, list all.
#[derive(Args)]
pub(crate) struct Explain {
    /// The code, such as CW0102.
    code: Option<String>,
}

impl Explain {
    /// Prints the page, or the list.
    ///
    /// # Errors
    /// When there is no such code.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        match &self.code {
            None if out.is_json() => out.json(&cardwright_wire::codes(CODES))?,
            None => out.text(rows(&CODES.iter().map(row).collect::<Vec<_>>()))?,
            Some(code) => one(out, find(code)?)?,
        }
        Ok(Verdict::Good)
    }
}

fn find(code: &str) -> Result<&'static Code, CommandError> {
    let known: Vec<String> = CODES.iter().map(|code| code.id.to_lowercase()).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let unknown = || {
        let help = match nearest(code, &known) {
            Some(near) => {
                format!(
                    "did you mean {}? `cardwright explain` lists all codes",
                    near.to_uppercase()
                )
            }
            None => "`cardwright explain` lists all codes".into(),
        };
        CommandError::usage(format!("there is no code `{code}`"), help)
    };
    explain(code).ok_or_else(unknown)
}

fn one(out: &mut Out, code: &Code) -> Result<(), CommandError> {
    match out.is_json() {
        true => out.json(&cardwright_wire::codes([code])),
        false => out.line(format!(
            "{}: {}\n\n{}",
            code.id,
            code.title,
            wrapped(code.text)
        )),
    }
}

fn row(code: &Code) -> Vec<String> {
    vec![code.id.into(), code.title.into()]
}

/// The text in lines that fit a terminal.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines.join("\n")
}

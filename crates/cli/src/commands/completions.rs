//! `cardwright completions` and `cardwright man`: completion scripts for shells, and manual pages.

use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use clap::Args;
use clap_complete::Shell;
use serde_json::json;

/// Print a script that completes commands and options in a shell.
///
/// With `--format json`, it prints an object with the key `script`.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell to print the script for.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::command(), "cardwright", &mut script);
        let script = String::from_utf8_lossy(&script);
        match out.is_json() {
            true => out.json_line(&json!({ "script": script }))?,
            false => out.text(script)?,
        }
        Ok(Verdict::Good)
    }
}

/// Print the manual page of the program or of a command.
///
/// The page is in roff. With `--format json`, it is printed as an object with the key `page`.
#[derive(Args)]
pub(crate) struct Man {
    /// The command whose page to print. Default: the page of the whole program.
    command: Option<String>,
}

impl Man {
    /// Prints the page.
    ///
    /// # Errors
    /// When there is no such command, or the output cannot be written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let mut program = crate::command();
        program.build();
        let command = match &self.command {
            None => program,
            Some(name) => program
                .find_subcommand(name)
                .cloned()
                .ok_or_else(|| unknown(name, &program))?,
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        let page = String::from_utf8_lossy(&page);
        match out.is_json() {
            true => out.json_line(&json!({ "page": page }))?,
            false => out.text(page)?,
        }
        Ok(Verdict::Good)
    }
}

fn unknown(name: &str, program: &clap::Command) -> CommandError {
    let known: Vec<&str> = program
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    CommandError::usage(
        format!("there is no command `{name}`"),
        cardwright::meant(name, &known),
    )
}

//! `cardwright completions` and `cardwright man`: what shells and manuals want to know of the program.

use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a script that lets a shell complete commands and options.
///
/// For bash: `cardwright completions bash > ~/.local/share/bash-completion/completions/cardwright`.
#[derive(Args)]
pub(crate) struct Completions {
    /// Which shell.
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
        clap_complete::generate(
            self.shell,
            &mut crate::Arguments::command(),
            "cardwright",
            &mut script,
        );
        out.text(String::from_utf8_lossy(&script))?;
        Ok(Verdict::Good)
    }
}

/// Print the manual page (roff): `cardwright man > cardwright.1`.
#[derive(Args)]
pub(crate) struct Man {
    /// The page of this command; without one, that of the program.
    command: Option<String>,
}

impl Man {
    /// Prints the page.
    ///
    /// # Errors
    /// When there is no such command, or it cannot be written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let mut program = crate::Arguments::command();
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
        out.text(String::from_utf8_lossy(&page))?;
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

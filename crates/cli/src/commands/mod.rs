//! The commands, one file each.

mod cards;
mod completions;
pub(crate) mod count;
mod design;
mod games;
mod judge;
mod keeping;
mod lsp;
mod odds;
pub(crate) mod play;
mod referee;
mod rejudge;
pub(crate) mod replay;
mod serve;
mod show;
pub(crate) mod transcript;
mod why;

use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use clap::Subcommand;
use count::{arena, merge, perft, simulate};
use design::{check, explain, mutate, new, test, text};

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Games(games::Games),
    Cards(cards::Cards),
    New(new::New),
    Check(check::Check),
    Explain(explain::Explain),
    Text(text::Text),
    Test(test::Test),
    Mutate(mutate::Mutate),
    Play(play::Play),
    Show(show::Show),
    Simulate(simulate::Simulate),
    Arena(arena::Arena),
    Merge(merge::Merge),
    Replay(replay::ReplayFile),
    Perft(perft::Perft),
    Judge(judge::JudgeFiles),
    Referee(referee::RefereeTable),
    Rejudge(rejudge::RejudgeFiles),
    Why(why::WhyAnswer),
    Odds(odds::Odds),
    Serve(serve::Serve),
    Lsp(lsp::Lsp),
    Completions(completions::Completions),
    Man(completions::Man),
}

/// Why a command does nothing in a program that was built without what it needs.
#[cfg(not(all(feature = "lsp", feature = "mcp", feature = "server")))]
fn left_out(what: &str, feature: &str) -> CommandError {
    CommandError::usage(
        format!("this program was built without {what}"),
        format!(
            "`cargo install --path crates/cli --features full` installs everything, `--features {feature}` adds this alone; \
             in a copy of the project: `cargo run --release --features full -- …`"
        ),
    )
}

impl Command {
    /// Carries it out.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        match self {
            Command::Games(command) => command.run(out),
            Command::Cards(command) => command.run(out),
            Command::New(command) => command.run(out),
            Command::Check(command) => command.run(out),
            Command::Explain(command) => command.run(out),
            Command::Text(command) => command.run(out),
            Command::Test(command) => command.run(out),
            Command::Mutate(command) => command.run(out),
            Command::Play(command) => command.run(out),
            Command::Show(command) => command.run(out),
            Command::Simulate(command) => command.run(out),
            Command::Arena(command) => command.run(out),
            Command::Merge(command) => command.run(out),
            Command::Replay(command) => command.run(out),
            Command::Perft(command) => command.run(out),
            Command::Judge(command) => command.run(out),
            Command::Referee(command) => command.run(out),
            Command::Rejudge(command) => command.run(out),
            Command::Why(command) => command.run(out),
            Command::Odds(command) => command.run(out),
            Command::Serve(command) => command.run(out),
            Command::Lsp(command) => command.run(),
            Command::Completions(command) => command.run(out),
            Command::Man(command) => command.run(out),
        }
    }
}

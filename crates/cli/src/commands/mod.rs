//! The commands, each in a file of its own.

mod ask;
mod cards;
mod completions;
pub(crate) mod count;
mod design;
mod games;
pub(crate) mod judge;
mod keeping;
mod lsp;
mod odds;
pub(crate) mod play;
mod referee;
pub(crate) mod rejudge;
pub(crate) mod replay;
mod serve;
mod show;
mod standings;
pub(crate) mod transcript;
mod why;

use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use clap::Subcommand;
use count::{analyse, arena, balance, cost, learn, merge, perft, simulate};
use design::{check, compat, diff, explain, mutate, new, pack, test, text};

/// The commands of the program.
#[derive(Subcommand)]
pub(crate) enum Command {
    Games(games::Games),
    Cards(cards::Cards),
    New(new::New),
    Check(check::Check),
    Pack(pack::Pack),
    Diff(diff::Diff),
    Compat(compat::Compat),
    Explain(explain::Explain),
    Text(text::Text),
    Test(test::Test),
    Mutate(mutate::Mutate),
    Play(play::Play),
    Show(show::Show),
    Simulate(simulate::Simulate),
    Arena(arena::Arena),
    Balance(balance::Balance),
    Cost(cost::Cost),
    Learn(learn::Learn),
    Merge(merge::Merge),
    Replay(replay::ReplayFile),
    #[command(alias = "analyze")]
    Analyse(analyse::Analyse),
    Perft(perft::Perft),
    Judge(judge::JudgeFiles),
    Referee(referee::RefereeTable),
    Rejudge(rejudge::RejudgeFiles),
    Standings(standings::StandingsOf),
    Why(why::WhyAnswer),
    Ask(ask::Ask),
    Odds(odds::Odds),
    Serve(serve::Serve),
    Lsp(lsp::Lsp),
    Completions(completions::Completions),
    Man(completions::Man),
}

/// The error of a command that needs a feature missing from this build.
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
    /// Runs the command.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        match self {
            Command::Games(command) => command.run(out),
            Command::Cards(command) => command.run(out),
            Command::New(command) => command.run(out),
            Command::Check(command) => command.run(out),
            Command::Pack(command) => command.run(out),
            Command::Diff(command) => command.run(out),
            Command::Compat(command) => command.run(out),
            Command::Explain(command) => command.run(out),
            Command::Text(command) => command.run(out),
            Command::Test(command) => command.run(out),
            Command::Mutate(command) => command.run(out),
            Command::Play(command) => command.run(out),
            Command::Show(command) => command.run(out),
            Command::Simulate(command) => command.run(out),
            Command::Arena(command) => command.run(out),
            Command::Balance(command) => command.run(out),
            Command::Cost(command) => command.run(out),
            Command::Learn(command) => command.run(out),
            Command::Merge(command) => command.run(out),
            Command::Replay(command) => command.run(out),
            Command::Analyse(command) => command.run(out),
            Command::Perft(command) => command.run(out),
            Command::Judge(command) => command.run(out),
            Command::Referee(command) => command.run(out),
            Command::Rejudge(command) => command.run(out),
            Command::Standings(command) => command.run(out),
            Command::Why(command) => command.run(out),
            Command::Ask(command) => command.run(out),
            Command::Odds(command) => command.run(out),
            Command::Serve(command) => command.run(out),
            Command::Lsp(command) => command.run(),
            Command::Completions(command) => command.run(out),
            Command::Man(command) => command.run(out),
        }
    }
}

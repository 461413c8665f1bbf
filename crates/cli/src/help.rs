//! Adds two examples to the `--help` of every command.

use clap::Command;

/// Two examples of each command.
const EXAMPLES: [(&str, [&str; 2]); 33] = [
    ("games", ["games", "games --verbose"]),
    (
        "cards",
        ["cards moon-bots", "cards robot-empire --pack my-pack"],
    ),
    (
        "new",
        [
            "new space-junk --game moon-bots",
            "new space-junk --game robot-empire",
        ],
    ),
    ("check", ["check my-pack", "check my-pack --fix"]),
    (
        "pack",
        [
            "pack my-pack -o my-pack.cwpack",
            "pack other-pack -o other.cwpack",
        ],
    ),
    (
        "diff",
        [
            "diff my-pack-1.0 my-pack",
            "diff old.cwpack my-pack --games saved",
        ],
    ),
    (
        "compat",
        [
            "compat my-pack other-pack",
            "compat my-pack other.cwpack --games 500",
        ],
    ),
    ("explain", ["explain MB-8.3", "explain CW0102"]),
    (
        "text",
        [
            "text moon-bots left-claw",
            "text my-pack --missing --lang fr",
        ],
    ),
    ("test", ["test my-pack", "test my-pack --write"]),
    (
        "mutate",
        ["mutate my-pack", "mutate my-pack --rulings tests/rulings"],
    ),
    ("play", ["play moon-bots", "play --load game.json"]),
    (
        "show",
        ["show game.json", "show position.toml --svg > table.svg"],
    ),
    (
        "simulate",
        [
            "simulate moon-bots --games 10000",
            "simulate robotory --seats greedy,random",
        ],
    ),
    (
        "arena",
        [
            "arena moon-bots --bots search,greedy --svg arena.svg",
            "arena robotory --bots search,greedy --test 0..20",
        ],
    ),
    (
        "cost",
        ["cost my-pack", "cost my-pack --games 200 --bot greedy"],
    ),
    (
        "balance",
        [
            "balance my-pack",
            "balance my-pack --card tin-hat --file balance.json --report balance.html",
        ],
    ),
    (
        "learn",
        [
            "learn moon-bots",
            "learn moon-bots --games 50000 --file weights.json",
        ],
    ),
    (
        "merge",
        [
            "merge first.json second.json",
            "merge reports/*.json --format json",
        ],
    ),
    (
        "replay",
        [
            "replay game.json",
            "replay game.json --as 2 --copy for-player-2.json",
        ],
    ),
    (
        "perft",
        [
            "perft robotory --depth 4",
            "perft moon-bots --depth 5 --players 2",
        ],
    ),
    (
        "judge",
        ["judge tests/rulings", "judge my-ruling.md --every-edition"],
    ),
    (
        "referee",
        ["referee moon-bots --players 3", "referee --load table.json"],
    ),
    (
        "analyse",
        [
            "analyse game.json",
            "analyse game.json --games 1000 --format json",
        ],
    ),
    (
        "rejudge",
        [
            "rejudge games --pack my-pack",
            "rejudge game.json --edition de",
        ],
    ),
    (
        "standings",
        [
            "standings tournament.toml",
            "standings tournament.toml --lot 4711 --format json",
        ],
    ),
    (
        "why",
        [
            "why game.json \"buy top-left\"",
            "why position.toml \"play dodge\" --as 2",
        ],
    ),
    (
        "ask",
        [
            "ask \"may I dodge a deflected missile?\"",
            "ask \"who wins a tie?\" --game robotory",
        ],
    ),
    (
        "odds",
        [
            "odds moon-bots left-claw",
            "odds moon-bots --robot left-claw,solar-visor",
        ],
    ),
    (
        "serve",
        ["serve", "serve --http 127.0.0.1:8080 --db rooms.db"],
    ),
    ("lsp", ["lsp", "lsp --stdio"]),
    (
        "completions",
        [
            "completions bash > cardwright.bash",
            "completions fish > cardwright.fish",
        ],
    ),
    (
        "man",
        ["man > cardwright.1", "man play > cardwright-play.1"],
    ),
];

/// The heading of the options that every command has.
pub(crate) const GLOBAL: &str = "Global options";

/// The program's command line, with examples in the help of every command.
pub(crate) fn with_examples(program: Command) -> Command {
    EXAMPLES.iter().fold(program, |program, (name, lines)| {
        let text: String = lines
            .iter()
            .map(|line| format!("\n  cardwright {line}"))
            .collect();
        program.mut_subcommand(name, |command| {
            command.after_help(format!("Examples:{text}"))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    /// The full help of every command.
    fn helps() -> Vec<(String, String)> {
        let mut program = crate::command();
        program.build();
        let commands = program
            .get_subcommands_mut()
            .filter(|command| command.get_name() != "help");
        commands
            .map(|command| {
                (
                    command.get_name().to_string(),
                    command.render_long_help().to_string(),
                )
            })
            .collect()
    }

    #[test]
    fn the_help_of_every_command_has_a_line_its_own_options_the_global_ones_and_two_examples() {
        let mut wrong = Vec::new();
        for (name, help) in helps() {
            let mut need = |holds: bool, what: &str| {
                if !holds {
                    wrong.push(format!("{name}: {what}"));
                }
            };
            let first = help.lines().next().unwrap_or_default();
            need(
                !first.is_empty() && help.lines().nth(1) == Some(""),
                "no line of what it does",
            );
            need(first.len() <= 95, "its first line is long");
            let at = |text: &str| help.find(text);
            let global = at(&format!("\n{GLOBAL}:"));
            need(global.is_some(), "no global options");
            need(at("\nOptions:") < global, "the global options come first");
            need(
                at("\n      --format <") > global && at("\n      --color <") > global,
                "a global option among its own",
            );
            let examples = help.split("\nExamples:\n").nth(1).unwrap_or_default();
            let begin = format!("  cardwright {name}");
            let count = examples
                .lines()
                .filter(|line| line.starts_with(&begin))
                .count();
            need(count == 2, "not two examples");
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_example_can_be_parsed() {
        for (name, lines) in EXAMPLES {
            for line in lines {
                let typed = line.split(" > ").next().unwrap_or(line);
                let quoted = typed
                    .split('"')
                    .enumerate()
                    .flat_map(|(at, part)| match at % 2 {
                        0 => part.split_whitespace().collect::<Vec<_>>(),
                        _ => vec![part],
                    });
                let words = std::iter::once("cardwright").chain(quoted);
                let parsed = crate::Arguments::try_parse_from(words);
                assert!(parsed.is_ok(), "{line}: {}", parsed.err().unwrap());
                assert!(line.starts_with(name), "{line}");
            }
        }
    }
}

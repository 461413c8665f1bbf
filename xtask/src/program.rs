//! Builds and runs the program, for pages that show its output.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Whether the program is taken as it is: in the automatic check, `cargo test --workspace` has built it.
pub(crate) fn given() -> bool {
    std::env::var_os("CARDWRIGHT_BUILT").is_some()
}

/// The path of the program, built from the current code unless it is [`given`].
///
/// # Errors
/// When it cannot be built.
pub(crate) fn built() -> io::Result<PathBuf> {
    let own = std::env::current_exe()?;
    let program = own.with_file_name(format!("cardwright{}", std::env::consts::EXE_SUFFIX));
    if given() && program.exists() {
        return Ok(program);
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let build = ["build", "--quiet", "--package", "cardwright-cli"];
    let status = Command::new(cargo)
        .current_dir(crate::root())
        .args(build)
        .status()?;
    if !status.success() {
        return Err(io::Error::other("the program cannot be built"));
    }
    Ok(program)
}

/// The program's output.
fn printed(program: &PathBuf, arguments: &[&str]) -> io::Result<String> {
    let mut command = Command::new(program);
    command.args(arguments).env_clear().stdin(Stdio::null());
    let output = command.output()?;
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

/// The page of every command and option, from the program's help.
///
/// # Errors
/// When the program cannot be run.
pub(crate) fn command_line(program: &PathBuf) -> io::Result<String> {
    let mut page = String::from(
        "# Command line\n\n\
         Every command and option, as `cardwright help COMMAND` prints them. This page is written by `cargo xtask generate`.\n",
    );
    let whole = printed(program, &["--help"])?;
    page += &format!("\n## cardwright\n\n```text\n{}\n```\n", whole.trim_end());
    for name in commands(&whole) {
        let help = printed(program, &[name, "--help"])?;
        page += &format!(
            "\n## cardwright {name}\n\n```text\n{}\n```\n",
            help.trim_end()
        );
    }
    Ok(page)
}

/// The names under `Commands:`.
fn commands(help: &str) -> impl Iterator<Item = &str> {
    let lines = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1);
    let rows = lines.take_while(|line| !line.is_empty());
    let names = rows.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
}

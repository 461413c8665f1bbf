//! The release artefacts, and how each is built: by the scripts in its folder, or by tools that this module calls.

use super::packages;
use crate::program;
use std::env::consts::{EXE_SUFFIX, OS};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

/// One kind of release file.
pub(super) struct Artefact {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    /// The reason why it cannot be built here.
    pub(super) missing: fn(&Build) -> Option<String>,
    /// Builds it and returns its files.
    pub(super) make: fn(&Build) -> Result<Vec<PathBuf>, String>,
}

/// In build order: a later artefact may contain an earlier one.
pub(super) const ARTEFACTS: &[Artefact] = &[
    Artefact {
        name: "licences",
        what: "licence texts of all packages that are built in",
        missing: no_npm,
        make: licences,
    },
    Artefact {
        name: "sbom",
        what: "list of these packages (CycloneDX)",
        missing: no_npm,
        make: sbom,
    },
    Artefact {
        name: "npm",
        what: "package for JavaScript",
        missing: no_wasm,
        make: npm,
    },
    Artefact {
        name: "page",
        what: "page for any web host",
        missing: no_page,
        make: page,
    },
    Artefact {
        name: "program",
        what: "program with its page, manual and completions",
        missing: no_python,
        make: program,
    },
    Artefact {
        name: "wheel",
        what: "wheel for Python 3.10 and newer",
        missing: no_maturin,
        make: wheel,
    },
    Artefact {
        name: "c",
        what: "library for C: shared, static, header, pkg-config file",
        missing: no_c,
        make: c,
    },
    Artefact {
        name: "vscode",
        what: "extension for VS Code",
        missing: no_npm,
        make: vscode,
    },
    Artefact {
        name: "container",
        what: "files for containers: server, page, PostgreSQL",
        missing: no_linux,
        make: container,
    },
    Artefact {
        name: "crates",
        what: "packages for Rust",
        missing: |_| None,
        make: crates,
    },
    Artefact {
        name: "checksums",
        what: "SHA-256 of every file",
        missing: |_| None,
        make: checksums,
    },
];

/// The oldest glibc that programs and libraries for Linux run with. Rust needs the same.
const GLIBC: &str = "2.17";

/// The folders used while artefacts are built.
pub(super) struct Build {
    root: PathBuf,
    pub(super) out: PathBuf,
    /// Folders are assembled here before they are packed.
    work: PathBuf,
    /// Cargo's target folder.
    cargo: PathBuf,
    pub(super) version: &'static str,
    pub(super) target: String,
    pub(super) quick: bool,
    /// The reason for linking with this machine's glibc, if that is not intended.
    pub(super) no_zig: Option<String>,
    /// The time of the commit, which files in archives get.
    seconds: String,
}

impl Build {
    pub(super) fn new(root: &Path, out: &Path, quick: bool) -> Result<Build, String> {
        let root = root.canonicalize().map_err(|error| error.to_string())?;
        fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
        let cargo =
            env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let mut build = Build {
            out: out.canonicalize().map_err(|error| error.to_string())?,
            work: cargo.join("dist-work"),
            cargo,
            version: env!("CARGO_PKG_VERSION"),
            target: String::new(),
            quick,
            no_zig: None,
            seconds: String::new(),
            root,
        };
        let about = build.said("rustc", &["-vV"])?;
        let host = about.lines().find_map(|line| line.strip_prefix("host: "));
        build.target = host.ok_or("`rustc -vV` names no host")?.into();
        // A copy without the history has no such time.
        build.seconds = build
            .said("git", &["log", "-1", "--format=%ct"])
            .map_or("0".into(), |time| time.trim().into());
        if !quick && OS == "linux" {
            build.no_zig = build.tools().err();
        }
        Ok(build)
    }

    /// The folder of the tools from PyPI.
    fn tools_folder(&self) -> PathBuf {
        self.cargo.join("dist-tools")
    }

    /// Installs cargo-zigbuild and zig, once.
    fn tools(&self) -> Result<(), String> {
        let folder = self.tools_folder();
        if folder.join("bin/cargo-zigbuild").exists() {
            return Ok(());
        }
        let venv = folder.display().to_string();
        let pip = folder.join("bin/pip").display().to_string();
        self.said("python3", &["-m", "venv", &venv])
            .and_then(|_| self.said(&pip, &["install", "--quiet", "cargo-zigbuild", "ziglang"]))
            .map(drop)
            .map_err(|_| {
                format!("without zig, programs and the C library need the glibc of this machine, not {GLIBC} (pip install cargo-zigbuild ziglang)")
            })
    }

    fn zig(&self) -> bool {
        OS == "linux" && !self.quick && self.no_zig.is_none()
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut path = vec![self.tools_folder().join("bin")];
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(&self.root)
            .stdin(Stdio::null());
        if let Ok(path) = env::join_paths(path) {
            command.env("PATH", path);
        }
        if !self.quick {
            // Nobody debugs release files. Without debug lines, they are a third of the size.
            command
                .env("CARGO_PROFILE_DIST_DEBUG", "false")
                .env("CARGO_PROFILE_DIST_STRIP", "true");
        }
        command
    }

    /// The output of a program.
    fn said(&self, program: &str, arguments: &[&str]) -> Result<String, String> {
        let output = self
            .command(program, arguments)
            .output()
            .map_err(|error| format!("`{program}`: {error}"))?;
        if output.status.success() {
            return String::from_utf8(output.stdout)
                .map_err(|error| format!("`{program}`: {error}"));
        }
        let told = String::from_utf8_lossy(&output.stderr);
        let told: Vec<&str> = told
            .lines()
            .map(|line| line.trim().trim_start_matches("error: "))
            .collect();
        Err(told.join(" "))
    }

    /// Runs a program in a folder of the project and shows its output.
    fn run(&self, folder: &str, program: &str, arguments: &[&str]) -> Result<(), String> {
        eprintln!("$ {program} {}", arguments.join(" "));
        let mut command = self.command(program, arguments);
        let status = command
            .current_dir(self.root.join(folder))
            .stdout(io::stderr())
            .status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!(
                "`{program} {}` ended with {status}",
                arguments.join(" ")
            )),
            Err(error) => Err(format!("`{program}` cannot be run: {error}")),
        }
    }

    fn script(&self, arguments: &[&str]) -> Result<(), String> {
        self.run("", "bash", arguments)
    }

    /// Runs a script; in quick mode, only if its result does not exist yet.
    fn script_unless(&self, made: &str, arguments: &[&str]) -> Result<(), String> {
        if self.quick && self.root.join(made).exists() {
            eprintln!("{made} is taken as it is");
            return Ok(());
        }
        self.script(arguments)
    }

    /// An empty folder with this name in which to assemble an artefact.
    fn stage(&self, artefact: &str, name: &str) -> Result<PathBuf, String> {
        let above = self.work.join(artefact);
        let folder = above.join(name);
        let made = if above.exists() {
            fs::remove_dir_all(&above)
        } else {
            Ok(())
        };
        made.and_then(|()| fs::create_dir_all(&folder))
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder)
    }

    /// Packs such a folder as an archive of the same name.
    fn packed(&self, folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let archive = self.out.join(format!("{name}{ending}"));
        let (from, to) = (folder.display().to_string(), archive.display().to_string());
        let level = if self.quick { "1" } else { "9" };
        self.said(
            "python3",
            &["xtask/pack.py", &from, &to, &self.seconds, level],
        )?;
        Ok(vec![archive])
    }

    /// Copies the licence texts into a folder: the project's own and, if already collected, those of dependencies.
    fn license(&self, folder: &Path) -> Result<(), String> {
        for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
            copy(&self.root.join(name), &folder.join(name))?;
        }
        let others = self.out.join(packages::LICENCES);
        if others.exists() {
            return copy(&others, &folder.join(packages::LICENCES));
        }
        eprintln!(
            "note: without the licence texts of other packages; build `licences` first to add them"
        );
        Ok(())
    }

    fn packages(&self) -> Result<packages::Packages, String> {
        for folder in ["web", "editors/vscode"] {
            if !self.root.join(folder).join("node_modules").exists() {
                self.run(
                    folder,
                    "npm",
                    &["ci", "--silent", "--no-audit", "--no-fund"],
                )?;
            }
        }
        packages::Packages::read(&self.root, &|arguments| self.said("cargo", arguments))
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let above = to.parent().unwrap_or(to);
    fs::create_dir_all(above)
        .and_then(|()| fs::copy(from, to))
        .map(drop)
        .map_err(|error| {
            format!(
                "{} cannot be copied to {}: {error}",
                from.display(),
                to.display()
            )
        })
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let entries = fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        let to = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &to)?
        } else {
            copy(&path, &to)?
        }
    }
    Ok(())
}

fn write(path: PathBuf, text: &str) -> Result<Vec<PathBuf>, String> {
    fs::create_dir_all(path.parent().unwrap_or(&path))
        .and_then(|()| fs::write(&path, text))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(vec![path])
}

/// The only file in a folder whose name has this ending.
fn only(folder: &Path, ending: &str) -> Result<PathBuf, String> {
    let files = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files = files
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(ending));
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file),
        _ => Err(format!(
            "{} does not hold exactly one file *{ending}",
            folder.display()
        )),
    }
}

fn no(build: &Build, program: &str, sentence: &str) -> Option<String> {
    build
        .said(program, &["--version"])
        .err()
        .map(|_| sentence.into())
}

fn no_npm(build: &Build) -> Option<String> {
    no(
        build,
        "npm",
        "npm is not installed (Node 20 or newer brings it)",
    )
}

fn no_python(build: &Build) -> Option<String> {
    no(
        build,
        "python3",
        "python3 is not installed, which packs archives",
    )
}

fn no_wasm(build: &Build) -> Option<String> {
    build.said("bash", &["crates/wasm/build", "--check"]).err()
}

fn no_page(build: &Build) -> Option<String> {
    no_wasm(build).or_else(|| no_python(build))
}

fn no_maturin(build: &Build) -> Option<String> {
    build
        .said("bash", &["crates/python/build", "--check"])
        .err()
}

fn no_c(build: &Build) -> Option<String> {
    match OS {
        "windows" => Some("crates/capi/install knows no Windows".into()),
        _ => no_python(build),
    }
}

fn no_linux(build: &Build) -> Option<String> {
    match OS {
        "linux" => no_python(build),
        _ => Some("containers hold the program for Linux".into()),
    }
}

fn licences(build: &Build) -> Result<Vec<PathBuf>, String> {
    let made = write(
        build.out.join(packages::LICENCES),
        &build.packages()?.licences(),
    )?;
    // There, the packing tools include every file LICENSE-*.
    for folder in ["crates/python", "crates/wasm/npm", "editors/vscode"] {
        copy(&made[0], &build.root.join(folder).join(packages::LICENCES))?;
    }
    Ok(made)
}

fn sbom(build: &Build) -> Result<Vec<PathBuf>, String> {
    let text = build.packages()?.cyclonedx(build.version, &build.seconds);
    write(
        build
            .out
            .join(format!("cardwright-{}.cdx.json", build.version)),
        &text,
    )
}

fn npm(build: &Build) -> Result<Vec<PathBuf>, String> {
    let folder = build.stage("npm", "packed")?;
    build.script_unless(
        "crates/wasm/npm/dist/wasm/cardwright_wasm_bg.wasm",
        &["crates/wasm/build"],
    )?;
    build.run(
        "crates/wasm/npm",
        "npm",
        &[
            "pack",
            "--silent",
            "--pack-destination",
            &folder.display().to_string(),
        ],
    )?;
    let archive = build
        .out
        .join(format!("cardwright-npm-{}.tgz", build.version));
    copy(&only(&folder, ".tgz")?, &archive)?;
    Ok(vec![archive])
}

fn page(build: &Build) -> Result<Vec<PathBuf>, String> {
    let folder = build.stage("page", &format!("cardwright-page-{}", build.version))?;
    build.script_unless("web/dist/index.html", &["web/build"])?;
    copy_folder(&build.root.join("web/dist"), &folder)?;
    build.license(&folder)?;
    build.packed(&folder, ".zip")
}

const README: &str = "\
Cardwright: robot tabletop games against bots, exact rulings, cards as small files.

    bin/cardwright play moon-bots     at the terminal
    bin/cardwright serve              in the browser
    bin/cardwright --help             everything else

Everything works where it is. To have it on your PATH, copy bin and share into a folder such as ~/.local or /usr/local.
";

fn program(build: &Build) -> Result<Vec<PathBuf>, String> {
    let folder = build.stage(
        "program",
        &format!("cardwright-{}-{}", build.version, build.target),
    )?;
    let built = cargo(
        build,
        &["--package", "cardwright-cli", "--features", "full"],
    )?;
    let name = format!("cardwright{EXE_SUFFIX}");
    let program = folder.join("bin").join(&name);
    copy(&built.join(&name), &program)?;
    let share = folder.join("share");
    for (arguments, path) in [
        (&["man"][..], "man/man1/cardwright.1"),
        (
            &["completions", "bash"],
            "bash-completion/completions/cardwright",
        ),
        (&["completions", "zsh"], "zsh/site-functions/_cardwright"),
        (
            &["completions", "fish"],
            "fish/vendor_completions.d/cardwright.fish",
        ),
    ] {
        write(
            share.join(path),
            &build.said(&program.display().to_string(), arguments)?,
        )?;
    }
    let page = build.root.join("web/dist");
    if page.join("index.html").exists() {
        copy_folder(&page, &share.join("cardwright/page"))?;
    } else {
        eprintln!("note: without the page; build `page` first to add it");
    }
    write(folder.join("README.txt"), README)?;
    build.license(&folder)?;
    build.packed(&folder, if OS == "windows" { ".zip" } else { ".tar.gz" })
}

/// Builds with cargo and returns the output folder.
fn cargo(build: &Build, arguments: &[&str]) -> Result<PathBuf, String> {
    let target = format!("{}.{GLIBC}", build.target);
    let (words, folder) = match (build.quick, build.zig()) {
        (true, _) => (vec!["build"], build.cargo.join("debug")),
        (_, true) => {
            let folder = build.cargo.join(&build.target).join("dist");
            (
                vec!["zigbuild", "--profile", "dist", "--target", target.as_str()],
                folder,
            )
        }
        (_, false) => (vec!["build", "--profile", "dist"], build.cargo.join("dist")),
    };
    if !(build.quick && program::given()) {
        build.run("", "cargo", &[&words, arguments].concat())?;
    }
    Ok(folder)
}

fn wheel(build: &Build) -> Result<Vec<PathBuf>, String> {
    let folder = build.stage("wheel", "built")?;
    let out = folder.display().to_string();
    match (build.quick, build.zig()) {
        (true, _) => build.script(&["crates/python/build", "--dev", &out])?,
        (_, true) => build.script(&["crates/python/build", "--zig", &out])?,
        (_, false) => build.script(&["crates/python/build", &out])?,
    }
    let built = only(&folder, ".whl")?;
    let wheel = build.out.join(built.file_name().unwrap_or_default());
    copy(&built, &wheel)?;
    Ok(vec![wheel])
}

fn c(build: &Build) -> Result<Vec<PathBuf>, String> {
    let folder = build.stage(
        "c",
        &format!("cardwright-c-{}-{}", build.version, build.target),
    )?;
    let prefix = folder.display().to_string();
    match (build.quick, build.zig()) {
        (true, _) => build.script(&["crates/capi/install", "--debug", &prefix])?,
        (_, true) => build.script(&["crates/capi/install", "--zig", &prefix])?,
        (_, false) => build.script(&["crates/capi/install", &prefix])?,
    }
    for example in ["play.c", "table.c"] {
        copy(
            &build.root.join("crates/capi/examples").join(example),
            &folder.join("share/cardwright/examples").join(example),
        )?;
    }
    build.license(&folder)?;
    build.packed(&folder, ".tar.gz")
}

fn vscode(build: &Build) -> Result<Vec<PathBuf>, String> {
    let folder = "editors/vscode";
    build.run(
        folder,
        "npm",
        &["ci", "--silent", "--no-audit", "--no-fund"],
    )?;
    build.run(folder, "npm", &["run", "--silent", "package"])?;
    let extension = build
        .out
        .join(format!("cardwright-vscode-{}.vsix", build.version));
    copy(&build.root.join(folder).join("cardwright.vsix"), &extension)?;
    Ok(vec![extension])
}

fn container(build: &Build) -> Result<Vec<PathBuf>, String> {
    let program = build
        .work
        .join("program")
        .join(format!("cardwright-{}-{}", build.version, build.target));
    if !program.join("bin/cardwright").exists() {
        return Err("the container holds the program; build both: --only program,container".into());
    }
    let folder = build.stage(
        "container",
        &format!("cardwright-container-{}-{}", build.version, build.target),
    )?;
    copy_folder(&build.root.join("container"), &folder)?;
    copy_folder(&program, &folder.join("cardwright"))?;
    build.packed(&folder, ".tar.gz")
}

fn crates(build: &Build) -> Result<Vec<PathBuf>, String> {
    let names = packages::publishable(
        &build.said("cargo", &["metadata", "--no-deps", "--format-version", "1"])?,
    )?;
    let mut words = vec!["package", "--no-verify", "--quiet"];
    // The release files match the commit.
    words.extend(build.quick.then_some("--allow-dirty"));
    words.extend(names.iter().flat_map(|name| ["--package", name.as_str()]));
    build.run("", "cargo", &words)?;
    let mut made = Vec::new();
    for name in names {
        let file = format!("{name}-{}.crate", build.version);
        let to = build.out.join(&file);
        copy(&build.cargo.join("package").join(&file), &to)?;
        made.push(to);
    }
    Ok(made)
}

fn checksums(build: &Build) -> Result<Vec<PathBuf>, String> {
    const NAME: &str = "SHA256SUMS";
    let files = fs::read_dir(&build.out).map_err(|error| error.to_string())?;
    let files = files
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file() && !path.ends_with(NAME));
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    let mut text = String::new();
    for path in files {
        let of = super::described(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        text += &format!("{}  {}\n", of.sha256, of.file);
    }
    write(build.out.join(NAME), &text)
}

/// Tries each artefact of a folder in an empty folder.
pub(super) fn tried(root: &Path, folder: &Path, only: &[String]) -> Result<(), String> {
    let mut command = Command::new("bash");
    command.arg(root.join("xtask/try")).arg(folder).args(only);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("an artefact does not do what it is for: see above".into()),
        Err(error) => Err(format!("`bash` cannot be run: {error}")),
    }
}

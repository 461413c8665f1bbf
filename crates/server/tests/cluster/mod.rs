//! A temporary PostgreSQL for a test, if PostgreSQL is installed.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of clusters that this process has started.
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// A PostgreSQL on a socket in a temporary folder, which is deleted when the test ends.
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
}

/// The folder with `initdb` and `pg_ctl`: on the PATH, or Debian's folder.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let debian = debian.map(|entry| entry.path().join("bin"));
    std::env::split_paths(&path)
        .chain(debian)
        .find(|folder| folder.join("initdb").is_file())
}

/// A number that `id` prints for a user.
fn id(args: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(args).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// A command as a user that PostgreSQL accepts: it refuses to run as root.
fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    if id(&["-u"]) == Some(0) {
        let user = ["postgres", "nobody"]
            .into_iter()
            .find(|user| id(&["-u", user]).is_some())
            .unwrap();
        command
            .uid(id(&["-u", user]).unwrap())
            .gid(id(&["-g", user]).unwrap());
    }
    command
}

impl Cluster {
    /// Starts one. Returns `None` with a message if PostgreSQL is not installed.
    pub(crate) fn start() -> Option<Cluster> {
        let Some(programs) = programs() else {
            println!(
                "skipped: no PostgreSQL is installed here (Debian: apt-get install postgresql)"
            );
            return None;
        };
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!(
            "cardwright-postgres-{}-{number}",
            std::process::id()
        ));
        let _ = std::fs::remove_dir_all(&folder);
        assert!(
            command(Path::new("mkdir"))
                .arg("-p")
                .arg(&folder)
                .status()
                .unwrap()
                .success()
        );
        let cluster = Cluster { programs, folder };
        cluster.run(
            "initdb",
            &[
                "-N",
                "-A",
                "trust",
                "-U",
                "cardwright",
                "-E",
                "UTF8",
                "--locale",
                "C",
                "-D",
                &cluster.data(),
            ],
        );
        let hba = "local all guarded scram-sha-256\nlocal all all trust\nhost all all 127.0.0.1/32 trust\n";
        std::fs::write(cluster.folder.join("data/pg_hba.conf"), hba).unwrap();
        cluster.up();
        Some(cluster)
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    fn run(&self, program: &str, args: &[&str]) {
        let mut command = command(&self.programs.join(program));
        let command = command
            .args(args)
            .current_dir(&self.folder)
            .stdin(Stdio::null());
        // The server would keep a pipe open.
        let output = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert!(output.success(), "{program} {args:?}: {output}");
    }

    /// Starts it, also again after a stop.
    pub(crate) fn up(&self) {
        // Deadlocks are detected at once: the default of a second makes a test of them slow.
        let options = format!(
            "-c listen_addresses= -c deadlock_timeout=10ms -k {}",
            self.folder.display()
        );
        let log = self.folder.join("log").display().to_string();
        self.run(
            "pg_ctl",
            &[
                "-w",
                "-D",
                &self.data(),
                "-l",
                &log,
                "-o",
                &options,
                "start",
            ],
        );
    }

    /// Stops it: `fast` tells its clients, `immediate` is like a power failure.
    pub(crate) fn down(&self, how: &str) {
        self.run("pg_ctl", &["-w", "-m", how, "-D", &self.data(), "stop"]);
    }

    /// Its address.
    pub(crate) fn address(&self) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://cardwright@{folder}/postgres")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let mut command = command(&self.programs.join("pg_ctl"));
        command
            .args(["-w", "-m", "immediate", "-D", &self.data(), "stop"])
            .current_dir("/");
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

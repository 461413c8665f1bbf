//! Rebuilds when the rules pages change, and explains what to do when `rules`, a symbolic link to them, was checked out as
//! a plain file.

fn main() {
    println!("cargo::rerun-if-changed=rules");
    if !std::path::Path::new("rules/robotory.md").is_file() {
        println!(
            "cargo::error=crates/cardwright/rules does not lead to `docs/rules`: check the project out with symbolic \
             links (git config core.symlinks true), or copy the folder there"
        );
    }
}

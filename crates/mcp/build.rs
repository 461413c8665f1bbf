//! Tells Cargo that the library contains the rules and the reference, and says what is wrong where the links to them are
//! none.

fn main() {
    for (folder, file) in [("rules", "moon-bots.md"), ("reference", "protocol.md")] {
        println!("cargo::rerun-if-changed={folder}");
        if !std::path::Path::new(folder).join(file).is_file() {
            println!(
                "cargo::error=crates/mcp/{folder} does not lead to `docs/{folder}`: check it out with symbolic links \
                 (git config core.symlinks true), or copy the folder there"
            );
        }
    }
}

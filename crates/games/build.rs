//! Tells Cargo that the library contains the official packs and first packs, also when a file is added to them, and says
//! what is wrong where `cards`, which is a link in the project's folder, is none.

fn main() {
    println!("cargo::rerun-if-changed=cards");
    println!("cargo::rerun-if-changed=starters");
    if !std::path::Path::new("cards/moon-bots/pack.toml").is_file() {
        println!(
            "cargo::error=crates/games/cards does not lead to the folder `cards` of the project: check it out \
             with symbolic links (git config core.symlinks true), or copy the folder there"
        );
    }
}

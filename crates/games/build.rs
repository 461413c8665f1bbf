//! Tells Cargo that the library contains the official packs and first packs, also when a file is added to them.

fn main() {
    println!("cargo:rerun-if-changed=../../cards");
    println!("cargo:rerun-if-changed=starters");
}

//! Tells Cargo that the library contains the official packs, also when a file is added to them.

fn main() {
    println!("cargo:rerun-if-changed=../../cards");
}

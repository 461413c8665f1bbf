//! Rebuilds when a file of the embedded packs changes, and explains what to do when `cards`, a symbolic link to the official
//! pack, was checked out as a plain file.

fn main() {
    println!("cargo::rerun-if-changed=cards");
    println!("cargo::rerun-if-changed=starter");
    if !std::path::Path::new("cards/pack.toml").is_file() {
        println!(
            "cargo::error=`cards` is not the folder of the official pack: check the project out with symbolic links \
             (git config core.symlinks true), or copy the folder there"
        );
    }
}

//! Tells Cargo that the library includes the reference, and reports a missing link to it.

fn main() {
    println!("cargo::rerun-if-changed=reference");
    if !std::path::Path::new("reference/protocol.md").is_file() {
        println!(
            "cargo::error=crates/mcp/reference does not lead to `docs/reference`: check it out with symbolic links \
             (git config core.symlinks true), or copy the folder there"
        );
    }
}

//! Sets the soname of the shared library: `libcardwright.so.0.1`, one name for all compatible releases.

use std::env::var;

fn main() {
    let part = |name: &str| var(name).unwrap_or_default();
    let (major, minor) = (
        part("CARGO_PKG_VERSION_MAJOR"),
        part("CARGO_PKG_VERSION_MINOR"),
    );
    // Before 1.0, every minor version may be incompatible.
    let version = if major == "0" {
        format!("0.{minor}")
    } else {
        major
    };
    match part("CARGO_CFG_TARGET_OS").as_str() {
        "linux" => println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libcardwright.so.{version}"),
        "macos" => println!(
            "cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libcardwright.{version}.dylib"
        ),
        _ => {}
    }
    println!("cargo::rerun-if-changed=build.rs");
}

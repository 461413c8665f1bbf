//! `bindgen IN.wasm OUT`: writes the module and its JavaScript, as an ES module that takes the location of its wasm.
//!
//! The functions of the module are in an order that compresses well.
//!
//! It uses wasm-bindgen's own library, built with the crate from one lock file, so that both versions always match and
//! nothing has to be installed.

mod likeness;
mod sorted;

use anyhow::Context;
use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, out] = args.as_slice() else {
        eprintln!("error: usage: `bindgen IN.wasm OUT-FOLDER`");
        return ExitCode::from(2);
    };
    match make(input, Path::new(out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(1)
        }
    }
}

fn make(input: &str, out: &Path) -> anyhow::Result<()> {
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(input).web(true)?.typescript(true);
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(out)?;
    let name = Path::new(input)
        .file_stem()
        .context("the module has a name")?;
    let module = out.join(format!("{}_bg.wasm", name.to_string_lossy()));
    let sorted =
        sorted::sorted(&std::fs::read(&module).with_context(|| module.display().to_string())?);
    std::fs::write(
        &module,
        sorted.with_context(|| module.display().to_string())?,
    )
    .with_context(|| module.display().to_string())
}

//! `bindgen IN.wasm OUT`: the module and its JavaScript, as an ES module that is told where its wasm is.
//!
//! It is wasm-bindgen's own library, built beside the crate from one lock file, so that both are always of one version
//! and nothing has to be installed.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, out] = args.as_slice() else {
        eprintln!("error: say `bindgen IN.wasm OUT-FOLDER`");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(input).web(true).and_then(|bindgen| {
        bindgen.typescript(true).remove_name_section(true).remove_producers_section(true).generate(out)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(1)
        }
    }
}

//! The program as somebody runs it. That this test needs it makes `cargo test` build it, with the same features as
//! everything else, so that the automatic check has it without compiling again.

use std::process::Command;

#[test]
fn what_makes_no_sense_is_answered_with_what_there_is() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("chekc")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("generate | check | record"), "{told}");
}

#[test]
fn artefacts_that_there_are_not_are_answered_with_those_there_are() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["dist", "--only", "wheels"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("there is no artefact `wheels`"), "{told}");
    assert!(told.contains("program, wheel, c"), "{told}");
}

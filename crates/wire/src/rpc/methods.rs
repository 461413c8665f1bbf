//! The methods of the protocol.

/// The methods there are, in order of name.
pub const METHODS: [&str; 23] = [
    "initialize",
    "judge/run",
    "match/actions",
    "match/close",
    "match/lines",
    "match/load",
    "match/new",
    "match/play",
    "match/position",
    "match/question",
    "match/save",
    "match/scene",
    "match/undo",
    "match/view",
    "match/why",
    "pack/check",
    "pack/new",
    "pack/odds",
    "pack/test",
    "pack/text",
    "shutdown",
    "simulate/cancel",
    "simulate/run",
];

//! The methods of the protocol.

/// The methods there are, in order of name.
pub const METHODS: [&str; 24] = [
    "initialize",
    "judge/run",
    "match/actions",
    "match/bots",
    "match/cancel",
    "match/close",
    "match/lines",
    "match/load",
    "match/new",
    "match/play",
    "match/position",
    "match/question",
    "match/save",
    "match/undo",
    "match/view",
    "match/why",
    "match/world",
    "pack/check",
    "pack/odds",
    "pack/test",
    "pack/text",
    "shutdown",
    "simulate/cancel",
    "simulate/run",
];

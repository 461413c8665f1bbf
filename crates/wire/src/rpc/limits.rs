//! The protocol's version, and the limits for one client.

/// The version of the protocol that this crate implements.
pub const PROTOCOL: u32 = 2;
/// The maximum bytes in a line: enough for a pack of the maximum size, four megabytes, with its quotation marks
/// escaped.
pub const LINE_BYTES: usize = 8 << 20;
/// The maximum number of matches a client may have open at once.
pub const MATCHES: usize = 64;
/// The maximum number of actions in all open matches of a client. Each action keeps the state before it; the longest
/// game has some thousands of actions, and a state takes one or two kilobytes.
pub const ACTIONS: usize = 100_000;
/// The maximum number of requests in one batch.
pub const BATCH: usize = 100;
/// The maximum bytes of replies to one batch. Requests past this limit are refused and not carried out.
pub const REPLIES: usize = LINE_BYTES;
/// The maximum bytes of replies to one batch of a client in a room: a few pages of the longest lists.
pub const SEAT_REPLIES: usize = 1 << 20;
/// The maximum number of choices per page of a question, for a client in a room.
pub const CHOICES: usize = 1_000;
/// The maximum number of log lines per page, for a client in a room.
pub const LINES: usize = 2_000;
/// The maximum number of simulations and mutation tests that a client may run at once.
pub const JOBS: usize = 8;
/// The maximum number of games in one simulation.
pub const GAMES: u64 = 10_000_000;
/// The maximum number of packs in one request.
pub const PACKS: usize = 16;
/// The maximum number of rulings in one request.
pub const RULINGS: usize = 1_000;
/// The maximum number of card changes that one `pack/mutate` tries.
pub const CHANGES: usize = 10_000;
/// The maximum number of actions that bots take before a request is answered: enough for several of the longest games.
/// How long a bot thinks about one action is limited by the bot itself.
pub const BOT_ACTIONS: usize = 20_000;
/// The maximum number of requests about a match that may wait while bots act in it.
pub const WAITING: usize = 100;

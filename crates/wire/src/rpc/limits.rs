//! The protocol's version, and how much one client may ask for.

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
/// Bytes of a line: room for a pack of four megabytes, as large as one may be, with its quotation marks escaped.
pub const LINE_BYTES: usize = 8 << 20;
/// Matches that a client may hold at once.
pub const MATCHES: usize = 64;
/// Answers that the matches of a client may hold together: each keeps the state before it. The longest game has some
/// thousands; a state takes a kilobyte or two.
pub const ANSWERS: usize = 100_000;
/// Requests in one batch.
pub const BATCH: usize = 100;
/// Bytes of the answers to one batch: of its requests those after them are refused, and not carried out.
pub const REPLIES: usize = LINE_BYTES;
/// The same for a client of a room: some pages of the longest lists.
pub const SEAT_REPLIES: usize = 1 << 20;
/// Choices of a question that a client of a room is given at once.
pub const CHOICES: usize = 1_000;
/// Lines that a client of a room is given at once.
pub const LINES: usize = 2_000;
/// Simulations, and searches for what rulings miss, that a client may have under way.
pub const JOBS: usize = 8;
/// Games of one simulation.
pub const GAMES: u64 = 10_000_000;
/// Packs of one request.
pub const PACKS: usize = 16;
/// Rulings of one request.
pub const RULINGS: usize = 1_000;
/// Changes of cards that one `pack/mutate` tries.
pub const CHANGES: usize = 10_000;
/// Answers that bots give before a request is answered: several of the longest games. What a bot may think for one answer
/// is the bot's own bound.
pub const BOT_ANSWERS: usize = 20_000;
/// Requests about a match that may wait while bots answer in it.
pub const WAITING: usize = 100;

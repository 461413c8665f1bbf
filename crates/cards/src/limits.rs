//! Limits for packs and for scripts while they load, with reasons. Exceeding a limit gives a diagnostic, never a crash
//! or a long wait.

/// The maximum number of packs in a game. All files of the packs are numbered in 16 bits.
pub(crate) const PACKS: usize = 64;
/// The maximum number of files in all packs together.
pub(crate) const ALL_FILES: usize = 60_000;
/// The maximum number of files in a pack. The largest plausible expansion has a script for each of some hundred cards.
pub(crate) const FILES: usize = 4_000;
/// The maximum bytes of a pack's card files and scripts together.
pub(crate) const PACK_BYTES: usize = 4 << 20;
/// The maximum bytes of a card file. Ten thousand cards take about two megabytes; packs can use several files.
pub(crate) const TOML_BYTES: usize = 1 << 20;
/// The maximum bytes of a script. The longest official one has under 400.
pub(crate) const SCRIPT_BYTES: usize = 64 << 10;
/// The maximum number of cards in all packs together, as card numbers have 16 bits: ten thousand custom cards and all
/// official ones.
pub(crate) const CARDS: usize = 12_000;
/// The maximum number of copies of a card: more than a fifth of a deck is a typo.
pub(crate) const COPIES: i64 = 20;
/// The maximum number of errors shown.
pub(crate) const MISTAKES: usize = 200;
/// The maximum bytes of a line shown in an excerpt: longer lines are not written by people, and are slow to render.
pub(crate) const LINE_SHOWN: usize = 8_000;
/// The maximum number of known words that an unknown word is compared with, for each of many errors.
pub(crate) const CANDIDATES: usize = 200;
/// The maximum number of deck compositions in all packs together.
pub(crate) const DECKS: usize = 200;
/// The maximum number of errors counted.
pub(crate) const ALL_MISTAKES: usize = 1_000;
/// The maximum number of listed dice combinations in a condition: four dice have 126.
pub(crate) const COMBOS: usize = 126;
/// The maximum number of parts in a dice condition: more are hard to read on a card.
pub(crate) const CONDITIONS: usize = 8;
/// The maximum number of symbols on a card: a printed card has space for about six.
pub(crate) const SYMBOLS: usize = 16;
/// The maximum characters of a name, which appears in lines of the log.
pub(crate) const NAME_CHARS: usize = 80;
/// The maximum characters of a text on a card: three times the longest that fits on a printed card.
pub(crate) const TEXT_CHARS: usize = 1_000;
/// The maximum number of declared words of a kind that are read in a pack: far more than any game supports.
pub(crate) const DECLARED: usize = 64;
/// The maximum characters of an id, which appears in notation and in file names.
pub(crate) const ID_CHARS: usize = 64;

/// The maximum number of steps of a script for one hook: official ones take under 60; making cards in loops takes some
/// thousands.
pub(crate) const STEPS: u64 = 20_000;
/// The maximum number of steps of all scripts in one load: four times a thousand cards with a hundred steps each. With
/// lists of maximum size a step takes some microseconds, so any load ends within about a second.
pub(crate) const ALL_STEPS: u64 = 400_000;
/// The maximum bytes of scripts cached while a pack is read, for cards that share one. A parsed script takes many times
/// the memory of its text.
pub(crate) const KEPT_SCRIPTS: usize = 512 << 10;
/// The maximum depth of function calls: enough for helpers, and safe for a thread with a small stack.
pub(crate) const CALLS: usize = 8;
/// The maximum nesting of expressions and blocks in a script, which is safe for the same stack. A block of a word such as
/// `when` counts five times.
pub(crate) const NESTING: usize = 64;
/// The maximum characters of a text in a script: longer than any label.
pub(crate) const TEXT: usize = 2_000;
/// The maximum number of members of a list in a script, including those of nested lists.
pub(crate) const MEMBERS: usize = 200;
/// The maximum number of keys of a map in a script, including those of nested maps.
pub(crate) const KEYS: usize = 64;
/// The maximum number of variables in a function at a time.
pub(crate) const VARIABLES: usize = 64;
/// The maximum number of functions in a script.
pub(crate) const FUNCTIONS: usize = 48;
/// The maximum number of arguments of a call and parameters of a function: the game's functions have at most three, and
/// Rhai takes more than linear time for many.
pub(crate) const ARGUMENTS: usize = 16;
/// The maximum number of named variables and constants in a script, in all its blocks: each use of a name searches
/// them.
pub(crate) const NAMES: usize = 256;
/// The maximum letters of a name in a script, the same as for an id.
pub(crate) const WORD_CHARS: usize = ID_CHARS;
/// The maximum bytes of the scripts in all packs together: parsing, checking and running them takes ten times as long
/// as parsing TOML. It allows a thousand cards with a thousand bytes each; official scripts have under 400.
pub(crate) const ALL_SCRIPT_BYTES: usize = 1 << 20;
/// The maximum number of syntax errors reported in a function: after some errors, the meaning is no longer clear.
pub(crate) const BREAKS: usize = 5;
/// The maximum bytes parsed again after syntax errors, in all scripts of a load: four of the largest scripts.
pub(crate) const READ_AGAIN: usize = 4 * SCRIPT_BYTES;
/// The maximum number of TOML syntax errors reported in a file; after each, the file is parsed again.
pub(crate) const TOML_BREAKS: usize = 50;
/// The maximum bytes of TOML parsed again after syntax errors, in each file: fifty times a file of ten thousand bytes.
pub(crate) const TOML_AGAIN: usize = 512 << 10;
/// The maximum bytes of `pack.toml`: it lists files, decks and words, and is read before anything else.
pub(crate) const MANIFEST_BYTES: usize = 128 << 10;
/// The maximum number of simple conditions in a dice condition, including nested ones: more are hard to read on a card.
pub(crate) const ALL_CONDITIONS: usize = 16;
/// The maximum number of parts of a play-time expression: loops at load time could build them without end.
pub(crate) const PARTS: usize = 60;
/// The maximum number of statements of an effect before compilation: as many as a program has operations.
pub(crate) const STATEMENTS: usize = cardwright_effects::MAX_OPS;
/// The maximum nesting of blocks in an effect, including helper functions.
pub(crate) const BLOCKS: usize = 24;

/// The file name of a pack's manifest.
pub(crate) const MANIFEST: &str = "pack.toml";

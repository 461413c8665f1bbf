//! The bounds on what a pack may hold and a script may do while it loads, each with its reason. Beyond each there is
//! a diagnostic, never a crash or a wait.

/// Packs of a game. With the files of each they are numbered in 16 bits.
pub(crate) const PACKS: usize = 64;
/// Files of all packs together.
pub(crate) const ALL_FILES: usize = 60_000;
/// Files of a pack. The largest plausible expansion has a script for each of some hundred cards.
pub(crate) const FILES: usize = 4_000;
/// Bytes of a pack's card files and scripts together.
pub(crate) const PACK_BYTES: usize = 4 << 20;
/// Bytes of one card file. Ten thousand cards are about two megabytes; packs split them.
pub(crate) const TOML_BYTES: usize = 1 << 20;
/// Bytes of one script. The longest official one has under 400.
pub(crate) const SCRIPT_BYTES: usize = 64 << 10;
/// Cards of all packs together: their number must fit 16 bits. Ten thousand of somebody's and all official ones.
pub(crate) const CARDS: usize = 12_000;
/// Copies of one card: more than a fifth of a deck of one card is a typo.
pub(crate) const COPIES: i64 = 20;
/// Errors that are shown. Whoever has more repairs these first.
pub(crate) const MISTAKES: usize = 200;
/// Bytes of a line that is shown: a longer one was not written by a person, and takes long to show.
pub(crate) const LINE_SHOWN: usize = 8_000;
/// Known words that a wrong one is compared with: each of many errors looks through them.
pub(crate) const CANDIDATES: usize = 200;
/// Compositions of the deck that packs offer together.
pub(crate) const DECKS: usize = 200;
/// Errors that are looked for, to say how many there are.
pub(crate) const ALL_MISTAKES: usize = 1_000;
/// Dice combinations of one condition that names them one by one: all rolls of four dice are 126.
pub(crate) const COMBOS: usize = 126;
/// Conditions that one dice condition is put together from: nobody reads more on a card.
pub(crate) const CONDITIONS: usize = 8;
/// Symbols of one card: a card has room for about six.
pub(crate) const SYMBOLS: usize = 16;
/// Characters of a name: it stands in lines of a transcript.
pub(crate) const NAME_CHARS: usize = 80;
/// Characters of a text on a card: three times the longest that fits a printed one.
pub(crate) const TEXT_CHARS: usize = 1_000;
/// Words of one sort that a pack declares and that are looked at: far more than any game has room for.
pub(crate) const DECLARED: usize = 64;
/// Characters of an id: it appears in notation and in file names.
pub(crate) const ID_CHARS: usize = 64;

/// Steps of one hook's script: the official ones take under 60; building cards with loops takes some thousands.
pub(crate) const STEPS: u64 = 20_000;
/// Steps of all scripts of one load: a thousand cards with a hundred steps each, and four times that. With lists as
/// large as they may be, a step takes some microseconds, so a load ends within about a second whatever it holds.
pub(crate) const ALL_STEPS: u64 = 400_000;
/// Bytes of the scripts that are kept while a pack is read, for cards that share one. A read script takes many times
/// its text.
pub(crate) const KEPT_SCRIPTS: usize = 512 << 10;
/// Functions calling functions: deep enough for helpers, shallow enough for a thread with a small stack.
pub(crate) const CALLS: usize = 8;
/// Nesting of expressions and blocks in a script, for the same stack.
pub(crate) const NESTING: usize = 32;
/// Characters of one text inside a script: longer than any label.
pub(crate) const TEXT: usize = 2_000;
/// Members of one list inside a script, those of lists inside it counted.
pub(crate) const MEMBERS: usize = 200;
/// Keys of one map inside a script, those of maps inside it counted.
pub(crate) const KEYS: usize = 64;
/// Variables of one function at a time.
pub(crate) const VARIABLES: usize = 64;
/// Functions of one script.
pub(crate) const FUNCTIONS: usize = 48;
/// Arguments of one call and parameters of one function: the game's functions have at most three, and Rhai takes
/// longer than linear time for many.
pub(crate) const ARGUMENTS: usize = 16;
/// Variables and constants that one script gives names to, in all of its blocks: each use of a name looks through them.
pub(crate) const NAMES: usize = 256;
/// Letters of one name in a script, as of an id.
pub(crate) const WORD_CHARS: usize = ID_CHARS;
/// Bytes of the scripts of all packs together: each is read, looked through and run, which takes ten times as long as
/// reading TOML. A thousand cards with a thousand bytes each; the official ones have under 400.
pub(crate) const ALL_SCRIPT_BYTES: usize = 1 << 20;
/// Breaks of the grammar that are told of one function: behind some, what is meant is no longer clear.
pub(crate) const BREAKS: usize = 5;
/// Bytes that are read again behind breaks of the grammar, in all scripts of a load: four of the largest scripts.
pub(crate) const READ_AGAIN: usize = 4 * SCRIPT_BYTES;
/// Breaks of the grammar of TOML that are told of one file; behind each the file is read again.
pub(crate) const TOML_BREAKS: usize = 50;
/// Bytes of TOML that are read again behind breaks, in each file: fifty times a file of ten thousand bytes.
pub(crate) const TOML_AGAIN: usize = 512 << 10;
/// Bytes of `pack.toml`: it lists files, decks and words, and is read before anything else.
pub(crate) const MANIFEST_BYTES: usize = 128 << 10;
/// Simple conditions in one dice condition, those inside of others counted: nobody reads more on a card.
pub(crate) const ALL_CONDITIONS: usize = 16;
/// Parts of one play-time expression: loops at load time can build them without end.
pub(crate) const PARTS: usize = 60;
/// Statements of one effect before it is flattened: as many as a program has operations.
pub(crate) const STATEMENTS: usize = cardwright_effects::MAX_OPS;
/// Blocks inside blocks of one effect, helper functions included.
pub(crate) const BLOCKS: usize = 24;

/// The file in which a pack says what it is.
pub(crate) const MANIFEST: &str = "pack.toml";

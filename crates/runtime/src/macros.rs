//! Macros for tables that code and text share: clauses, values of options, options, and numbered words.

/// Declares the clauses of a game in one place: the name in code, the number, the title.
///
/// ```
/// cardwright_runtime::clauses! {
///     TURN = "XX-1.1", "the steps of a turn";
///     PASS = "XX-1.2", "passing";
/// }
/// # fn main() {
/// assert_eq!(CLAUSES[1].id, PASS);
/// assert_eq!(CLAUSES[1].title, "passing");
/// # }
/// ```
#[macro_export]
macro_rules! clauses {
    ($($name:ident = $id:literal, $title:literal;)*) => {
        $(
            #[doc = concat!($id, ": ", $title, ".")]
            pub const $name: $crate::words::RuleId = $crate::words::RuleId($id);
        )*

        /// Every clause of the rules, in order.
        pub const CLAUSES: &[$crate::words::Clause] = &[$($crate::words::Clause { id: $name, title: $title }),*];

        /// The name of each clause in code, in the same order.
        #[cfg(test)]
        #[allow(dead_code, reason = "some games test that each is cited")]
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

/// Declares options with a fixed list of values each; the first value is the default. See [`options`](crate::options!).
///
/// ```
/// cardwright_runtime::values! {
///     /// Whom a window asks.
///     Ask {
///         /// Who can do something.
///         WhenPlayable = "when-playable",
///         /// Everybody.
///         Always = "always"
///     }
/// }
/// # fn main() {
/// assert_eq!(Ask::default().text(), "when-playable");
/// assert_eq!(Ask::parse("always"), Some(Ask::Always));
/// # }
/// ```
#[macro_export]
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident {
        $(#[$first_doc:meta])* $first:ident = $first_text:literal
        $(, $(#[$other_doc:meta])* $other:ident = $other_text:literal)+
    })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub enum $name {
                $(#[$first_doc])*
                #[default]
                $first,
                $($(#[$other_doc])* $other),+
            }

            impl $name {
                /// All values as text, the default first.
                pub(crate) const VALUES: &[&'static str] = &[$first_text $(, $other_text)+];

                /// Parses a value.
                pub(crate) fn parse(text: &str) -> Option<Self> {
                    match text {
                        $first_text => Some($name::$first),
                        $($other_text => Some($name::$other),)+
                        _ => None,
                    }
                }

                /// The value as text.
                pub(crate) fn text(self) -> &'static str {
                    $name::VALUES[self as usize]
                }
            }
        )*
    };
}

/// Declares the options of a rulebook: first those with a list of values (see [`values`](crate::values!)), then
/// settings, each with its default and a parser (from name and text to the value or an error message). Two functions
/// make the messages for an invalid value (from name, text and allowed values) and for an unknown name.
///
/// ```
/// cardwright_runtime::values! {
///     /// Q-XX-1.
///     Ties { Shared = "shared", Nobody = "nobody" }
/// }
/// fn no_value(name: &str, value: &str, _: &[&str]) -> String { format!("{name} has no value {value}") }
/// fn no_option(name: &str) -> String { format!("no option {name}") }
/// fn rounds(_: &str, text: &str) -> Result<u16, String> { text.parse().map_err(|_| "no number".into()) }
///
/// cardwright_runtime::options! {
///     no_value, no_option;
///     /// Q-XX-1.
///     ties: Ties,
///     ; settings
///     /// Rounds after which the game ends.
///     max_rounds: u16 = 200u16, rounds;
/// }
/// # fn main() {
/// let mut options = Options::default();
/// options.set("max_rounds", "9").unwrap();
/// assert_eq!((options.max_rounds, options.list()[0].value.as_str()), (9, "shared"));
/// assert_eq!(options.set("ties", "x"), Err("ties has no value x".into()));
/// # }
/// ```
#[macro_export]
macro_rules! options {
    (
        $no_value:path, $no_option:path;
        $($(#[$doc:meta])* $name:ident: $ty:ty,)*
        ; settings
        $($(#[$set_doc:meta])* $setting:ident: $set_ty:ty = $default:expr, $read:path;)*
    ) => {
        /// The options of a game. `Options::default()` plays the game as printed in its rulebook.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Options {
            $($(#[$doc])* pub $name: $ty,)*
            $($(#[$set_doc])* pub $setting: $set_ty,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Options {
                    $($name: Default::default(),)*
                    $($setting: $default.into(),)*
                }
            }
        }

        /// Every option with its possible values; empty for settings.
        const KNOWN: &[(&str, &[&str])] = &[
            $((stringify!($name), <$ty>::VALUES),)*
            $((stringify!($setting), &[]),)*
        ];

        impl Options {
            /// All options with their values, in a fixed order. Parsing them gives the same options.
            pub fn list(&self) -> Vec<$crate::options::OptionUse> {
                vec![
                    $($crate::options::used(stringify!($name), self.$name.text()),)*
                    $($crate::options::used(stringify!($setting), &self.$setting.to_string()),)*
                ]
            }

            /// Sets an option, or returns an error message for an invalid name or value.
            fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
                match name {
                    $(stringify!($name) => {
                        self.$name = <$ty>::parse(value).ok_or_else(|| $no_value(name, value, <$ty>::VALUES))?;
                    })*
                    $(stringify!($setting) => self.$setting = $read(name, value)?,)*
                    _ => return Err($no_option(name)),
                }
                Ok(())
            }

            /// Every option with its possible values; empty for settings.
            #[allow(dead_code, reason = "games use it in messages, tests and lists")]
            pub(crate) const fn known() -> &'static [(&'static str, &'static [&'static str])] {
                KNOWN
            }
        }
    };
}

/// Declares numbered words of a lexicon: an enum for the code and the table for the lexicon, so that both always agree.
/// `behind TABLE` makes the numbers continue those of another table. A `match` over the enum must handle every word, so
/// no word is declared without a meaning.
///
/// ```
/// cardwright_runtime::numbered! {
///     /// What cards can do.
///     VerbId, VERBS: &str;
///     Gain = "gain";
///     Lose = "lose";
/// }
/// cardwright_runtime::numbered! {
///     /// What homebrew cards can do.
///     MoreVerb behind VERBS, MORE: &str;
///     Swap = "swap";
/// }
/// # fn main() {
/// assert_eq!((VERBS[VerbId::Lose as usize], MoreVerb::Swap.n()), ("lose", 2));
/// assert_eq!((VerbId::of(1), VerbId::of(2)), (Some(VerbId::Lose), None));
/// assert_eq!((MoreVerb::of(2), MoreVerb::of(1)), (Some(MoreVerb::Swap), None));
/// # }
/// ```
#[macro_export]
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $table:ident: $ty:ty; $($word:ident = $value:expr;)*) => {
        $crate::numbered!(@both ($(#[$doc])*) $name, 0, $table: $ty; $($word = $value;)*);
    };
    ($(#[$doc:meta])* $name:ident behind $before:ident, $table:ident: $ty:ty; $($word:ident = $value:expr;)*) => {
        $crate::numbered!(@both ($(#[$doc])*) $name, $before.len() as u8, $table: $ty; $($word = $value;)*);
    };
    (@both ($(#[$doc:meta])*) $name:ident, $first:expr, $table:ident: $ty:ty; $($word:ident = $value:expr;)*) => {
        $(#[$doc])*
        #[allow(missing_docs, reason = "each is described in the table")]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name {
            $($word),*
        }

        impl $name {
            /// The number of the word, which is its index in the lexicon.
            #[inline]
            pub const fn n(self) -> u8 {
                self as u8 + $first
            }

            /// The word with a number, if it is one of these.
            #[inline]
            pub const fn of(number: u8) -> Option<$name> {
                match number.wrapping_sub($first) {
                    $(own if own == $name::$word as u8 => Some($name::$word),)*
                    _ => None,
                }
            }
        }

        pub(crate) const $table: &[$ty] = &[$($value),*];
    };
}

//! One declaration for each type of value: how it is read from a written position with all errors and their places,
//! shown as data, written in notation, and described by a JSON schema. Tables of declarations define whole states,
//! views, actions and events: [`words!`](crate::words!), [`fields!`](crate::fields!), [`actions!`](crate::actions!),
//! [`events!`](crate::events!).
//!
//! ```
//! use cardwright_runtime::form::{Actions, Fields, Form, Word, read_action, read_position, write_position};
//! use cardwright_runtime::position::TextErrors;
//!
//! /// What values must know to be read: here nothing.
//! struct Board;
//!
//! cardwright_runtime::words! {
//!     /// The colour of a disc.
//!     Colour, "a colour" { White = "white", Black = "black" }
//! }
//! struct State { turn: u8, lamp: Colour, piles: [u8; 2] }
//! cardwright_runtime::fields! {
//!     /// Discs by colour.
//!     [u8; 2] as "Piles", in Board { /// White ones.
//!         white: [0], /// Black ones.
//!         black: [1] }
//!     /// A game.
//!     State as "Game", in Board { /// The number of the turn, from 1.
//!         turn: turn, /// The colour that shines.
//!         lamp: lamp, /// The discs.
//!         piles: piles }
//! }
//! cardwright_runtime::actions! {
//!     /// An action.
//!     Action as "Action" in Board {
//!         /// Light the lamp.
//!         Light { /// How.
//!             colour: Colour } = "light", "light white", "light it in {colour}";
//!     }
//! }
//!
//! let mut state = State { turn: 1, lamp: Colour::White, piles: [3, 4] };
//! let text = "turn = 2\nlamp = \"black\"\npiles = { white = 3, black = 0 }\n";
//! let (root, mut errors) = (cardwright_runtime::toml::parse(text).unwrap(), TextErrors::default());
//! read_position(&mut state, &Board, &root, &mut errors, |_, _| ());
//! assert_eq!((errors.list, write_position(&state, &Board)), (vec![], text.to_string()));
//!
//! let action: Action = read_action(&Board, "light black").unwrap();
//! assert_eq!((action.write(&Board), action.phrase(&Board)), ("light black".into(), "light it in black".into()));
//! assert_eq!(action.data(&Board)["colour"], "black");
//! let error = read_action::<Board, Action>(&Board, "light red").unwrap_err();
//! assert_eq!(error.to_string(), "column 7: there is no colour `red` (write white or black)");
//! ```

use crate::ids::{Id, IdSet};
use crate::position::{TextErrors, get};
#[cfg(feature = "schema")]
use crate::shapes::{self, JsonSchema, Schema, SchemaGenerator};
use crate::toml::in_order;
use crate::words::Words;
use cardwright_kernel::{Actor, NotationError, Seat, TextError, nearest};
#[doc(hidden)]
pub use serde_json::{Map, Value as Json, to_value};
pub use toml_span::value::Value;

/// How one kind of value is parsed and displayed. `C` is the context needed for it, such as the board.
pub trait Form<C>: Sized {
    /// Reads a value of a position; if it is not valid, returns `None` and adds the reasons to `errors`. The default is
    /// for derived values that are only displayed.
    fn read(_cx: &C, value: &Value<'_>, errors: &mut TextErrors) -> Option<Self> {
        errors.wrong(value, "this follows from the rest", "leave it out");
        None
    }

    /// Updates the value from a value of a position; it stays unchanged if that value is not valid.
    fn read_into(&mut self, cx: &C, value: &Value<'_>, errors: &mut TextErrors) {
        if let Some(read) = Self::read(cx, value, errors) {
            *self = read;
        }
    }

    /// The value as JSON, for views, facts and positions in TOML.
    fn show(&self, cx: &C) -> Json;

    /// The schema of the JSON value. By default it is a string.
    #[cfg(feature = "schema")]
    fn schema(made: &mut SchemaGenerator) -> Schema {
        made.subschema_for::<String>()
    }
}

/// A value that can be named in the notation of actions.
pub trait Word<C>: Form<C> {
    /// Parses the value from the next words of a line.
    ///
    /// # Errors
    /// Where and why the words are not such a value.
    fn parse(cx: &C, words: &mut Words<'_>) -> Result<Self, NotationError>;

    /// The value in notation. By default it is its JSON string.
    fn write(&self, cx: &C) -> String {
        match self.show(cx) {
            Json::String(text) => text,
            other => other.to_string(),
        }
    }

    /// The value for readers; by default the same as in notation.
    fn phrase(&self, cx: &C) -> String {
        self.write(cx)
    }

    /// All possible values in order, if actions are numbered by them; empty by default.
    fn all(_cx: &C) -> Vec<Self> {
        Vec::new()
    }
}

/// Reads a value of a position whose text is written in notation: [`Form::read`] of a [`Word`].
pub fn read_word<C, T: Word<C>>(cx: &C, value: &Value<'_>, errors: &mut TextErrors) -> Option<T> {
    let Some(text) = value.as_str() else {
        errors.wrong(value, "this is not a text", "put it in quotes");
        return None;
    };
    let mut words = Words::of(text);
    let read = T::parse(cx, &mut words).and_then(|read| words.end().map(|()| read));
    read.map_err(|error| errors.wrong(value, error.message, error.help))
        .ok()
}

/// Parses the next word of a line as one of some named values. `what` describes them, such as `a colour`.
///
/// # Errors
/// If no word is left, or the word is not one of the names.
pub fn parse_name<T: Copy>(
    words: &mut Words<'_>,
    what: &str,
    known: &[(&str, T)],
) -> Result<T, NotationError> {
    let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
    let help = format!("write {}", joined(&names, "or"));
    let (at, word) = words.next(what, &help)?;
    let found = known.iter().find(|(name, _)| *name == word);
    let noun = what.split_once(' ').map_or(what, |(_, noun)| noun);
    found.map(|(_, found)| *found).ok_or_else(|| {
        NotationError::new(at, format!("there is no {noun} `{word}`"), help.as_str())
    })
}

/// Joins words into a list: `white, black or red`.
pub fn joined(words: &[impl AsRef<str>], with: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_string(),
        Some((last, others)) => format!("{} {with} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// A value that replaces another one when that is parsed and displayed, for rows like `key: place as Via`.
pub trait Via<T>: Sized {
    /// Converts the stored value for display.
    fn of(value: &T) -> Self;

    /// Converts back to the value stored in the state.
    fn value(self) -> T;
}

/// An array that is displayed as a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct List<T, const N: usize>(pub [T; N]);

impl<T: Copy, const N: usize> Via<[T; N]> for List<T, N> {
    fn of(value: &[T; N]) -> Self {
        List(*value)
    }

    fn value(self) -> [T; N] {
        self.0
    }
}

impl<C, T: Form<C>, const N: usize> Form<C> for List<T, N> {
    fn read(cx: &C, value: &Value<'_>, errors: &mut TextErrors) -> Option<Self> {
        let Some(items) = value.as_array().filter(|items| items.len() == N) else {
            let help = format!("write {N} values in square brackets");
            errors.wrong(value, format!("this is not a list of {N} values"), help);
            return None;
        };
        let read = items.iter().filter_map(|item| T::read(cx, item, errors));
        read.collect::<Vec<_>>().try_into().ok().map(List)
    }

    fn show(&self, cx: &C) -> Json {
        self.0.iter().map(|one| one.show(cx)).collect()
    }

    #[cfg(feature = "schema")]
    fn schema(made: &mut SchemaGenerator) -> Schema {
        let items = T::schema(made);
        schemars::json_schema!({ "type": "array", "items": items, "minItems": N, "maxItems": N })
    }
}

macro_rules! numbers {
    ($($number:ty),*) => { $(impl<C> Form<C> for $number {
        fn read(_: &C, value: &Value<'_>, errors: &mut TextErrors) -> Option<Self> {
            errors.whole(value)
        }

        fn show(&self, _: &C) -> Json {
            (*self).into()
        }

        #[cfg(feature = "schema")]
        fn schema(made: &mut SchemaGenerator) -> Schema {
            made.subschema_for::<$number>()
        }
    })* };
}
numbers!(u8, u16, u32);

/// A seat, written as its number from 1. It is not checked whether the game has so many seats.
impl<C> Form<C> for Seat {
    fn read(_: &C, value: &Value<'_>, errors: &mut TextErrors) -> Option<Self> {
        match errors.whole::<u8>(value)? {
            0 => {
                errors.wrong(value, "there is no seat 0", "seats are counted from 1");
                None
            }
            number => Some(Seat(number - 1)),
        }
    }

    fn show(&self, _: &C) -> Json {
        u8::from(*self).into()
    }

    #[cfg(feature = "schema")]
    fn schema(made: &mut SchemaGenerator) -> Schema {
        made.subschema_for::<u8>()
    }
}

impl<C> Form<C> for Actor {
    fn show(&self, _: &C) -> Json {
        to_value(self).unwrap_or_default()
    }

    #[cfg(feature = "schema")]
    fn schema(made: &mut SchemaGenerator) -> Schema {
        made.subschema_for::<shapes::Actor>()
    }
}

/// A set, written as a list without duplicates.
impl<C, T: Id + Form<C>> Form<C> for IdSet<T> {
    fn read(cx: &C, value: &Value<'_>, errors: &mut TextErrors) -> Option<Self> {
        let Some(items) = value.as_array() else {
            errors.wrong(value, "this is not a list", "write a list, such as []");
            return None;
        };
        let mut set = IdSet::EMPTY;
        for item in items {
            let Some(one) = T::read(cx, item, errors) else {
                continue;
            };
            if set.contains(one) {
                errors.wrong(item, "this is in the list twice", "write it once");
            }
            set.insert(one);
        }
        Some(set)
    }

    fn show(&self, cx: &C) -> Json {
        self.iter().map(|one| one.show(cx)).collect()
    }

    #[cfg(feature = "schema")]
    fn schema(made: &mut SchemaGenerator) -> Schema {
        let items = T::schema(made);
        schemars::json_schema!({ "type": "array", "items": items })
    }
}

/// A value with named fields; implemented by [`fields!`](crate::fields!).
pub trait Fields<C>: Sized {
    /// The name and the description of the schema.
    const NAME: [&'static str; 2];

    /// All keys with their descriptions, in order.
    const KEYS: &'static [(&'static str, &'static str)];

    /// Reads the value of a key; returns `false` if there is no such key.
    fn read_key(&mut self, cx: &C, key: &str, value: &Value<'_>, errors: &mut TextErrors) -> bool;

    /// All keys with their values.
    fn table(&self, cx: &C) -> Map<String, Json>;

    /// The schema of each value, in the order of the keys.
    #[cfg(feature = "schema")]
    fn schemas(made: &mut SchemaGenerator) -> Vec<Schema>;
}

/// Updates a value from a table; keys that are missing in the table keep their values.
pub fn read_table<C, T: Fields<C>>(
    into: &mut T,
    cx: &C,
    value: &Value<'_>,
    errors: &mut TextErrors,
) {
    errors.is_table(value, &toml_text(&Json::Object(into.table(cx))));
    read_keys(into, cx, value, errors, None, &mut |_, _| ());
}

/// Updates a value from a written position: like [`read_table`], with `options` for the value under that key.
pub fn read_position<C, T: Fields<C>>(
    into: &mut T,
    cx: &C,
    root: &Value<'_>,
    errors: &mut TextErrors,
    mut options: impl FnMut(&Value<'_>, &mut TextErrors),
) {
    read_keys(into, cx, root, errors, Some("options"), &mut options);
}

/// The state of a written position for a game without options: `start` updated by the text. `faults` returns everything
/// that is impossible about a state, each with its key.
///
/// # Errors
/// Every reason why the position is not possible, each with its place.
pub fn read_whole_position<C, T: Fields<C>, Faults>(
    start: T,
    cx: &C,
    text: &str,
    faults: impl Fn(&T) -> Faults,
) -> Result<T, Vec<TextError>>
where
    Faults: Iterator<Item = (&'static str, &'static str)>,
{
    let root = crate::toml::parse(text)?;
    let (mut state, mut errors) = (start, TextErrors::default());
    read_position(&mut state, cx, &root, &mut errors, |value, errors| {
        if value.as_table().is_none_or(|table| !table.is_empty()) {
            errors.wrong(value, "this game has no options", "leave them out");
        }
    });
    // Replacements for invalid values would only cause more, misleading errors.
    if errors.list.is_empty() {
        for (key, message) in faults(&state) {
            let place = get(&root, key).map_or(0..0, |value| value.span.into());
            errors.add(place, message, "change it, or what it must fit");
        }
    }
    if errors.list.is_empty() {
        Ok(state)
    } else {
        Err(errors.list)
    }
}

fn read_keys<C, T: Fields<C>>(
    into: &mut T,
    cx: &C,
    table: &Value<'_>,
    errors: &mut TextErrors,
    other: Option<&str>,
    read_other: &mut dyn FnMut(&Value<'_>, &mut TextErrors),
) {
    for (key, value) in in_order(table) {
        if Some(&*key.name) == other {
            read_other(value, errors);
        } else if !into.read_key(cx, &key.name, value, errors) {
            let own = T::KEYS.iter().map(|(key, _)| *key);
            errors.unknown(key, &other.into_iter().chain(own).collect::<Vec<_>>());
        }
    }
}

/// A value as a written position, with one line per key.
pub fn write_position<C, T: Fields<C>>(of: &T, cx: &C) -> String {
    let line = |(key, value): (&String, &Json)| format!("{key} = {}\n", toml_text(value));
    of.table(cx).iter().map(line).collect()
}

/// JSON data as a TOML value on one line.
pub fn toml_text(data: &Json) -> String {
    match data {
        Json::Array(items) => {
            let items: Vec<_> = items.iter().map(toml_text).collect();
            format!("[{}]", items.join(", "))
        }
        Json::Object(table) => {
            let pair = |(key, value): (&String, &Json)| format!("{key} = {}", toml_text(value));
            let pairs: Vec<_> = table.iter().map(pair).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        other => other.to_string(),
    }
}

/// The actions of a game; implemented by [`actions!`](crate::actions!).
pub trait Actions<C>: Copy {
    /// The name and the description of the schema.
    const NAME: [&'static str; 2];

    /// The first word of each kind of action, with an example.
    const KINDS: &'static [[&'static str; 2]];

    /// Parses the words after the first word, which is the kind; `None` if there is no such kind.
    ///
    /// # Errors
    /// Where and why the words are not an action of the kind.
    fn parse(cx: &C, kind: &str, words: &mut Words<'_>) -> Option<Result<Self, NotationError>>;

    /// The action in notation.
    fn write(self, cx: &C) -> String;

    /// The action as a readable phrase.
    fn phrase(self, cx: &C) -> String;

    /// The action as structured data.
    fn data(self, cx: &C) -> Map<String, Json>;

    /// All actions whose values can be listed; see [`Word::all`].
    fn all(cx: &C) -> Vec<Self>;

    /// The schemas of all kinds of actions.
    #[cfg(feature = "schema")]
    fn schemas(made: &mut SchemaGenerator) -> Vec<Schema>;
}

/// Parses a line as an action, ignoring case.
///
/// # Errors
/// Where and why the line is not an action.
pub fn read_action<C, A: Actions<C>>(cx: &C, line: &str) -> Result<A, NotationError> {
    let line = line.to_ascii_lowercase();
    let (mut words, forms) = (Words::of(&line), forms::<C, A>());
    let (at, kind) = words.next("an action", &forms)?;
    let action = A::parse(cx, kind, &mut words).unwrap_or_else(|| {
        let kinds: Vec<_> = A::KINDS.iter().map(|[kind, _]| *kind).collect();
        let near = nearest(kind, &kinds).map(|near| format!("did you mean `{near}`? "));
        let help = near.unwrap_or_default() + &forms;
        Err(NotationError::new(
            at,
            format!("`{kind}` is not an action"),
            help,
        ))
    })?;
    words.end()?;
    Ok(action)
}

/// A help text with an example of each kind of action.
pub fn forms<C, A: Actions<C>>() -> String {
    let examples = A::KINDS.iter().map(|[_, example]| format!("`{example}`"));
    format!("write {}", joined(&examples.collect::<Vec<_>>(), "or"))
}

#[cfg(feature = "schema")]
#[doc(hidden)]
pub mod made {
    //! Schemas of tables and actions.

    use super::*;
    use std::borrow::Cow;
    use std::marker::PhantomData;

    /// Makes a named schema that others can refer to.
    macro_rules! named {
        ($name:ident: $of:ident, $made:ident, $schema:expr) => {
            pub struct $name<T, C>(PhantomData<(T, C)>);

            impl<C, T: $of<C>> JsonSchema for $name<T, C> {
                fn schema_name() -> Cow<'static, str> {
                    T::NAME[0].into()
                }

                fn schema_id() -> Cow<'static, str> {
                    std::any::type_name::<T>().into()
                }

                fn json_schema($made: &mut SchemaGenerator) -> Schema {
                    about($schema, T::NAME[1])
                }
            }
        };
    }
    named!(Table: Fields, made, {
        let docs = T::KEYS.iter().zip(T::schemas(made));
        object(None, docs.map(|((key, doc), schema)| (*key, *doc, schema)))
    });
    named!(Choice: Actions, made, {
        let kinds = T::schemas(made);
        schemars::json_schema!({ "oneOf": kinds })
    });

    pub fn about(mut schema: Schema, text: &str) -> Schema {
        schema.insert("description".into(), text.trim().into());
        schema
    }

    pub fn object<'a>(
        kind: Option<&str>,
        rows: impl Iterator<Item = (&'a str, &'a str, Schema)>,
    ) -> Schema {
        let mut properties = Map::new();
        if let Some(kind) = kind {
            let constant = serde_json::json!({ "type": "string", "const": kind });
            properties.insert("kind".into(), constant);
        }
        properties.extend(rows.map(|(key, doc, schema)| (key.into(), about(schema, doc).into())));
        let required: Vec<_> = properties.keys().cloned().collect();
        schemars::json_schema!({
            "type": "object", "additionalProperties": false, "properties": properties, "required": required,
        })
    }

    /// The schema of a field; the compiler infers its type from the accessor.
    pub fn at<C, S, T: Form<C>>(_: fn(&S) -> &T, made: &mut SchemaGenerator) -> Schema {
        T::schema(made)
    }
}

/// Its argument if schemas are compiled in, otherwise nothing.
#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! if_schema {
    ($($item:tt)*) => { $($item)* };
}
#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! if_schema {
    ($($item:tt)*) => {};
}

/// Implements the schema of a [`Form`], inside its `impl`, with the schema of a Rust type.
#[macro_export]
macro_rules! schema_like {
    ($like:ty) => {
        $crate::if_schema! {
            fn schema(made: &mut $crate::shapes::SchemaGenerator) -> $crate::shapes::Schema {
                made.subschema_for::<$like>()
            }
        }
    };
}

/// Declares enums whose variants are words, with [`Form`] and [`Word`]. The text after the enum's name describes one
/// variant in messages.
#[macro_export]
macro_rules! words {
    ($($(#[$about:meta])* $name:ident, $what:literal { $($(#[$doc:meta])* $one:ident = $word:literal),+ $(,)? })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "each is its name")]
        pub enum $name { $($(#[$doc])* $one),+ }

        impl $name {
            /// All variants, in the order used for lists.
            pub const ALL: [$name; [$($word),+].len()] = [$($name::$one),+];

            /// The index of the variant for use in tables.
            #[inline]
            pub fn index(self) -> usize {
                self as usize
            }

            /// The word of the variant.
            pub fn name(self) -> &'static str {
                [$($word),+][self as usize]
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word = <String as ::serde::Deserialize>::deserialize(from)?;
                let unknown = || format!("`{word}` is not {}", $what);
                let found = Self::ALL.into_iter().find(|one| one.name() == word);
                found.ok_or_else(|| ::serde::de::Error::custom(unknown()))
            }
        }

        impl<C> $crate::form::Form<C> for $name {
            fn read(
                cx: &C,
                value: &$crate::form::Value<'_>,
                errors: &mut $crate::position::TextErrors,
            ) -> Option<Self> {
                $crate::form::read_word(cx, value, errors)
            }

            fn show(&self, _: &C) -> $crate::form::Json {
                self.name().into()
            }
        }

        impl<C> $crate::form::Word<C> for $name {
            fn parse(
                _: &C,
                words: &mut $crate::words::Words<'_>,
            ) -> Result<Self, $crate::words::NotationError> {
                $crate::form::parse_name(words, $what, &[$(($word, $name::$one)),+])
            }

            fn all(_: &C) -> Vec<Self> {
                Self::ALL.to_vec()
            }
        }
    )*};
}

/// Declares the keys of a value with fields and the place of each field: `key: place`, or `key: place as Via` for a
/// field that is parsed and displayed as another type (see [`Via`]). Implements [`Fields`] and [`Form`]: a table that
/// updates the existing value, or with `= start` before `in` a new one. `as` gives the name of the schema.
#[macro_export]
macro_rules! fields {
    ($(
        $(#[doc = $about:literal])* $of:ty as $name:literal $(= $start:expr)?, in $cx:ty {
            $($(#[doc = $doc:literal])* $key:ident: $($part:ident).* $([$at:literal])? $(as $via:ty)?),+ $(,)?
        }
    )*) => {$(
        impl $crate::form::Fields<$cx> for $of {
            const NAME: [&'static str; 2] = [$name, concat!($($about),*)];

            const KEYS: &'static [(&'static str, &'static str)] = &[$((stringify!($key), concat!($($doc),*))),+];

            fn read_key(
                &mut self,
                cx: &$cx,
                key: &str,
                value: &$crate::form::Value<'_>,
                errors: &mut $crate::position::TextErrors,
            ) -> bool {
                match key {
                    $(stringify!($key) => {
                        $crate::fields!(@read (self $(.$part)* $([$at])?), ($cx, cx, value, errors) $(, $via)?);
                    })+
                    _ => return false,
                }
                true
            }

            fn table(&self, cx: &$cx) -> $crate::form::Map<String, $crate::form::Json> {
                let rows = [$((
                    stringify!($key).to_string(),
                    $crate::fields!(@show (self $(.$part)* $([$at])?), ($cx, cx) $(, $via)?),
                )),+];
                rows.into_iter().collect()
            }

            $crate::if_schema! {
                fn schemas(made: &mut $crate::shapes::SchemaGenerator) -> Vec<$crate::shapes::Schema> {
                    vec![$($crate::fields!(@schema (it $(.$part)* $([$at])?), it, ($cx, made) $(, $via)?)),+]
                }
            }
        }

        impl $crate::form::Form<$cx> for $of {
            $crate::fields!(@form ($cx) $($start)?);

            fn show(&self, cx: &$cx) -> $crate::form::Json {
                $crate::form::Json::Object($crate::form::Fields::<$cx>::table(self, cx))
            }

            $crate::if_schema! {
                fn schema(made: &mut $crate::shapes::SchemaGenerator) -> $crate::shapes::Schema {
                    made.subschema_for::<$crate::form::made::Table<Self, $cx>>()
                }
            }
        }
    )*};
    (@read ($($place:tt)+), ($c:ty, $cx:ident, $value:ident, $errors:ident)) => {
        $crate::form::Form::<$c>::read_into(&mut $($place)+, $cx, $value, $errors)
    };
    (@read ($($place:tt)+), ($c:ty, $cx:ident, $value:ident, $errors:ident), $via:ty) => {
        let mut via = <$via as $crate::form::Via<_>>::of(&$($place)+);
        $crate::form::Form::<$c>::read_into(&mut via, $cx, $value, $errors);
        $($place)+ = $crate::form::Via::value(via);
    };
    (@show ($($place:tt)+), ($c:ty, $cx:ident)) => {
        $crate::form::Form::<$c>::show(&$($place)+, $cx)
    };
    (@show ($($place:tt)+), ($c:ty, $cx:ident), $via:ty) => {
        $crate::form::Form::<$c>::show(&<$via as $crate::form::Via<_>>::of(&$($place)+), $cx)
    };
    (@schema ($($place:tt)+), $it:ident, ($c:ty, $made:ident)) => {
        $crate::form::made::at::<$c, Self, _>(|$it| &$($place)+, $made)
    };
    (@schema ($($place:tt)+), $it:ident, ($c:ty, $made:ident), $via:ty) => {
        <$via as $crate::form::Form<$c>>::schema($made)
    };
    (@form ($cx:ty)) => {
        fn read_into(
            &mut self,
            cx: &$cx,
            value: &$crate::form::Value<'_>,
            errors: &mut $crate::position::TextErrors,
        ) {
            $crate::form::read_table(self, cx, value, errors);
        }
    };
    (@form ($cx:ty) $start:expr) => {
        fn read(
            cx: &$cx,
            value: &$crate::form::Value<'_>,
            errors: &mut $crate::position::TextErrors,
        ) -> Option<Self> {
            let mut new = $start;
            $crate::form::read_table(&mut new, cx, value, errors);
            Some(new)
        }
    };
}

/// Declares the actions of a game: the enum and [`Actions`]. Each row ends with the first word in notation, an example,
/// and the readable phrase with fields in braces. An action without fields has no braces after its name. `as` gives the
/// name of the schema.
#[macro_export]
macro_rules! actions {
    ($(#[doc = $about:literal])* $name:ident as $schema:literal in $cx:ty { $(
        $(#[doc = $doc:literal])* $kind:ident $({ $($(#[doc = $field_doc:literal])* $field:ident: $ty:ty),+ $(,)? })?
            = $word:literal, $example:literal, $phrase:literal;
    )+ }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[doc = $doc])* $kind $({ $($(#[doc = $field_doc])* $field: $ty),+ })?),+ }

        impl $crate::form::Actions<$cx> for $name {
            const NAME: [&'static str; 2] = [$schema, concat!($($about),*)];

            const KINDS: &'static [[&'static str; 2]] = &[$([$word, $example]),+];

            fn parse(
                cx: &$cx,
                kind: &str,
                words: &mut $crate::words::Words<'_>,
            ) -> Option<Result<Self, $crate::words::NotationError>> {
                Some(match kind {
                    $($word => (|| Ok($name::$kind { $($($field: $crate::form::Word::parse(cx, words)?),+)? }))(),)+
                    _ => return None,
                })
            }

            fn write(self, cx: &$cx) -> String {
                match self {
                    $($name::$kind { $($($field),+)? } => {
                        [$word.to_string(), $($($crate::form::Word::write(&$field, cx)),+)?].join(" ")
                    })+
                }
            }

            fn phrase(self, cx: &$cx) -> String {
                match self {
                    $($name::$kind { $($($field),+)? } => {
                        $($(let $field = $crate::form::Word::phrase(&$field, cx);)+)?
                        format!($phrase)
                    })+
                }
            }

            fn data(self, cx: &$cx) -> $crate::form::Map<String, $crate::form::Json> {
                match self {
                    $($name::$kind { $($($field),+)? } => [
                        ("kind".to_string(), $word.into()),
                        $($((stringify!($field).to_string(), $crate::form::Form::show(&$field, cx))),+)?
                    ].into_iter().collect(),)+
                }
            }

            fn all(cx: &$cx) -> Vec<Self> {
                let mut all = Vec::new();
                $($crate::actions!(@each all, $cx, cx, $name::$kind, ($($($field)+)?); $($($field: $ty,)+)?);)+
                all
            }

            $crate::if_schema! {
                fn schemas(made: &mut $crate::shapes::SchemaGenerator) -> Vec<$crate::shapes::Schema> {
                    use $crate::form::{Form, made::{about, object}};
                    vec![$(about(object(Some($word), [$($((
                        stringify!($field), concat!($($field_doc),*), <$ty as Form<$cx>>::schema(made),
                    )),+)?].into_iter()), concat!($($doc),*))),+]
                }
            }
        }
    };
    (@each $all:ident, $c:ty, $cx:ident, $name:ident::$kind:ident, ($($field:ident)*);) => {
        $all.push($name::$kind { $($field),* });
    };
    (@each $all:ident, $c:ty, $cx:ident, $name:ident::$kind:ident, $fields:tt; $one:ident: $ty:ty, $($rest:tt)*) => {
        for $one in <$ty as $crate::form::Word<$c>>::all($cx) {
            $crate::actions!(@each $all, $c, $cx, $name::$kind, $fields; $($rest)*);
        }
    };
}

/// Implements methods of `Text` using [`actions!`](crate::actions!) and [`events!`](crate::events!), by name:
/// `write_action`, `read_action`, `describe`, `describe_event`, `action_data`. `|rules| …` gives the context for
/// parsing.
#[macro_export]
macro_rules! form_text {
    ($action:ty, $event:ty, |$rules:ident| $cx:expr; $($method:ident),+ $(,)?) => {
        $($crate::form_text!(@$method $action, $event, $rules, $cx);)+
    };
    (@write_action $action:ty, $event:ty, $rules:ident, $cx:expr) => {
        fn write_action(&self, _: &Self::State, action: $action) -> String {
            let $rules = self;
            $crate::form::Actions::write(action, $cx)
        }
    };
    (@read_action $action:ty, $event:ty, $rules:ident, $cx:expr) => {
        fn read_action(
            &self,
            _: &Self::State,
            text: &str,
        ) -> Result<$action, $crate::words::NotationError> {
            let $rules = self;
            $crate::form::read_action($cx, text)
                .map_err(|error: $crate::words::NotationError| error.in_any_position())
        }
    };
    (@describe $action:ty, $event:ty, $rules:ident, $cx:expr) => {
        fn describe(&self, _: &Self::State, action: $action) -> String {
            let $rules = self;
            $crate::form::Actions::phrase(action, $cx)
        }
    };
    (@describe_event $action:ty, $event:ty, $rules:ident, $cx:expr) => {
        fn describe_event(&self, event: &$event) -> String {
            event.sentence()
        }
    };
    (@action_data $action:ty, $event:ty, $rules:ident, $cx:expr) => {
        fn action_data(
            &self,
            _: &Self::State,
            action: $action,
        ) -> $crate::form::Map<String, $crate::form::Json> {
            let $rules = self;
            $crate::form::Actions::data(action, $cx)
        }
    };
}

/// Declares the events of a game: the enum, its serialization (`kind` and the fields), and a readable sentence: a
/// format string with the fields, and arguments.
///
/// ```
/// cardwright_runtime::events! {
///     /// Something that happened.
///     Event {
///         /// The lamp was lit.
///         Lit { /// In which turn.
///             turn: u8 } = "the lamp is lit in turn {turn}, {} before the end", 9 - turn;
///     }
/// }
/// # fn main() {
/// let event = Event::Lit { turn: 4 };
/// assert_eq!(event.sentence(), "the lamp is lit in turn 4, 5 before the end");
/// assert_eq!(serde_json::to_string(&event).unwrap(), r#"{"kind":"lit","turn":4}"#);
/// # }
/// ```
#[macro_export]
macro_rules! events {
    ($(#[$about:meta])* $name:ident { $(
        $(#[$doc:meta])* $kind:ident { $($(#[$field_doc:meta])* $field:ident: $ty:ty),+ $(,)? }
            = $format:literal $(, $arg:expr)*;
    )+ }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug, ::serde::Serialize)]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        pub enum $name { $($(#[$doc])* $kind { $($(#[$field_doc])* $field: $ty),+ }),+ }

        impl $name {
            /// The event as one sentence.
            pub fn sentence(&self) -> String {
                match self {
                    $($name::$kind { $($field),+ } => format!($format $(, $arg)*),)+
                }
            }
        }
    };
}

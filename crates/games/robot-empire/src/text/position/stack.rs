//! Announcements in a position: `sniper of 1 at 2:gearhound`, `shot 2 with long-tom of 1 at 2:mint`. The target may
//! also be a player, `battery 2`, or `gone`.

use crate::book::rulebook::{NO_PROGRAM, Rulebook};
use crate::facts::nouns::{def_of, named_of, named_value};
use crate::facts::values::is_shot;
use crate::lexicon::KindId;
use crate::state::{Named, PlayerId, SHOT, State};
use crate::text::position::{Reader, mid_effect};
use cardwright_runtime::announced::Announced;
use cardwright_runtime::ids::Id;
use toml_span::value::Value;

impl Reader<'_> {
    /// Reads the waiting announcements, in the order in which they were made.
    pub(super) fn read_waiting(&mut self, value: &Value<'_>, s: &mut State) {
        for one in self.list(value) {
            match self.announced(one.as_str().unwrap_or(""), s) {
                Some(announced) if s.waiting.announce(announced) => {}
                Some(_) => self.wrong(one, "more than 8 things wait", "leave some out"),
                None => {
                    let help = "such as `sniper of 1 at 2:gearhound` or `shot 2 with long-tom of 1 at 2:mint`";
                    self.wrong(one, "this is not an announcement", help);
                }
            }
        }
    }

    fn announced(&self, text: &str, s: &State) -> Option<Announced> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let cancelled = words.last() == Some(&"lapsed");
        words.truncate(words.len() - usize::from(cancelled));
        let (shot, words) = match words[..] {
            ["shot", points, "with", ref rest @ ..] => (Some(points.parse::<u8>().ok()?), rest),
            ref all => (None, all),
        };
        let [card, "of", owner, named @ ..] = words else {
            return None;
        };
        let owner = PlayerId::read(owner, self.book.players)?;
        let card = self.any_def(card, owner)?;
        let named = match named {
            [] => Named::Nothing,
            ["at", "gone"] => Named::Gone,
            ["at", "battery", seat] => Named::Battery(self.player_of(seat)?),
            ["at", name] => match self.player_of(name) {
                Some(seat) => Named::Player(seat),
                None => Named::Unit(self.spot_named(name, s)?),
            },
            _ => return None,
        };
        let kind = self.book.def(card).kind;
        let (_, play) = self.book.def(card).names.hooks();
        let program = match shot {
            Some(_) if kind.comes_out() && !matches!(named, Named::Nothing | Named::Player(_)) => {
                SHOT
            }
            None if matches!(kind, KindId::Agent | KindId::SuperWeapon) => {
                self.book.def(card).program(play)?
            }
            _ => return None,
        };
        let named_values = [named_value(named), shot.map_or(0, i16::from)];
        let announced = Announced {
            program,
            owner: owner.n(),
            cause: card.n(),
            named: named_values,
            cancelled,
        };
        (named_of(self.book, &announced) == named && shot != Some(0)).then_some(announced)
    }

    pub(super) fn player_of(&self, word: &str) -> Option<PlayerId> {
        PlayerId::read(word, self.book.players)
    }
}

/// The waiting announcements in the words of a position.
pub(super) fn waiting_words(book: &Rulebook, s: &State) -> Vec<String> {
    let words = |one: &Announced| {
        let shot = if is_shot(one) {
            format!("shot {} with ", one.named[1])
        } else {
            String::new()
        };
        let named = match named_of(book, one) {
            Named::Nothing => String::new(),
            Named::Gone => " at gone".into(),
            Named::Battery(seat) => format!(" at battery {}", seat.number()),
            Named::Player(seat) => format!(" at {}", seat.number()),
            Named::Unit(spot) => format!(" at {}", mid_effect::place_name(book, s, spot)),
        };
        let lapsed = if one.cancelled { " lapsed" } else { "" };
        format!(
            "{shot}{} of {}{named}{lapsed}",
            book.def(def_of(one)).id,
            one.owner + 1
        )
    };
    s.waiting.all().iter().map(words).collect()
}

const _: () = assert!(SHOT.0 == NO_PROGRAM.0);

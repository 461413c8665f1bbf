//! How tables look at every state on the way of every ruling and along random games: each way of showing them has a digest
//! of its own, so that a line in another place, or a word that somebody sees and should not, is noticed. And what bots
//! answer there.

use crate::packs::folder;
use crate::rulings::{rulings, seat};
use cardwright::judge::Judge;
use cardwright::{DynGame, DynMatch, Match, Room, Seat, Setup, Shade, Sheet, Viewer, games};
use std::collections::BTreeMap;
use std::fmt::Write;
use xxhash_rust::xxh3::Xxh3;

/// Rooms of screens: the usual one, and too narrow, too low and very large ones.
const ROOMS: [Room; 4] = [
    Room {
        columns: 80,
        rows: 24,
    },
    Room {
        columns: 46,
        rows: 60,
    },
    Room {
        columns: 100,
        rows: 12,
    },
    Room {
        columns: 200,
        rows: 70,
    },
];

/// Ways of showing, with the digest of all that was shown so.
#[derive(Default)]
struct Shown(BTreeMap<String, (usize, Xxh3)>);

impl Shown {
    fn add(&mut self, way: &str, shown: &str) {
        let (times, digest) = self
            .0
            .entry(way.to_owned())
            .or_insert_with(|| (0, Xxh3::new()));
        *times += 1;
        digest.update(shown.as_bytes());
        digest.update(b"\n");
    }

    fn pin(&self, name: &str) {
        let mut out = String::new();
        for (way, (times, digest)) in &self.0 {
            writeln!(out, "{way}: {times} times, {:016x}", digest.digest()).unwrap();
        }
        insta::with_settings!({ snapshot_path => folder("tests/changed"), prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, out);
        });
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

/// Everything that shows a table, to everybody; `turn` says which room and sheet.
fn show(book: &dyn DynGame, play: &dyn DynMatch, turn: usize, shown: &mut Shown) {
    let players = usize::from(book.about().players);
    let seats = [0, turn % players].map(|seat| Viewer::Seat(Seat(seat as u8)));
    for viewer in [Viewer::Referee, Viewer::Spectator]
        .into_iter()
        .chain(seats)
    {
        shown.add("view", &json(&play.view(viewer)));
        shown.add("drawing", &play.draw(viewer));
        let room = ROOMS[turn % ROOMS.len()];
        shown.add(
            &format!("picture in {} by {}", room.columns, room.rows),
            &json(&play.picture(viewer, room)),
        );
        let paint = |shade: Shade, text: &str| format!("<{shade:?} {text}>");
        let sheet = Sheet {
            columns: 40 + turn % 90,
            lines: 12 + turn % 30,
            around: "",
            paint: &paint,
        };
        shown.add("drawing on a sheet", &play.draw_on(viewer, &sheet));
        shown.add("scene", &json(&play.scene(viewer)));
        shown.add("question", &json(&play.question_for(viewer)));
        shown.add("parts of actions", &json(&play.typed_for(viewer)));
        shown.add("lines", &json(&play.lines(viewer, 0)));
        shown.add("facts", &json(&play.facts(viewer)));
        shown.add("position", &play.known_position(viewer).unwrap_or_default());
    }
    shown.add("standing", &play.standing());
    shown.add("asking", &json(&play.asking()));
    shown.add("secrets", &format!("{:?}", play.secrets()));
    shown.add("last action", &format!("{:?}", play.last_action()));
    for choice in play.question().choices.iter().take(6) {
        shown.add("grounds", &json(&play.grounds(&choice.action)));
        shown.add("read again", &play.canonical(&choice.action).unwrap());
    }
    // Searching takes longer.
    let asked = |bot: &&str| turn.is_multiple_of(if bot.starts_with("search") { 16 } else { 3 });
    for bot in book.bots().into_iter().filter(asked) {
        shown.add(
            &format!("answer of {bot}"),
            &play.ask_bot(bot).unwrap_or_default(),
        );
    }
}

#[test]
fn how_tables_look_is_pinned() {
    let rulings = rulings();
    for game in games() {
        let (mut shown, mut judge, mut turn) = (Shown::default(), Judge::new(), 0);
        for (file, ruling) in rulings.iter().filter(|(_, ruling)| ruling.game == game.id) {
            let Ok((book, mut play)) = seat(&mut judge, file).reach(ruling) else {
                continue;
            };
            loop {
                // On a full board there are too many ways to walk to show them all.
                if play.question().choices.len() < 10_000 {
                    show(&*book, &*play, turn, &mut shown);
                    turn += 1;
                }
                if !play.undo() {
                    break;
                }
            }
        }
        for players in game.players() {
            let mut play = Match::new(game.id, &Setup::players(players), 77).unwrap();
            let book = play.rulebook().clone();
            for step in 0.. {
                let Some(answer) = play.ask_bot("random") else {
                    break;
                };
                if step % 23 == 0 {
                    show(&*book, &*play, turn, &mut shown);
                    turn += 1;
                }
                play.play(&answer).unwrap();
            }
        }
        assert!(turn > 40, "{}: {turn}", game.id);
        shown.pin(&format!("looks-{}", game.id));
    }
}

//! A game that defines only what it must: what the defaults are.

use crate::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

/// A die decides who begins. Then two players take one or two of 50 sticks in turn. Who takes the last one wins.
struct Sticks;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct State {
    left: u8,
    /// The player to act; 2 before the die is rolled.
    seat: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Taken {
    kind: &'static str,
}

const RULE: RuleId = RuleId("ST-1");

impl Rules for Sticks {
    type State = State;
    type Action = u8;
    type Event = Taken;

    fn about(&self) -> About {
        About {
            game: "sticks".into(),
            players: 2,
            options: Vec::new(),
            packs: Arc::default(),
        }
    }

    fn start<L: Log<Taken>>(&self, _: &mut L) -> State {
        State { left: 50, seat: 2 }
    }

    fn actor(&self, state: &State) -> Actor {
        match state.left {
            0 => Actor::Over(Outcome {
                winners: SeatSet::one(Seat(1 - state.seat)),
            }),
            _ if state.seat == 2 => Actor::Chance,
            _ => Actor::Seat(Seat(state.seat)),
        }
    }

    fn chance_outcomes(&self, state: &State, out: &mut Vec<(u8, u32)>) {
        if state.seat == 2 {
            out.extend([(10, 1), (11, 3)]);
        }
    }

    fn legal(&self, state: &State, out: &mut Vec<u8>) {
        // With the last stick, the other way to take it is with the left hand.
        out.extend(match state.left {
            _ if state.seat == 2 => [].as_slice(),
            0 => &[],
            1 => &[1, 3],
            _ => &[1, 2],
        });
    }

    fn refuse(&self, state: &State, action: u8) -> Option<Refusal> {
        let listed = play::perft::actions(self, state).contains(&action);
        (!listed).then(|| Refusal::new("no", RULE))
    }

    fn apply_unchecked<L: Log<Taken>>(&self, state: &mut State, action: u8, log: &mut L) {
        if state.seat == 2 {
            state.seat = action - 10;
            return;
        }
        state.left -= if action == 2 { 2 } else { 1 };
        state.seat = 1 - state.seat;
        log.emit(|| (Taken { kind: "taken" }, RULE.into()));
    }

    fn max_game_length(&self) -> u32 {
        51
    }

    fn clauses(&self) -> &'static [Clause] {
        &[]
    }

    fn asked_by(&self, _: &State) -> RuleId {
        RULE
    }
}

impl Hidden for Sticks {
    type View = u8;

    fn view(&self, state: &State, _: Viewer) -> u8 {
        state.left
    }
}

impl Text for Sticks {
    fn question(&self, _: &State, _: Option<Seat>) -> String {
        "how many?".into()
    }

    fn write_action(&self, _: &State, action: u8) -> String {
        format!("take {action}")
    }

    fn read_action(&self, _: &State, text: &str) -> Result<u8, NotationError> {
        let number = text
            .strip_prefix("take ")
            .and_then(|number| number.parse().ok());
        number.ok_or_else(|| match text.starts_with("take") {
            true => NotationError::new(5, "no number", "write one"),
            false => NotationError::new(0, "no action", "").in_any_position(),
        })
    }

    fn describe_event(&self, _: &Taken) -> String {
        "taken".into()
    }

    fn action_space(&self) -> Vec<String> {
        (1..=3).map(|number| format!("take {number}")).collect()
    }
}

impl Positions for Sticks {}

impl Game for Sticks {}

#[test]
fn a_game_needs_only_what_it_must_define() {
    for seed in 0..5 {
        laws::check_match(&Arc::new(Sticks), seed).unwrap();
    }
    let mut state = Sticks.start(&mut NoLog);
    assert_eq!(Sticks.asking(&state).kind, "chance");
    Sticks.apply(&mut state, 10, &mut NoLog).unwrap();
    assert_eq!(Sticks.asking(&State { left: 0, seat: 0 }).kind, "over");
    let all = Viewer::Spectator;
    assert_eq!(Sticks.refuse_unasked(&state, Seat(1), "take"), Ok(None));
    assert_eq!(Sticks.refuse_unasked(&state, Seat(1), "take 9"), Ok(None));
    assert!(
        Sticks
            .refuse_unasked(&state, Seat(1), "jump")
            .unwrap_err()
            .always
    );
    assert!(Sticks.alike(&state, &state) && !Sticks.alike(&state, &State { left: 1, seat: 0 }));
    assert!(!Sticks.asks_single(&state));
    assert!(Sticks.table_knows(&state, 1, &[]) && !Sticks.table_knows(&state, 1, &[(Seat(0), "")]));
    assert!(!Sticks.hides_actions(&state, all) && !Sticks.reveals(&state, 1));
    assert_eq!(
        Sticks.read_position("").unwrap_err()[0].message,
        "positions of this game cannot be written"
    );
    assert_eq!(Sticks.cite_text(Cite::Rule(RULE)), "ST-1");
    let program = ProgramId(3);
    assert_eq!(
        Sticks.cite_text(Cite::Op { program, at: 4 }),
        "program 3, operation 4"
    );

    let game = erase(Sticks);
    assert_eq!(
        (game.players(), game.side(Seat(1)), game.bots()),
        (2, 1, vec!["random"])
    );
    assert_eq!(game.declines(), ["pass"]);
    assert_eq!(game.stated("key", "text"), ["text"]);
    assert!(game.batch(2).is_none() && game.open_rules().is_none() && game.secrecy().is_none());
    assert!(!game.asks_every_holder() && !game.has_bot("greedy"));
    let none = (
        game.meters().len(),
        game.together().len(),
        game.key_facts().len(),
    );
    assert_eq!(
        (none, game.shows("take 1"), game.left_open("").len()),
        ((0, 0, 0), None, 0)
    );
    assert_eq!(game.lessons(0..3), []);

    assert_eq!(game.all_actions().map(|all| all.len()), Some(3));

    let mut play = game.start(None);
    assert_eq!((play.count(), play.secrets()), (2, vec![]));
    play.play("take 10").unwrap();
    assert_eq!(
        (play.count(), play.turns(), play.standing(), play.position()),
        (2, 0, String::new(), None)
    );
    assert_eq!(
        play.asking(),
        Asking {
            kind: "turn",
            ..Asking::default()
        }
    );
    assert_eq!(
        (
            play.draw(all),
            play.picture(
                all,
                Room {
                    columns: 9,
                    rows: 9
                }
            )
            .text()
        ),
        ("50".into(), "50\n".into())
    );
    assert_eq!(
        (
            play.draw_on(all, &Sheet::plain()),
            play.scene(all),
            play.seat_lines(all)
        ),
        ("50".into(), None, vec![])
    );
    assert_eq!(
        (
            play.facts(all),
            play.known_position(all),
            play.concealed(Seat(0), all)
        ),
        (json!(50), None, 0)
    );
    let choice = &play.question().choices[1];
    assert_eq!((&*choice.action, &*choice.text), ("take 2", "take 2"));
    let typed = &play.typed_for(all).0[1];
    assert_eq!(
        (&json!(typed.data), typed.step),
        (&json!({"kind": "take", "words": ["2"]}), Some(1))
    );
    play.play("take 1").unwrap();
    assert_eq!(play.lines(all, 0)[0].event, json!({"kind": "taken"}));
    assert_eq!(play.determinize(Seat(0), 1).state(), play.state());
    let hidden = play.last_action().map(|last| last.hidden);
    assert_eq!(
        hidden,
        Some(false),
        "where nothing is hidden, everything is foreseen"
    );
}

/// A long match has a fingerprint after every 25 actions; undo keeps those before.
#[test]
fn a_long_match_has_fingerprints_on_its_way() {
    let mut play = Match::new(Arc::new(Sticks), Some(1));
    (0..25).for_each(|_| play.play_text("take 1").unwrap());
    let marked = |play: &Match<Sticks>| {
        play.replay(Vec::new())
            .fingerprints
            .iter()
            .map(|(at, _)| *at)
            .collect::<Vec<_>>()
    };
    assert_eq!(marked(&play), [25, 26]);
    let replay = play.replay(Vec::new());
    let mut again = Match::from_replay(play.game().clone(), &replay).unwrap();
    assert!(again.undo());
    assert_eq!(marked(&again), [25]);
    assert!(again.undo());
    assert_eq!(marked(&again), [24]);
    (0..26).for_each(|_| again.play_text("take 1").unwrap());
    assert_eq!(marked(&again), [25, 50]);
    let mut wrong = replay;
    wrong.fingerprints[0].1 = "0".into();
    let error = Match::from_replay(play.game().clone(), &wrong).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the game differs after action 25:"),
        "{error}"
    );
}

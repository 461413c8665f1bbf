//! A match with its people and bots: what every frontend needs besides the rules.
//!
//! A [`Session`] knows who plays each seat, lets bots act, reads what people type, remembers what each viewer has seen,
//! undoes actions, and can be saved as text and loaded again. It reads no files and no clock and prints nothing, so a
//! command line, a window and a server can all use it.
//!
//! ```
//! use cardwright::{Match, Next, Session, Setup, Viewer};
//!
//! let play = Match::new("robotory", &Setup::players(2), 7)?;
//! let mut session = Session::new(play, vec!["human".into(), "greedy".into()])?;
//! session.play_bots()?;
//! let Next::Person(seat) = session.next() else { panic!("a person is asked first") };
//! assert_eq!(session.news(Viewer::Seat(seat))[0].text, "the game begins, and light moves first");
//! session.play("place white a1")?;
//! session.play_bots()?;
//! let news = session.news(Viewer::Seat(seat));
//! assert_eq!(news[0].text, "light places white on a1");
//! assert!(session.news(Viewer::Seat(seat)).is_empty(), "nobody is told the same twice");
//!
//! let saved = session.save();
//! assert_eq!(session.undo(1), 1);
//! session.play("place white a2")?;
//! assert_eq!(Session::load(&saved)?.save(), saved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod back;
mod continued;
mod numbers;
mod playing;
mod seat;
#[cfg(test)]
mod tests;
mod told;

pub use back::InTheWay;
pub use continued::{Branch, Continued, continued};
pub use numbers::numbers;
pub use playing::{BeginSessionError, Next, Session, SessionError, SessionLoadError};
pub use seat::{KnownQuestion, SeatError, SeatMatch};

//! A match with the people and bots around it: what every frontend needs beside the rules.
//!
//! A [`Session`] knows who sits where, lets bots answer, reads what people type, remembers what each has been told, takes
//! actions back, and becomes text and a session again. It reads no files, looks at no clock and prints nothing, so a
//! command line, a window and a server play through the same one.
//!
//! ```
//! use cardwright::{Match, Next, Session, Setup, Viewer};
//!
//! let play = Match::new("robotory", &Setup::players(2), 7)?;
//! let mut session = Session::new(play, vec!["human".into(), "greedy".into()])?;
//! session.play_bots()?;
//! let Next::Person(seat) = session.next() else { panic!("a person is asked first") };
//! assert_eq!(session.news(Viewer::Seat(seat))[0].text, "the game begins, and light moves first");
//! session.answer("place white a1")?;
//! session.play_bots()?;
//! let news = session.news(Viewer::Seat(seat));
//! assert_eq!(news[0].text, "light places white on a1");
//! assert!(session.news(Viewer::Seat(seat)).is_empty(), "nobody is told the same twice");
//!
//! let saved = session.save();
//! assert_eq!(session.undo(1), 1);
//! session.answer("place white a2")?;
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
pub use seat::{SeatError, SeatMatch};

//! A view as a row of numbers for machine learning. It works for every game and pack, because each key and word of the
//! view has a position in the row by its hash (feature hashing).

use cardwright::Asking;
use serde_json::Value;
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_64;

/// A view and the question as `width` numbers (1 or more). A number is at the position of its path. A word adds 1 at
/// the position of its path and text, and again without its index in a list: so a hand is also seen as a set, and a row
/// of cards in order.
pub(crate) fn features(view: &Value, asking: &Asking, width: usize) -> Vec<f32> {
    let mut row = Row {
        numbers: vec![0.0; width],
        path: String::new(),
    };
    row.add_value(view);
    row.path = format!("?kind={}", asking.kind);
    row.add(1.0);
    for (name, word) in [("about", &asking.about), ("card", &asking.card)] {
        if let Some(word) = word {
            row.path = format!("?{name}={word}");
            row.add(1.0);
        }
    }
    row.numbers
}

struct Row {
    numbers: Vec<f32>,
    /// The current path in the view, such as `/market/3`.
    path: String,
}

impl Row {
    /// Adds to the number at the position of the current path.
    fn add(&mut self, more: f32) {
        let width = self.numbers.len() as u64;
        let place = (xxh3_64(self.path.as_bytes()) % width) as usize;
        self.numbers[place] += more;
    }

    /// Continues below the current path.
    fn below(&mut self, step: std::fmt::Arguments<'_>, then: impl FnOnce(&mut Self)) {
        let long = self.path.len();
        // Writing to a string cannot fail.
        let _ = self.path.write_fmt(step);
        then(self);
        self.path.truncate(long);
    }

    fn add_value(&mut self, value: &Value) {
        match value {
            Value::Null => self.below(format_args!("?"), |row| row.add(1.0)),
            Value::Bool(yes) => self.add(f32::from(u8::from(*yes))),
            Value::Number(number) => self.add(number.as_f64().unwrap_or_default() as f32),
            Value::String(word) => self.below(format_args!("={word}"), |row| row.add(1.0)),
            Value::Array(all) => self.add_list(all),
            Value::Object(map) => {
                for (key, value) in map {
                    self.below(format_args!("/{key}"), |row| row.add_value(value));
                }
            }
        }
    }

    fn add_list(&mut self, all: &[Value]) {
        self.below(format_args!("#"), |row| row.add(all.len() as f32));
        for (place, value) in all.iter().enumerate() {
            self.below(format_args!("/{place}"), |row| row.add_value(value));
            if let Value::String(word) = value {
                self.below(format_args!("/*={word}"), |row| row.add(1.0));
            }
        }
    }
}

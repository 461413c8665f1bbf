//! Cardwright for Godot 4: one class, `Cardwright`, whose methods take and return the documents of the protocol as
//! dictionaries. It contains no rules. `project` is a scene that plays Moon-Bots with it.

mod calls;

use calls::{Calls, failed};
use godot::classes::Json;
use godot::prelude::*;
use serde_json::{Value, json};

struct Extension;

// SAFETY: the macro of godot-rust requires `unsafe`; Godot loads the library as described in its `.gdextension` file.
#[gdextension]
unsafe impl ExtensionLibrary for Extension {}

/// The matches of one program. A method that fails returns null (`save`: an empty text), and `error` says why.
#[derive(GodotClass)]
#[class(base = RefCounted)]
struct Cardwright {
    /// Why the last call failed: `code`, `message` and `data`; empty if it did not.
    #[var(get)]
    error: VarDictionary,
    calls: Result<Calls, String>,
    base: Base<RefCounted>,
}

#[godot_api]
impl IRefCounted for Cardwright {
    fn init(base: Base<RefCounted>) -> Self {
        let seed = getrandom::u64();
        Cardwright {
            error: VarDictionary::new(),
            calls: seed
                .map(Calls::new)
                .map_err(|error| format!("the system gives no random numbers: {error}")),
            base,
        }
    }
}

#[godot_api]
impl Cardwright {
    /// The host as a seat, who sees everything.
    #[constant]
    const HOST: i32 = 0;
    /// A spectator as a seat, who sees what everybody may see.
    #[constant]
    const SPECTATOR: i32 = -1;

    /// Begins a match (`match/new`), with parameters such as `{"game": "moon-bots", "seats": ["human", "greedy"]}`. Its
    /// name is under `match`.
    #[func]
    fn begin(&mut self, params: VarDictionary) -> Variant {
        self.request("match/new".into(), params)
    }

    /// Returns the question with every allowed action, as a seat may see it. Seats count from 1.
    #[func]
    fn question(&mut self, name: GString, seat: i32) -> Variant {
        self.of_match("match/question", &name, seat, None)
    }

    /// Returns the table as a seat sees it.
    #[func]
    fn view(&mut self, name: GString, seat: i32) -> Variant {
        self.of_match("match/view", &name, seat, None)
    }

    /// Plays an action of the question; bots and dice follow. `lines` has what has happened since the seat's last view.
    #[func]
    fn play(&mut self, name: GString, seat: i32, action: GString) -> Variant {
        self.of_match("match/play", &name, seat, Some(&action))
    }

    /// Says whether an action is allowed, what decides it, and what would follow.
    #[func]
    fn why(&mut self, name: GString, seat: i32, action: GString) -> Variant {
        self.of_match("match/why", &name, seat, Some(&action))
    }

    /// Returns the match as a text that `resume` takes. It contains every hidden card, so it belongs to the host.
    #[func]
    fn save(&mut self, name: GString) -> GString {
        let saved = self.answer("match/save", &json!({ "match": name.to_string() }));
        // A saved match is always JSON.
        saved.map_or(GString::new(), |saved| {
            GString::from(&saved["save"].to_string())
        })
    }

    /// Resumes a match that `save` returned.
    #[func]
    fn resume(&mut self, save: GString) -> Variant {
        let loaded = self.answer("match/load", &json!({ "save": save.to_string() }));
        loaded.map_or(Variant::nil(), |loaded| variant(&loaded))
    }

    /// Calls any method of the protocol, such as `pack/check`.
    #[func]
    fn request(&mut self, method: GString, params: VarDictionary) -> Variant {
        let text = Json::stringify(&params.to_variant()).to_string();
        let answer = match serde_json::from_str::<Value>(&text) {
            Ok(params) => self.answer(&method.to_string(), &params),
            Err(error) => self.noted(Err(failed(&format!(
                "the parameters are not JSON: {error}"
            )))),
        };
        answer.map_or(Variant::nil(), |answer| variant(&answer))
    }
}

impl Cardwright {
    fn of_match(
        &mut self,
        method: &str,
        name: &GString,
        seat: i32,
        action: Option<&GString>,
    ) -> Variant {
        let mut params = json!({ "match": name.to_string() });
        match seat {
            Self::HOST => {}
            Self::SPECTATOR => params["seat"] = json!("spectator"),
            seat => params["seat"] = json!(seat),
        }
        if let Some(action) = action {
            params["action"] = json!(action.to_string());
        }
        let answer = self.answer(method, &params);
        answer.map_or(Variant::nil(), |answer| variant(&answer))
    }

    fn answer(&mut self, method: &str, params: &Value) -> Option<Value> {
        let answer = match &mut self.calls {
            Ok(calls) => calls.call(method, params),
            Err(error) => Err(failed(error)),
        };
        self.noted(answer)
    }

    /// Returns the result; an error, if there is one, is stored so that it can be read later.
    fn noted(&mut self, answer: Result<Value, Value>) -> Option<Value> {
        self.error = VarDictionary::new();
        answer
            .map_err(|error| self.error = variant(&error).try_to().unwrap_or_default())
            .ok()
    }
}

/// Converts a document to Godot's types. Integers stay integers, unlike with Godot's own JSON parser.
fn variant(value: &Value) -> Variant {
    match value {
        Value::Null => Variant::nil(),
        Value::Bool(value) => value.to_variant(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.to_variant(),
            None => number.as_f64().unwrap_or_default().to_variant(),
        },
        Value::String(text) => text.to_variant(),
        Value::Array(list) => {
            let list: VarArray = list.iter().map(variant).collect();
            list.to_variant()
        }
        Value::Object(fields) => {
            let mut dictionary = VarDictionary::new();
            for (key, value) in fields {
                dictionary.set(key.as_str(), variant(value));
            }
            dictionary.to_variant()
        }
    }
}

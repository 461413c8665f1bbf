//! Methods of the protocol as calls, without Godot.

use cardwright_wire::rpc::Service;
use serde_json::{Value, json};

/// The matches of one caller.
#[derive(Debug)]
pub(crate) struct Calls {
    service: Service,
    /// The number of calls so far, used as request ids.
    made: u64,
}

impl Calls {
    pub(crate) fn new(seed: u64) -> Self {
        Calls {
            service: Service::new(seed),
            made: 0,
        }
    }

    /// Returns the result of a method, or the protocol's error. Simulations run to their end.
    pub(crate) fn call(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        self.made += 1;
        let id = format!("call {}", self.made);
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let mut replies = self.service.handle(request.to_string().as_bytes());
        loop {
            for reply in replies {
                let mut reply: Value =
                    serde_json::from_str(&reply).map_err(|error| failed(&error.to_string()))?;
                if reply["id"] == id.as_str() {
                    return match reply.get_mut("error") {
                        Some(error) => Err(error.take()),
                        None => Ok(reply["result"].take()),
                    };
                }
            }
            if !self.service.is_busy() {
                return Err(failed("the library returned no answer"));
            }
            replies = self.service.work();
        }
    }
}

/// An error from outside the protocol, in the protocol's form.
pub(crate) fn failed(message: &str) -> Value {
    json!({ "code": -32603, "message": message })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

    use super::*;

    #[test]
    fn a_game_is_played_to_its_end() {
        let mut calls = Calls::new(7);
        let begun = calls.call(
            "match/new",
            &json!({ "game": "moon-bots", "seats": ["human", "greedy"] }),
        );
        let name = begun.unwrap()["match"].take();
        let of = |action: &Value| json!({ "match": name, "seat": 1, "action": action });
        let refused = calls
            .call("match/play", &of(&json!("fly to Mars")))
            .unwrap_err();
        assert!(
            refused["message"].as_str().unwrap().contains("fly"),
            "{refused}"
        );
        for _ in 0..10_000 {
            let question = calls
                .call("match/question", &json!({ "match": name, "seat": 1 }))
                .unwrap();
            let Some(last) = question["choices"].as_array().and_then(|all| all.last()) else {
                assert_eq!(question["actor"]["kind"], "over", "{question}");
                return;
            };
            calls.call("match/play", &of(&last["action"])).unwrap();
        }
        unreachable!("the game does not end");
    }

    #[test]
    fn a_simulation_is_played_to_its_end() {
        let params = json!({ "game": "robotory", "games": 20, "bot": "random" });
        let report = Calls::new(7).call("simulate/run", &params).unwrap();
        assert_eq!(report["games"], 20, "{report}");
    }
}

//! Requests of the recorded conversations with a changed parameter: what the service answers.

use super::Told;
use crate::wire::{answers, kit};
use cardwright_wire::rpc::Service;
use serde_json::{Value, json};

/// The request with one of its parameters changed: removed, of another type, or one too many.
fn changes(request: &Value, turn: &mut usize) -> Vec<Value> {
    let others = [
        json!(null),
        json!(-1),
        json!(2),
        json!(99),
        json!("nonsense"),
        json!([]),
        json!({}),
        json!([7]),
    ];
    let mut all = Vec::new();
    let keys: Vec<String> = request["params"]
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys().cloned())
        .collect();
    for key in keys {
        *turn += 1;
        let mut changed = request.clone();
        match *turn % 9 {
            8 => drop(changed["params"].as_object_mut().unwrap().remove(&key)),
            nth => changed["params"][&key] = others[nth].clone(),
        }
        all.push(changed);
    }
    *turn += 1;
    let mut changed = request.clone();
    match *turn % 5 {
        0 => changed["params"]["nonsense"] = json!(1),
        1 => changed["method"] = json!("match/nonsense"),
        2 => changed["jsonrpc"] = json!("1.0"),
        3 => changed["params"] = json!([1]),
        _ => changed["id"] = json!({}),
    }
    all.push(changed);
    all
}

#[test]
fn what_is_answered_to_changed_requests_is_pinned() {
    let (mut told, mut turn) = (Told::default(), 0);
    for (_, talk) in kit() {
        let mut service = Service::new(1);
        for (sent, _) in talk {
            let requests = serde_json::from_str::<Value>(sent)
                .ok()
                .filter(|sent| sent["params"].is_object());
            for change in requests
                .iter()
                .flat_map(|request| changes(request, &mut turn))
            {
                for reply in answers(&mut service, &change.to_string()) {
                    let reply: Value = serde_json::from_str(&reply).unwrap();
                    let method = change["method"].as_str().unwrap_or_default();
                    match reply["error"]["message"].as_str() {
                        Some(message) => told.add(method, message),
                        None => told.add(method, "actions_played"),
                    }
                }
            }
            answers(&mut service, sent);
        }
    }
    told.pin("requests");
}

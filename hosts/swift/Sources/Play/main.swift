// A whole game against bots with hidden hands, and why an action is refused.
import Cardwright

let service = Service(seed: 7)
let match = try service.begin(#"{"game":"moon-bots","seats":["human","greedy"],"seed":7}"#)
let me = match.seat(1)  // all that seat 1 may know: give players this, and keep the match
do {
    _ = try me.play("fly to Mars")
} catch let refused as CardwrightError {
    print("refused (code \(refused.code)): \(refused)")
}
while true {
    let question = try me.question()
    if Json.text(question, "/actor/kind") == "over" {
        print("winners: \(Json.text(question, "/actor/winners") ?? "none")")
        break
    }
    let last = Json.count(question, "/choices") - 1  // your idea of a good action goes here
    let action = Json.text(question, "/choices/\(last)/action") ?? ""
    let done = try me.play(action)
    for line in 0..<Json.count(done, "/lines") { print(Json.text(done, "/lines/\(line)/text") ?? "") }
}

// Cardwright for Swift: the C library behind objects. Documents go in and come out as JSON texts.
import CCardwright

/// A call failed: the rules refused an action, or a pack, a save or a parameter is wrong.
public struct CardwrightError: Error, CustomStringConvertible {
    /// The protocol's code, such as 1 for an action that the rules refuse.
    public let code: Int64
    public let description: String
    /// The error as JSON. Under `/data` it has the refusal with its clauses, or the errors of packs.
    public let json: String
}

/// The matches of one program. Use a service from one thread at a time.
public final class Service {
    private let handle: OpaquePointer

    /// - Parameter seed: determines the seeds of matches that name none.
    public init(seed: UInt64 = .random(in: .min ... .max)) {
        guard let handle = cardwright_new(seed) else { fatalError("the Cardwright library could not make a service") }
        self.handle = handle
    }

    deinit { cardwright_free(handle) }

    /// Begins a match with the parameters of `match/new`, such as `{"game": "moon-bots", "seats": ["human", "greedy"]}`.
    public func begin(_ parameters: String) throws -> Match {
        Match(service: self, begun: try ask { cardwright_match_new($0, parameters, $1) })
    }

    /// Resumes a match that `Match.save` returned.
    public func load(_ save: String) throws -> Match {
        Match(service: self, begun: try ask { cardwright_load($0, save, $1) })
    }

    /// Calls any method of the protocol, such as `pack/check`, and returns its result.
    public func call(_ method: String, _ parameters: String = "{}") throws -> String {
        try ask { cardwright_call($0, method, parameters, $1) }
    }

    func ask(
        _ call: (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> UnsafeMutablePointer<CChar>?
    ) throws -> String {
        var error: OpaquePointer?
        if let text = take(call(handle, &error)) { return text }
        defer { cardwright_error_free(error) }
        throw CardwrightError(
            code: cardwright_error_code(error),
            description: take(cardwright_error_message(error)) ?? "",
            json: take(cardwright_error_json(error)) ?? "")
    }
}

/// A match. It belongs to the host, because a save contains every hidden card.
public struct Match {
    let service: Service
    /// The document that `match/new` or `match/load` returned.
    public let begun: String
    var name: String { Json.text(begun, "/match") ?? "" }

    /// A player's seat, from 1. Give a player's code this, and keep the match.
    public func seat(_ number: Int32) -> Seat {
        precondition(number >= 1, "seats count from 1")
        return Seat(match: self, number: number)
    }

    /// A spectator, who sees what everybody may see.
    public func spectator() -> Seat { Seat(match: self, number: CARDWRIGHT_SPECTATOR) }

    /// The match as a text that `Service.load` resumes. It contains every hidden card.
    public func save() throws -> String { try service.ask { cardwright_save($0, name, 0, $1) } }
}

/// A match as one viewer may see it. Every document is JSON, described in "Data formats".
public struct Seat {
    let match: Match
    let number: Int32

    /// The question with every allowed action.
    public func question() throws -> String { try match.service.ask { cardwright_question($0, match.name, number, $1) } }

    /// The table.
    public func view() throws -> String { try match.service.ask { cardwright_view($0, match.name, number, $1) } }

    /// Plays an action of the question; bots and dice follow. The document has the new lines.
    public func play(_ action: String) throws -> String {
        try match.service.ask { cardwright_play($0, match.name, number, action, $1) }
    }

    /// Says whether an action is allowed, what decides it, and what would follow.
    public func why(_ action: String) throws -> String {
        try match.service.ask { cardwright_why($0, match.name, number, action, $1) }
    }
}

/// Reads documents. A place is a JSON pointer, such as `/choices/0/action`.
public enum Json {
    /// The text at a place; any other value as JSON; nil if there is nothing.
    public static func text(_ document: String, _ place: String) -> String? {
        take(cardwright_json_text(document, place))
    }

    /// The number of values in the list or object at a place; 0 if there is none.
    public static func count(_ document: String, _ place: String) -> Int { Int(cardwright_json_count(document, place)) }
}

/// Reads a text that the library returned, and frees it.
func take(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    defer { cardwright_string_free(text) }
    return text.map { String(cString: $0) }
}

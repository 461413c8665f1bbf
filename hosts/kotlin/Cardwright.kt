// Cardwright for Kotlin and Java: the C library (crates/capi) behind objects, through JNA. Documents go in and come out as JSON
// texts, so no library for JSON is needed.
package cardwright

import com.sun.jna.IntegerType
import com.sun.jna.Library
import com.sun.jna.Native
import com.sun.jna.Pointer
import com.sun.jna.ptr.PointerByReference
import java.security.SecureRandom

/**
 * A call failed: the rules refused an action, or a pack, a save or a parameter is wrong.
 *
 * @property code the protocol's code, such as 1 for an action that the rules refuse
 * @property json the error as JSON; under `/data` it has the refusal with its clauses, or the errors of packs
 */
class CardwrightException(message: String, val code: Long, val json: String) : RuntimeException(message)

/**
 * The matches of one program. Threads may share a service; it serves one at a time.
 *
 * @param seed determines the seeds of matches that name none; nobody can guess it if it is left out
 */
class Service @JvmOverloads constructor(seed: Long = SecureRandom().nextLong()) : AutoCloseable {
    private var handle: Pointer? = library.cardwright_new(seed) ?: error("the Cardwright library could not make a service")

    /** Whether a call failed inside the library. Then every later call fails too; close the service. */
    val hasFailed: Boolean @Synchronized get() = library.cardwright_has_failed(open()) != 0

    /** Whether simulations that [handle] began are still running. */
    val isBusy: Boolean @Synchronized get() = library.cardwright_is_busy(open()) != 0

    /** Begins a match with the parameters of `match/new`, such as `{"game": "moon-bots", "seats": ["human", "greedy"]}`. */
    fun begin(parameters: String) = Match(this, ask { library.cardwright_match_new(it, bytes(parameters), error) })

    /** Resumes a match that [Match.save] returned. */
    fun load(save: String) = Match(this, ask { library.cardwright_load(it, bytes(save), error) })

    /** Calls any method of the protocol, such as `pack/check`, and returns its result. */
    @JvmOverloads
    fun call(method: String, parameters: String = "{}") =
        ask { library.cardwright_call(it, bytes(method), bytes(parameters), error) }

    /** Takes one line of the protocol and returns the lines to send back. Errors are in the lines. */
    @Synchronized
    fun handle(line: String): List<String> = lines(library.cardwright_handle(open(), bytes(line)))

    /** Continues simulations that [handle] began, and returns the lines that are due. Call it while [isBusy]. */
    @Synchronized
    fun work(): List<String> = lines(library.cardwright_work(open()))

    /** Frees the service with all its matches. */
    @Synchronized
    override fun close() {
        handle?.let(library::cardwright_free)
        handle = null
    }

    private fun open() = checkNotNull(handle) { "this service is closed" }

    private fun lines(text: Pointer?) = take(text)?.split('\n').orEmpty()

    internal class Call {
        val error = PointerByReference()
    }

    @Synchronized
    internal fun ask(call: Call.(Pointer) -> Pointer?): String {
        val asked = Call()
        val text = take(asked.call(open()))
        val error = asked.error.value ?: return checkNotNull(text)
        try {
            throw CardwrightException(
                take(library.cardwright_error_message(error)).orEmpty(),
                library.cardwright_error_code(error),
                take(library.cardwright_error_json(error)).orEmpty(),
            )
        } finally {
            library.cardwright_error_free(error)
        }
    }

    companion object {
        /** The version of the C library, such as 0.1.0. */
        @JvmStatic
        val version: String get() = library.cardwright_version().getString(0, "UTF-8")
    }
}

/**
 * A match. It belongs to the host, because a save contains every hidden card.
 *
 * @property begun the document that `match/new` or `match/load` returned
 */
class Match internal constructor(internal val service: Service, val begun: String) {
    internal val name = bytes(checkNotNull(Json.text(begun, "/match")))

    /** A player's seat, from 1. Give a player's code this, and keep the match. */
    fun seat(number: Int): Seat {
        require(number >= 1) { "seats count from 1" }
        return Seat(this, number)
    }

    /** A spectator, who sees what everybody may see. */
    fun spectator() = Seat(this, -1)

    /** The host, who sees everything and may answer for every player. */
    fun host() = Seat(this, 0)

    /** The match as a text that [Service.load] resumes. It contains every hidden card. */
    fun save() = host().copy()

    /** Removes the match from its service. */
    fun close() {
        service.call("match/close", """{"match":"${Json.text(begun, "/match")}"}""")
    }
}

/** A match as one viewer may see it. Every document is JSON, described in "Data formats". */
class Seat internal constructor(private val match: Match, private val number: Int) {
    private val service get() = match.service

    /** The question with every allowed action. */
    fun question() = service.ask { library.cardwright_question(it, match.name, number, error) }

    /** The table. */
    fun view() = service.ask { library.cardwright_view(it, match.name, number, error) }

    /** Plays an action of the question; bots and dice follow. The document has the new lines. */
    fun play(action: String) = service.ask { library.cardwright_play(it, match.name, number, bytes(action), error) }

    /** Says whether an action is allowed, what decides it, and what would follow. */
    fun why(action: String) = service.ask { library.cardwright_why(it, match.name, number, bytes(action), error) }

    /** The match as this seat knows it, which a player may keep. */
    fun copy() = service.ask { library.cardwright_save(it, match.name, number, error) }
}

/** Reads documents. A place is a JSON pointer, such as `/choices/0/action`. */
object Json {
    /** The text at a place; any other value as JSON; null if there is nothing. */
    @JvmStatic
    fun text(document: String, place: String) = take(library.cardwright_json_text(bytes(document), bytes(place)))

    /** The whole number at a place, or [otherwise] if there is none. */
    @JvmStatic
    @JvmOverloads
    fun number(document: String, place: String, otherwise: Long = 0) =
        library.cardwright_json_number(bytes(document), bytes(place), otherwise)

    /** The number of values in the list or object at a place; 0 if there is none. */
    @JvmStatic
    fun count(document: String, place: String) = library.cardwright_json_count(bytes(document), bytes(place)).toInt()
}

private val library: CardwrightLibrary = Native.load("cardwright", CardwrightLibrary::class.java)

/** A text as C reads it: UTF-8 with a zero byte at its end. Half a surrogate pair is an error. */
private fun bytes(text: String): ByteArray {
    require('\u0000' !in text) { "the text contains a zero character; C would end there" }
    return text.encodeToByteArray(throwOnInvalidSequence = true) + 0
}

/** Reads a text that the library returned, and frees it. */
private fun take(text: Pointer?): String? = try {
    text?.getString(0, "UTF-8")
} finally {
    library.cardwright_string_free(text)
}

/** C's `size_t`. JNA needs it public. */
class SizeT @JvmOverloads constructor(value: Long = 0) : IntegerType(Native.SIZE_T_SIZE, value, true) {
    override fun toByte() = toInt().toByte()

    override fun toShort() = toInt().toShort()
}

/** `cardwright.h`. JNA needs it public. */
@Suppress("FunctionName")
interface CardwrightLibrary : Library {
    fun cardwright_version(): Pointer
    fun cardwright_new(seed: Long): Pointer?
    fun cardwright_free(service: Pointer?)
    fun cardwright_handle(service: Pointer, line: ByteArray): Pointer?
    fun cardwright_work(service: Pointer): Pointer?
    fun cardwright_has_failed(service: Pointer): Int
    fun cardwright_is_busy(service: Pointer): Int
    fun cardwright_call(service: Pointer, method: ByteArray, params: ByteArray, error: PointerByReference): Pointer?
    fun cardwright_match_new(service: Pointer, params: ByteArray, error: PointerByReference): Pointer?
    fun cardwright_load(service: Pointer, save: ByteArray, error: PointerByReference): Pointer?
    fun cardwright_save(service: Pointer, match: ByteArray, seat: Int, error: PointerByReference): Pointer?
    fun cardwright_question(service: Pointer, match: ByteArray, seat: Int, error: PointerByReference): Pointer?
    fun cardwright_view(service: Pointer, match: ByteArray, seat: Int, error: PointerByReference): Pointer?
    fun cardwright_play(service: Pointer, match: ByteArray, seat: Int, action: ByteArray, error: PointerByReference): Pointer?
    fun cardwright_why(service: Pointer, match: ByteArray, seat: Int, action: ByteArray, error: PointerByReference): Pointer?
    fun cardwright_error_message(error: Pointer): Pointer?
    fun cardwright_error_code(error: Pointer): Long
    fun cardwright_error_json(error: Pointer): Pointer?
    fun cardwright_error_free(error: Pointer?)
    fun cardwright_json_text(document: ByteArray, pointer: ByteArray): Pointer?
    fun cardwright_json_number(document: ByteArray, pointer: ByteArray, otherwise: Long): Long
    fun cardwright_json_count(document: ByteArray, pointer: ByteArray): SizeT
    fun cardwright_string_free(text: Pointer?)
}

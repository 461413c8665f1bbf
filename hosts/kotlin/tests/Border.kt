// Checks that mistakes of a program cause exceptions, and that viewers see only what they may see.
import cardwright.CardwrightException
import cardwright.Json
import cardwright.Service

private var checks = 0

private fun holds(holds: Boolean, what: () -> String) {
    checks++
    check(holds) { "this does not hold: ${what()}" }
}

private inline fun <reified T : Throwable> fails(what: String, deed: () -> Unit): T {
    val wrong = runCatching(deed).exceptionOrNull()
    checks++
    return checkNotNull(wrong as? T) { "$what: $wrong" }
}

fun main() {
    holds(Service.version.split('.').size == 3) { Service.version }
    val service = Service()
    val unknown = fails<CardwrightException>("an unknown game") { service.begin("""{"game":"chess"}""") }
    holds("chess" in unknown.message!! && Json.number(unknown.json, "/code") == unknown.code) { unknown.json }
    fails<CardwrightException>("broken JSON") { service.begin("{") }
    fails<CardwrightException>("an unknown method") { service.call("no/such") }
    fails<CardwrightException>("a save of nothing") { service.load("{}") }
    fails<IllegalArgumentException>("a zero character") { service.call("a\u0000b") }
    fails<CharacterCodingException>("half a surrogate pair") { service.call("\ud800") }
    val report = service.call("pack/check", """{"packs":[{"name":"Größe","files":{"pack.toml":""}}]}""")
    holds("Größe" in report) { report }
    holds(service.handle("").isEmpty()) { "a blank line has no answer" }
    holds(Json.text("{}", "/a") == null && Json.count("""{"a":[1,2]}""", "/a") == 2) { "places" }

    val match = service.begin("""{"game":"moon-bots","seats":["human","greedy","greedy"],"seed":7}""")
    for ((seat, viewer) in listOf(match.spectator() to "spectator", match.seat(2) to "2", match.host() to "host"))
        holds(Json.text(seat.view(), "/viewer") == viewer) { seat.view() }
    fails<CardwrightException>("a spectator plays") { match.spectator().play("pass") }
    fails<IllegalArgumentException>("seat 0 is the host") { match.seat(0) }
    holds("\"seed\"" in match.save() && "\"seed\"" !in match.seat(2).copy()) { "only the host's file has the seed" }
    val action = Json.text(match.seat(1).question(), "/choices/0/action")!!
    holds(Json.text(match.seat(1).why(action), "/legal") == "true") { match.seat(1).why(action) }
    holds(service.load(match.save()).seat(1).question() == match.seat(1).question()) { "a match that was resumed" }
    match.close()
    fails<CardwrightException>("a match that was closed") { match.seat(1).question() }
    holds(!service.hasFailed && !service.isBusy) { "the service is well" }
    service.close()
    service.close()
    fails<IllegalStateException>("a service that was closed") { match.seat(1).question() }
    println("$checks checks of the border hold")
}

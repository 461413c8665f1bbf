// A whole game against bots with hidden hands, why an action is refused, save and resume.
import cardwright.CardwrightException
import cardwright.Json
import cardwright.Service

fun main(arguments: Array<String>) = Service(7).use { service ->
    val game = arguments.firstOrNull() ?: "moon-bots"
    val match = service.begin("""{"game":"$game","seats":["human","greedy"],"seed":7}""")
    var me = match.seat(1) // all that seat 1 may know: give players this, and keep the match
    try {
        me.play("fly to Mars")
    } catch (refused: CardwrightException) {
        println("refused (code ${refused.code}): ${refused.message}")
    }
    var played = 0
    while (true) {
        val question = me.question()
        if (Json.text(question, "/actor/kind") == "over") {
            println("winners: ${Json.text(question, "/actor/winners")}")
            break
        }
        val last = Json.count(question, "/choices") - 1 // your idea of a good action goes here
        val done = me.play(Json.text(question, "/choices/$last/action")!!)
        for (line in 0 until Json.count(done, "/lines")) println(Json.text(done, "/lines/$line/text"))
        if (++played == 5) me = service.load(match.save()).seat(1)
    }
}

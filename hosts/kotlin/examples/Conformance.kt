// Replays recorded conversations (conformance/README.md).
import cardwright.Service
import java.io.File
import kotlin.system.exitProcess

fun main(files: Array<String>) {
    val wrong = files.sumOf(::replay)
    println("${files.size} conversations, $wrong differences")
    exitProcess(if (files.isNotEmpty() && wrong == 0) 0 else 1)
}

fun replay(file: String): Int = Service(1).use { service ->
    var wrong = 0
    val due = ArrayDeque<String>()
    fun differs(what: String) {
        wrong++
        System.err.println("$file: unexpected ${what.take(200)}")
    }
    // Only a line feed ends a line; `readLines` also accepts other separators.
    for (line in File(file).readText().split('\n')) {
        if (line.startsWith("> ")) {
            due.forEach(::differs)
            due.clear()
            due += service.handle(line.drop(2))
            while (service.isBusy) due += service.work()
        } else if (line.startsWith("< ")) {
            val got = due.removeFirstOrNull() ?: "nothing"
            if (got != line.drop(2)) differs(got)
        }
    }
    due.forEach(::differs)
    wrong
}

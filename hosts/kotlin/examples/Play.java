// A whole game against bots with hidden hands, from Java.
import cardwright.CardwrightException;
import cardwright.Json;
import cardwright.Service;

class Play {
    public static void main(String[] arguments) {
        var game = arguments.length > 0 ? arguments[0] : "moon-bots";
        try (var service = new Service(7)) {
            var match = service.begin("{\"game\":\"" + game + "\",\"seats\":[\"human\",\"greedy\"],\"seed\":7}");
            var me = match.seat(1); // all that seat 1 may know: give players this, and keep the match
            try {
                me.play("fly to Mars");
            } catch (CardwrightException refused) {
                System.out.println("refused (code " + refused.getCode() + "): " + refused.getMessage());
            }
            while (true) {
                var question = me.question();
                if ("over".equals(Json.text(question, "/actor/kind"))) {
                    System.out.println("winners: " + Json.text(question, "/actor/winners"));
                    return;
                }
                var last = Json.count(question, "/choices") - 1; // your idea of a good action goes here
                me.play(Json.text(question, "/choices/" + last + "/action"));
            }
        }
    }
}

// A whole game against bots with hidden hands, why an action is refused, save and resume: mono play.exe [GAME]
using System;
using Cardwright;

static class Play
{
    static void Main(string[] arguments)
    {
        var game = arguments.Length > 0 ? arguments[0] : "moon-bots";
        using (var service = new Service(7))
        {
            var match = service.Begin("{\"game\":\"" + game + "\",\"seats\":[\"human\",\"greedy\"],\"seed\":7}");
            var me = match.Seat(1); // all that seat 1 may know: give players this, and keep the match
            try
            {
                me.Play("fly to Mars");
            }
            catch (CardwrightException refused)
            {
                Console.WriteLine("refused (code {0}): {1}", refused.Code, refused.Message);
            }
            for (var played = 1; ; played++)
            {
                var question = me.Question();
                if (Json.Text(question, "/actor/kind") == "over")
                {
                    Console.WriteLine("winners: " + Json.Text(question, "/actor/winners"));
                    return;
                }
                var last = Json.Count(question, "/choices") - 1; // your idea of a good action goes here
                var done = me.Play(Json.Text(question, "/choices/" + last + "/action"));
                for (var line = 0; line < Json.Count(done, "/lines"); line++)
                    Console.WriteLine(Json.Text(done, "/lines/" + line + "/text"));
                if (played == 5) me = service.Load(match.Save()).Seat(1);
            }
        }
    }
}

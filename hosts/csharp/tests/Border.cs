// Checks that mistakes of a program cause exceptions, and that viewers see only what they may see.
using System;
using System.Threading;
using Cardwright;

static class Border
{
    static int checks;

    static void Check(bool holds, string what)
    {
        checks++;
        if (!holds) throw new Exception("this does not hold: " + what);
    }

    static T Fails<T>(Action deed, string what) where T : Exception
    {
        try
        {
            deed();
        }
        catch (T wrong)
        {
            checks++;
            return wrong;
        }
        throw new Exception("no exception: " + what);
    }

    static void Main()
    {
        Check(Service.Version.Split('.').Length == 3, "the version has three parts");
        using (var service = new Service(7))
        {
            Errors(service);
            Viewers(service);
            Threads(service);
            Check(!service.HasFailed && !service.IsBusy, "the service is well");
        }
        var closed = new Service(7);
        var match = closed.Begin("{\"game\":\"robotory\"}");
        closed.Dispose();
        closed.Dispose();
        Fails<ObjectDisposedException>(() => match.Seat(1).Question(), "a service that was disposed of");
        Console.WriteLine("{0} checks of the border hold", checks);
    }

    static void Errors(Service service)
    {
        var unknown = Fails<CardwrightException>(() => service.Begin("{\"game\":\"chess\"}"), "an unknown game");
        Check(unknown.Message.Contains("chess"), unknown.Message);
        Check(Json.Number(unknown.Json, "/code") == unknown.Code && unknown.Code != 0, unknown.Json);
        Fails<CardwrightException>(() => service.Begin("{"), "broken JSON");
        Fails<CardwrightException>(() => service.Begin(null), "no parameters name no game");
        Fails<CardwrightException>(() => service.Call("no/such"), "an unknown method");
        Fails<CardwrightException>(() => service.Call(null), "no method");
        Fails<CardwrightException>(() => service.Load("{}"), "a save of nothing");
        Fails<ArgumentException>(() => service.Call("a\0b"), "a zero character");
        Fails<ArgumentException>(() => service.Call("\ud800"), "half a surrogate pair");
        var report = Json.Text(service.Call("pack/check", "{\"packs\":[{\"name\":\"Größe\",\"files\":{\"pack.toml\":\"\"}}]}"), "");
        Check(report.Contains("Größe"), "texts keep their characters: " + report);
        Check(service.Handle("") == null, "a blank line has no answer");
        Check(Json.Number(service.Handle("nonsense"), "/error/code") == -32700, "a line that is not JSON is answered");
        Check(Json.Text("{\"a\":[1,\"x\"]}", "/a/1") == "x" && Json.Text("{}", "/a") == null, "texts at places");
        Check(Json.Number("{\"a\":5}", "/a") == 5 && Json.Number("{}", "/a", -2) == -2, "numbers at places");
        Check(Json.Count("{\"a\":[1,2]}", "/a") == 2 && Json.Count("no JSON", "") == 0, "counts at places");
    }

    static void Viewers(Service service)
    {
        var match = service.Begin("{\"game\":\"moon-bots\",\"seats\":[\"human\",\"greedy\",\"greedy\"],\"seed\":7}");
        Check(Json.Text(match.Begun, "/game") == "moon-bots", match.Begun);
        Check(Json.Text(match.Spectator().View(), "/viewer") == "spectator", match.Spectator().View());
        Check(Json.Text(match.Seat(2).View(), "/viewer") == "2", match.Seat(2).View());
        Check(Json.Text(match.Host().View(), "/viewer") == "host", match.Host().View());
        var refused = Fails<CardwrightException>(() => match.Spectator().Play("pass"), "a spectator plays");
        Check(refused.Message.Length > 0, refused.Json);
        Fails<CardwrightException>(() => match.Seat(9).Question(), "a seat that nobody has");
        Fails<ArgumentOutOfRangeException>(() => match.Seat(0), "seat 0 is the host");
        Check(match.Save().Contains("\"seed\"") && !match.Seat(2).Copy().Contains("\"seed\""), "only the host's file has the seed");
        var action = Json.Text(match.Seat(1).Question(), "/choices/0/action");
        Check(Json.Text(match.Seat(1).Why(action), "/legal") == "true", match.Seat(1).Why(action));
        var again = service.Load(match.Save());
        Check(again.Seat(1).Question() == match.Seat(1).Question(), "a match that was resumed asks the same");
        match.Close();
        Fails<CardwrightException>(() => match.Seat(1).Question(), "a match that was closed");
    }

    static void Threads(Service service)
    {
        var done = 0;
        var threads = new Thread[4];
        for (var n = 0; n < threads.Length; n++)
        {
            threads[n] = new Thread(() =>
            {
                for (var match = 0; match < 5; match++)
                {
                    var begun = service.Begin("{\"game\":\"robotory\"}");
                    if (Json.Count(begun.Host().Question(), "/choices") > 0) Interlocked.Increment(ref done);
                    begun.Close();
                }
            });
            threads[n].Start();
        }
        foreach (var thread in threads) thread.Join();
        Check(done == 20, "threads share a service");
    }
}

// Replays recorded conversations (conformance/README.md): mono conformance.exe FILE...
using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using Cardwright;

static class Conformance
{
    static int Main(string[] files)
    {
        var wrong = 0;
        foreach (var file in files) wrong += Replay(file);
        Console.WriteLine("{0} conversations, {1} differences", files.Length, wrong);
        return files.Length > 0 && wrong == 0 ? 0 : 1;
    }

    static int Replay(string file)
    {
        var wrong = 0;
        var due = new List<string>();
        using (var service = new Service(1))
        {
            // Only a line feed ends a line; `ReadLines` also accepts other separators.
            foreach (var line in File.ReadAllText(file, new UTF8Encoding(false, true)).Split('\n'))
            {
                if (line.StartsWith("> ", StringComparison.Ordinal))
                {
                    wrong += Unexpected(file, due);
                    Add(due, service.Handle(line.Substring(2)));
                    while (service.IsBusy) Add(due, service.Work());
                }
                else if (line.StartsWith("< ", StringComparison.Ordinal))
                {
                    if (due.Count == 0) due.Add("nothing");
                    if (due[0] == line.Substring(2)) due.RemoveAt(0);
                    else wrong += Unexpected(file, due);
                }
            }
            return wrong + Unexpected(file, due);
        }
    }

    static void Add(List<string> due, string replies)
    {
        if (replies != null) due.AddRange(replies.Split('\n'));
    }

    /// <summary>Reports every line that is left, and returns their number.</summary>
    static int Unexpected(string file, List<string> due)
    {
        var wrong = due.Count;
        foreach (var line in due) Console.Error.WriteLine("{0}: unexpected {1}", file, line.Length < 200 ? line : line.Substring(0, 200));
        due.Clear();
        return wrong;
    }
}

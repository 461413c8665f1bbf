// Draws the table for Unity repeatedly and presses its last button, until the game is over.
using System;
using System.Reflection;
using UnityEngine;

static class UnityRun
{
    static int Main()
    {
        var table = new MoonBotsTable();
        Action<string> send = message => typeof(MoonBotsTable)
            .GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(table, null);
        send("Start");
        for (var frame = 0; frame < 20000; frame++)
        {
            send("OnGUI");
            if (!GUILayout.LastLabel.StartsWith("Winners", StringComparison.Ordinal)) continue;
            send("OnDestroy");
            Console.WriteLine("Unity's table: " + GUILayout.LastLabel);
            return 0;
        }
        Console.Error.WriteLine("Unity's table: the game does not end: " + GUILayout.LastLabel);
        return 1;
    }
}

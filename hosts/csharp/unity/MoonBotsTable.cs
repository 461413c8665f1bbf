// A table of Moon-Bots in Unity: seat 1 is you, seat 2 a bot. Each allowed action is a button.
using System.Collections.Generic;
using Cardwright;
using UnityEngine;

public class MoonBotsTable : MonoBehaviour
{
    readonly List<string> lines = new List<string>();
    readonly List<KeyValuePair<string, string>> choices = new List<KeyValuePair<string, string>>();
    Service service;
    Seat me;
    string question;
    Vector2 scroll;

    void Start()
    {
        service = new Service();
        me = service.Begin("{\"game\":\"moon-bots\",\"seats\":[\"human\",\"greedy\"]}").Seat(1);
        Ask();
    }

    void OnDestroy()
    {
        service?.Dispose();
    }

    // Documents are read once per question, not in every frame.
    void Ask()
    {
        var asked = me.Question();
        choices.Clear();
        if (Json.Text(asked, "/actor/kind") == "over")
        {
            question = "Winners: " + Json.Text(asked, "/actor/winners");
            return;
        }
        question = Json.Text(asked, "/text");
        for (var n = 0; n < Json.Count(asked, "/choices"); n++)
            choices.Add(new KeyValuePair<string, string>(
                Json.Text(asked, "/choices/" + n + "/action"), Json.Text(asked, "/choices/" + n + "/text")));
    }

    void Play(string action)
    {
        try
        {
            var played = me.Play(action);
            for (var n = 0; n < Json.Count(played, "/lines"); n++) lines.Add(Json.Text(played, "/lines/" + n + "/text"));
            Ask();
        }
        catch (CardwrightException refused)
        {
            Debug.LogWarning(refused.Message);
        }
    }

    void OnGUI()
    {
        GUILayout.BeginArea(new Rect(20, 20, Screen.width - 40, Screen.height - 40));
        for (var n = Mathf.Max(0, lines.Count - 12); n < lines.Count; n++) GUILayout.Label(lines[n]);
        GUILayout.Label(question);
        scroll = GUILayout.BeginScrollView(scroll);
        string chosen = null;
        foreach (var choice in choices)
            if (GUILayout.Button(choice.Value)) chosen = choice.Key;
        GUILayout.EndScrollView();
        GUILayout.EndArea();
        if (chosen != null) Play(chosen);
    }
}

// The parts of Unity's interface that `unity/MoonBotsTable.cs` uses, so that a compiler can check the script without
// Unity. `UnityRun.cs` presses the last button until the game is over.
namespace UnityEngine
{
    public class MonoBehaviour { }

    public struct Vector2 { }

    public struct Rect
    {
        public Rect(float x, float y, float width, float height) { }
    }

    public static class Screen
    {
        public static int width => 800;
        public static int height => 600;
    }

    public static class Mathf
    {
        public static int Max(int a, int b) => System.Math.Max(a, b);
    }

    public static class Debug
    {
        public static void LogWarning(object message) => throw new System.Exception("warning: " + message);
    }

    public static class GUILayout
    {
        /// <summary>The button to press: the text of the last one that was drawn.</summary>
        public static string Press, Last;
        public static string LastLabel;

        public static void BeginArea(Rect area) { Press = Last; Last = null; }
        public static void EndArea() { }
        public static void Label(string text) => LastLabel = text;
        public static Vector2 BeginScrollView(Vector2 scroll) => scroll;
        public static void EndScrollView() { }

        public static bool Button(string text)
        {
            Last = text;
            return text == Press;
        }
    }
}

// Cardwright for C# and Unity: the C library (crates/capi) behind objects. Documents go in and come out as JSON texts, so no
// library for JSON is needed. It needs .NET Standard 2.0, and no code marked unsafe.
using System;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;

namespace Cardwright
{
    /// <summary>A call failed: the rules refused an action, or a pack, a save or a parameter is wrong.</summary>
    public sealed class CardwrightException : Exception
    {
        internal CardwrightException(string message, long code, string json) : base(message)
        {
            Code = code;
            Json = json;
        }

        /// <summary>The protocol's code, such as 1 for an action that the rules refuse.</summary>
        public long Code { get; }

        /// <summary>The error as JSON. Under <c>/data</c> it has the refusal with its clauses, or the errors of packs.</summary>
        public string Json { get; }
    }

    /// <summary>The matches of one program. Threads may share a service; it serves one at a time.</summary>
    public sealed class Service : IDisposable
    {
        readonly object turn = new object();
        readonly Native.ServiceHandle handle;

        /// <summary>A service whose matches get seeds that nobody can guess.</summary>
        public Service() : this(Unguessable()) { }

        /// <param name="seed">Determines the seeds of matches that name none.</param>
        public Service(ulong seed)
        {
            handle = Native.cardwright_new(seed);
            if (handle.IsInvalid) throw new InvalidOperationException("the Cardwright library could not make a service");
        }

        /// <summary>The version of the C library, such as 0.1.0.</summary>
        public static string Version => Native.Read(Native.cardwright_version());

        /// <summary>Whether a call failed inside the library. Then every later call fails too; dispose of the service.</summary>
        public bool HasFailed { get { lock (turn) return Native.cardwright_has_failed(handle) != 0; } }

        /// <summary>Whether simulations that <see cref="Handle"/> began are still running.</summary>
        public bool IsBusy { get { lock (turn) return Native.cardwright_is_busy(handle) != 0; } }

        /// <summary>Begins a match.</summary>
        /// <param name="parameters">Those of <c>match/new</c>, such as
        /// <c>{"game": "moon-bots", "seats": ["human", "greedy"]}</c>.</param>
        public Match Begin(string parameters)
        {
            return new Match(this, Ask((out IntPtr error) =>
                Native.cardwright_match_new(handle, Native.Bytes(parameters), out error)));
        }

        /// <summary>Resumes a match that <see cref="Match.Save"/> returned.</summary>
        public Match Load(string save)
        {
            return new Match(this, Ask((out IntPtr error) =>
                Native.cardwright_load(handle, Native.Bytes(save), out error)));
        }

        /// <summary>Calls any method of the protocol, such as <c>pack/check</c>, and returns its result.</summary>
        /// <param name="method">Its name.</param>
        /// <param name="parameters">A JSON object, or null for none.</param>
        public string Call(string method, string parameters = null)
        {
            return Ask((out IntPtr error) =>
                Native.cardwright_call(handle, Native.Bytes(method), Native.Bytes(parameters), out error));
        }

        /// <summary>Takes one line of the protocol and returns the lines to send back, separated by line feeds; null if there
        /// are none. Errors are in the lines.</summary>
        public string Handle(string line) { lock (turn) return Native.Take(Native.cardwright_handle(handle, Native.Bytes(line))); }

        /// <summary>Continues simulations that <see cref="Handle"/> began, and returns the lines that are due; null if there are
        /// none. Call it while <see cref="IsBusy"/>.</summary>
        public string Work() { lock (turn) return Native.Take(Native.cardwright_work(handle)); }

        /// <summary>Frees the service with all its matches.</summary>
        public void Dispose() { lock (turn) handle.Dispose(); }

        internal delegate IntPtr Asked(out IntPtr error);

        internal string Ask(Asked call)
        {
            lock (turn)
            {
                var text = Native.Take(call(out var error));
                if (error == IntPtr.Zero) return text;
                try
                {
                    throw new CardwrightException(Native.Take(Native.cardwright_error_message(error)),
                        Native.cardwright_error_code(error), Native.Take(Native.cardwright_error_json(error)));
                }
                finally
                {
                    Native.cardwright_error_free(error);
                }
            }
        }

        internal string OfMatch(Native.OfMatch call, string match, int seat)
        {
            return Ask((out IntPtr error) =>
                call(handle, Native.Bytes(match), seat, out error));
        }

        internal string OfAction(Native.OfAction call, string match, int seat, string action)
        {
            return Ask((out IntPtr error) =>
                call(handle, Native.Bytes(match), seat, Native.Bytes(action), out error));
        }

        static ulong Unguessable()
        {
            var bytes = new byte[8];
            using (var source = RandomNumberGenerator.Create()) source.GetBytes(bytes);
            return BitConverter.ToUInt64(bytes, 0);
        }
    }

    /// <summary>A match. It belongs to the host, because a save contains every hidden card.</summary>
    public sealed class Match
    {
        internal readonly Service Service;
        internal readonly string Name;

        internal Match(Service service, string begun)
        {
            Service = service;
            Begun = begun;
            Name = Json.Text(begun, "/match");
        }

        /// <summary>The document that <c>match/new</c> or <c>match/load</c> returned.</summary>
        public string Begun { get; }

        /// <summary>A player's seat, from 1. Give a player's code this, and keep the match.</summary>
        public Seat Seat(int number)
        {
            if (number < 1) throw new ArgumentOutOfRangeException(nameof(number), "seats count from 1");
            return new Seat(this, number);
        }

        /// <summary>A spectator, who sees what everybody may see.</summary>
        public Seat Spectator() => new Seat(this, Native.Spectator);

        /// <summary>The host, who sees everything and may answer for every player.</summary>
        public Seat Host() => new Seat(this, Native.Host);

        /// <summary>The match as a text that <see cref="Service.Load"/> resumes. It contains every hidden card.</summary>
        public string Save() => Service.OfMatch(Native.cardwright_save, Name, Native.Host);

        /// <summary>Removes the match from its service.</summary>
        public void Close() => Service.Call("match/close", "{\"match\":\"" + Name + "\"}");
    }

    /// <summary>A match as one viewer may see it. Every document is JSON, described in "Data formats".</summary>
    public sealed class Seat
    {
        readonly Match match;
        readonly int number;

        internal Seat(Match match, int number)
        {
            this.match = match;
            this.number = number;
        }

        /// <summary>The question with every allowed action.</summary>
        public string Question() => match.Service.OfMatch(Native.cardwright_question, match.Name, number);

        /// <summary>The table.</summary>
        public string View() => match.Service.OfMatch(Native.cardwright_view, match.Name, number);

        /// <summary>Plays an action of the question; bots and dice follow. The document has the new lines.</summary>
        public string Play(string action) => match.Service.OfAction(Native.cardwright_play, match.Name, number, action);

        /// <summary>Says whether an action is allowed, what decides it, and what would follow.</summary>
        public string Why(string action) => match.Service.OfAction(Native.cardwright_why, match.Name, number, action);

        /// <summary>The match as this seat knows it, which a player may keep.</summary>
        public string Copy() => match.Service.OfMatch(Native.cardwright_save, match.Name, number);
    }

    /// <summary>Reads documents. A place is a JSON pointer, such as <c>/choices/0/action</c>.</summary>
    public static class Json
    {
        /// <summary>The text at a place; any other value as JSON; null if there is nothing.</summary>
        public static string Text(string document, string place) =>
            Native.Take(Native.cardwright_json_text(Native.Bytes(document), Native.Bytes(place)));

        /// <summary>The whole number at a place, or <paramref name="otherwise"/> if there is none.</summary>
        public static long Number(string document, string place, long otherwise = 0) =>
            Native.cardwright_json_number(Native.Bytes(document), Native.Bytes(place), otherwise);

        /// <summary>The number of values in the list or object at a place; 0 if there is none.</summary>
        public static int Count(string document, string place) =>
            (int)Native.cardwright_json_count(Native.Bytes(document), Native.Bytes(place)).ToUInt64();
    }

    /// <summary>cardwright.h.</summary>
    static class Native
    {
#if (UNITY_IOS || UNITY_WEBGL) && !UNITY_EDITOR
        const string Library = "__Internal";
#else
        const string Library = "cardwright";
#endif
        internal const int Host = 0, Spectator = -1;

        /// <summary>Freed once, and never while a call uses it.</summary>
        internal sealed class ServiceHandle : SafeHandle
        {
            ServiceHandle() : base(IntPtr.Zero, true) { }

            public override bool IsInvalid => handle == IntPtr.Zero;

            protected override bool ReleaseHandle()
            {
                cardwright_free(handle);
                return true;
            }
        }

        /// <summary>Strict: half a surrogate pair is an error, not a question mark.</summary>
        static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);

        /// <summary>A text as C reads it: UTF-8 with a zero byte at its end.</summary>
        internal static byte[] Bytes(string text)
        {
            if (text == null) return null;
            if (text.IndexOf('\0') >= 0) throw new ArgumentException("the text contains a zero character; C would end there");
            var bytes = new byte[Utf8.GetByteCount(text) + 1];
            Utf8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        internal static string Read(IntPtr text)
        {
            if (text == IntPtr.Zero) return null;
            var length = 0;
            while (Marshal.ReadByte(text, length) != 0) length++;
            var bytes = new byte[length];
            Marshal.Copy(text, bytes, 0, length);
            return Utf8.GetString(bytes);
        }

        /// <summary>Reads a text that the library returned, and frees it.</summary>
        internal static string Take(IntPtr text)
        {
            try
            {
                return Read(text);
            }
            finally
            {
                cardwright_string_free(text);
            }
        }

        internal delegate IntPtr OfMatch(ServiceHandle service, byte[] match, int seat, out IntPtr error);
        internal delegate IntPtr OfAction(ServiceHandle service, byte[] match, int seat, byte[] action, out IntPtr error);

        const CallingConvention C = CallingConvention.Cdecl;

        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr cardwright_version();
        [DllImport(Library, CallingConvention = C)] internal static extern ServiceHandle cardwright_new(ulong seed);
        [DllImport(Library, CallingConvention = C)] static extern void cardwright_free(IntPtr service);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr cardwright_handle(ServiceHandle service, byte[] line);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr cardwright_work(ServiceHandle service);
        [DllImport(Library, CallingConvention = C)] internal static extern int cardwright_has_failed(ServiceHandle service);
        [DllImport(Library, CallingConvention = C)] internal static extern int cardwright_is_busy(ServiceHandle service);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr cardwright_call(ServiceHandle service, byte[] method, byte[] parameters, out IntPtr error);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr cardwright_match_new(ServiceHandle service, byte[] parameters, out IntPtr error);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr cardwright_load(ServiceHandle service, byte[] save, out IntPtr error);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr cardwright_save(ServiceHandle service, byte[] match, int seat, out IntPtr error);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr cardwright_question(ServiceHandle service, byte[] match, int seat, out IntPtr error);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr cardwright_view(ServiceHandle service, byte[] match, int seat, out IntPtr error);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr cardwright_play(ServiceHandle service, byte[] match, int seat, byte[] action, out IntPtr error);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr cardwright_why(ServiceHandle service, byte[] match, int seat, byte[] action, out IntPtr error);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr cardwright_error_message(IntPtr error);
        [DllImport(Library, CallingConvention = C)] internal static extern long cardwright_error_code(IntPtr error);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr cardwright_error_json(IntPtr error);
        [DllImport(Library, CallingConvention = C)] internal static extern void cardwright_error_free(IntPtr error);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr cardwright_json_text(byte[] document, byte[] pointer);
        [DllImport(Library, CallingConvention = C)]
        internal static extern long cardwright_json_number(byte[] document, byte[] pointer, long otherwise);
        [DllImport(Library, CallingConvention = C)]
        internal static extern UIntPtr cardwright_json_count(byte[] document, byte[] pointer);
        [DllImport(Library, CallingConvention = C)] static extern void cardwright_string_free(IntPtr text);
    }
}

//! A running server and its clients.

use crate::bench::Bench;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;
use tungstenite::{Message, WebSocket};

/// A running `serve --http`. It is killed when the test ends.
pub(super) struct Server {
    child: Child,
    pub(super) address: String,
    _output: BufReader<ChildStdout>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Server {
    pub(super) fn start(bench: &Bench, args: &[&str]) -> Server {
        let mut all = vec!["serve", "--http", "127.0.0.1:0", "--format", "json"];
        all.extend(args);
        let mut command = bench.prepared(&all);
        let mut child = command
            .stderr(Stdio::null())
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let ready: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
        let address = ready["ready"]
            .as_str()
            .unwrap()
            .trim_start_matches("http://")
            .to_string();
        Server {
            child,
            address,
            _output: output,
        }
    }

    /// The id of its process.
    pub(super) fn id(&self) -> String {
        self.child.id().to_string()
    }

    /// Kills it like `kill -9`.
    pub(super) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Ends it like Ctrl-C or a service manager. Returns the exit code.
    #[cfg(unix)]
    pub(super) fn stop(&mut self) -> Option<i32> {
        let id = self.id();
        assert!(
            std::process::Command::new("kill")
                .args(["-TERM", &id])
                .status()
                .unwrap()
                .success()
        );
        self.child.wait().unwrap().code()
    }

    /// The status and body of a request; connection errors as `Err`.
    pub(super) fn try_ask(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> std::io::Result<(u16, String)> {
        let token = token.map_or(String::new(), |token| {
            format!("Authorization: Bearer {token}\r\n")
        });
        let json = "Content-Type: application/json";
        let head = format!("Host: {}\r\n{json}\r\n{token}", self.address);
        let (status, _, body) = self.try_send(method, path, &head, body)?;
        Ok((status, body))
    }

    /// The status, lowercase headers and body of a request with these headers, each with its line break.
    pub(super) fn try_send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> std::io::Result<(u16, String, String)> {
        let mut line = TcpStream::connect(&self.address)?;
        line.set_read_timeout(Some(Duration::from_secs(60)))?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        line.write_all(head.as_bytes())?;
        line.write_all(body.as_bytes())?;
        let mut told = Vec::new();
        line.read_to_end(&mut told)?;
        let told = String::from_utf8_lossy(&told).into_owned();
        let cut = || std::io::Error::other("the answer was cut");
        let (head, body) = told.split_once("\r\n\r\n").ok_or_else(cut)?;
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .ok_or_else(cut)?;
        // A complete answer has the stated number of bytes.
        let head = head.to_lowercase();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        match length.is_none_or(|length: usize| body.len() == length) {
            true => Ok((status, head, body.to_string())),
            false => Err(cut()),
        }
    }

    /// The same, for a connection that stays open.
    pub(super) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> (u16, String, String) {
        self.try_send(method, path, headers, body).unwrap()
    }

    /// The memory of its process in kB; `None` if the system does not report it.
    pub(super) fn memory(&self) -> Option<u64> {
        let about = std::fs::read_to_string(format!("/proc/{}/status", self.id())).ok()?;
        let line = about.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches(" kB").parse().ok()
    }

    pub(super) fn ask(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> (u16, String) {
        self.try_ask(method, path, token, body).unwrap()
    }

    pub(super) fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask("GET", path, None, "");
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// A new room.
    pub(super) fn room(&self, asked: &Value) -> Room {
        let (status, body) = self.ask("POST", "/api/rooms", None, &asked.to_string());
        assert_eq!(status, 201, "{body}");
        let about: Value = serde_json::from_str(&body).unwrap();
        let tokens = about["seats"].as_array().unwrap().iter();
        let tokens = tokens
            .map(|seat| seat["token"].as_str().map(String::from))
            .collect();
        Room {
            id: about["room"].as_str().unwrap().into(),
            host: about["host"].as_str().unwrap().into(),
            tokens,
            about,
        }
    }

    /// A message of a seat over HTTP. Returns its result or its error.
    pub(super) fn call(
        &self,
        room: &Room,
        seat: Option<usize>,
        method: &str,
        params: Value,
    ) -> Result<Value, Value> {
        let message =
            json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }).to_string();
        let token = seat.map(|seat| room.token(seat));
        let (_, body) = self.ask(
            "POST",
            &format!("/api/rooms/{}/rpc", room.id),
            token,
            &message,
        );
        let mut reply: Value = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{body}"));
        match reply.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => Err(reply["error"].take()),
        }
    }

    pub(super) fn socket(&self, room: &str) -> Socket {
        Socket::open(&self.address, &format!("/api/rooms/{room}/ws"))
    }
}

/// A room as its host sees it.
pub(super) struct Room {
    pub(super) id: String,
    pub(super) host: String,
    tokens: Vec<Option<String>>,
    pub(super) about: Value,
}

impl Room {
    /// The token of a seat, from 1.
    pub(super) fn token(&self, seat: usize) -> &str {
        self.tokens[seat - 1].as_deref().unwrap()
    }
}

/// A WebSocket that stores everything it receives.
pub(super) struct Socket {
    socket: WebSocket<TcpStream>,
    pub(super) heard: Vec<String>,
    notes: Vec<Value>,
    asked: i64,
}

impl Socket {
    pub(super) fn open(address: &str, path: &str) -> Socket {
        let line = TcpStream::connect(address).unwrap();
        // Questions and actions are small. Combining them with the next packet would delay them by 40 ms.
        line.set_nodelay(true).unwrap();
        line.set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{address}{path}"), line).unwrap();
        Socket {
            socket,
            heard: Vec::new(),
            notes: Vec::new(),
            asked: 0,
        }
    }

    pub(super) fn send(&mut self, text: &str) {
        self.socket
            .send(Message::Text(text.to_owned().into()))
            .unwrap();
    }

    /// The time limit for sending.
    pub(super) fn patience(&mut self, time: Duration) {
        self.socket.get_ref().set_write_timeout(Some(time)).unwrap();
    }

    /// Sends a text. Returns whether it was sent.
    pub(super) fn try_send(&mut self, text: &str) -> bool {
        self.socket
            .send(Message::Text(text.to_owned().into()))
            .is_ok()
    }

    /// Sends a ping. Returns whether it was sent.
    pub(super) fn ping(&mut self, bytes: &[u8]) -> bool {
        self.socket
            .send(Message::Ping(bytes.to_vec().into()))
            .is_ok()
    }

    /// The next text, or the close code when the server closes.
    pub(super) fn text(&mut self) -> Result<String, u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.heard.push(text.to_string());
                    return Ok(text.to_string());
                }
                Ok(Message::Close(frame)) => return Err(frame.map_or(0, |frame| frame.code.into())),
                Ok(_) => {}
                // A signal to this process is not a message from the server.
                Err(tungstenite::Error::Io(error))
                    if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    eprintln!("the socket cannot be read: {error}");
                    return Err(0);
                }
            }
        }
    }

    /// Sends a request. Returns its result or its error; notifications that arrive meanwhile are kept.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.asked += 1;
        let id = self.asked;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string(),
        );
        loop {
            let text = self.text().map_err(Value::from)?;
            let mut message: Value = serde_json::from_str(&text).unwrap();
            if message.get("method").is_some() {
                self.notes.push(message);
            } else if message["id"] == id || message["id"].is_null() {
                // A late answer to an earlier request that was given up.
                return match message.get_mut("result") {
                    Some(result) => Ok(result.take()),
                    None => Err(message["error"].take()),
                };
            }
        }
    }

    /// The next notification of a method; others before it are skipped.
    pub(super) fn note(&mut self, method: &str) -> Value {
        loop {
            while !self.notes.is_empty() {
                let note = self.notes.remove(0);
                if note["method"] == method {
                    return note["params"].clone();
                }
            }
            let text = self
                .text()
                .unwrap_or_else(|code| panic!("closed with {code} before {method}"));
            self.notes.push(serde_json::from_str(&text).unwrap());
        }
    }

    pub(super) fn enter(&mut self, token: Option<&str>, from: usize) -> Result<Value, Value> {
        let mut params = json!({ "from": from });
        params["token"] = json!(token);
        self.ask("room/enter", params)
    }
}

/// A seat of the player who is asked, from 1; `None` when the game is over.
pub(super) fn asked(actor: &Value) -> Option<usize> {
    (actor["kind"] == "seat").then(|| actor["seat"].as_u64().unwrap() as usize)
}

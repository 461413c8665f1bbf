//! Packs of cards in an editor, over the Language Server Protocol: problems while you type, documentation of words,
//! completion, go to definition, and quick fixes.
//!
//! `cardwright lsp` runs it, and the extension for VS Code starts that (`docs/guide/editors.md`). Another program
//! provides a [`Connection`] and [`Files`]: this crate does not read files. All its information comes from
//! [`cardwright::check_packs`] and [`cardwright::vocabulary`].

mod fixes;
mod go;
mod names;
mod packs;
mod place;
mod shown;
mod stdio;
#[cfg(test)]
mod tests;
mod text;
mod uri;
mod words;

pub use lsp_server::Connection;
pub use packs::Files;
pub use stdio::{Threads, over_stdio};

use lsp_server::{ErrorCode, Message, Notification, ProtocolError, Request, RequestId, Response};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability,
    CompletionOptions, CompletionParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, DocumentFormattingParams, DocumentSymbolParams, FileChangeType,
    FileEvent, GotoDefinitionParams, GotoDefinitionResponse, HoverParams, HoverProviderCapability,
    InitializeParams, OneOf, Position, PublishDiagnosticsParams, ReferenceParams, RenameParams,
    ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, Uri, WorkspaceFolder, WorkspaceFoldersChangeEvent,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use packs::{Packs, Problem};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The capabilities reported to the client.
fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", "\"", "{", " "].map(String::from).to_vec()),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            ..WorkspaceServerCapabilities::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Serves one client until it sends `shutdown` and `exit`, or disconnects.
///
/// # Errors
/// If the client violates the protocol.
pub fn serve(connection: &Connection, files: &dyn Files) -> Result<(), ProtocolError> {
    let (id, params) = connection.initialize_start()?;
    let about = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "cardwright", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, about)?;
    let mut server = Server::new(connection, files, &params);
    server.begin(&params);
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                // After `shutdown` nothing is left to do: an editor that closes without `exit` loses nothing.
                if connection.handle_shutdown(&request).unwrap_or(true) {
                    return Ok(());
                }
                server.check();
                let response = server.answer(request);
                server.send(response.into());
            }
            Message::Notification(note) => server.hear(note),
            Message::Response(_) => {}
        }
        // Several edits in quick succession are checked once.
        if connection.receiver.is_empty() {
            server.check();
        }
    }
    Ok(())
}

struct Server<'a> {
    connection: &'a Connection,
    files: &'a dyn Files,
    packs: Packs,
    /// The client's own spelling of the URIs of open files.
    addresses: BTreeMap<PathBuf, Uri>,
    /// Whether the client supports snippets with placeholders.
    snippets: bool,
}

impl<'a> Server<'a> {
    fn new(connection: &'a Connection, files: &'a dyn Files, params: &Value) -> Self {
        let snippets = "/capabilities/textDocument/completion/completionItem/snippetSupport";
        let snippets = params
            .pointer(snippets)
            .and_then(Value::as_bool)
            .unwrap_or_default();
        Server {
            connection,
            files,
            packs: Packs::default(),
            addresses: BTreeMap::new(),
            snippets,
        }
    }

    /// Finds the packs in the workspace, and requests notifications about changed files.
    #[allow(deprecated, reason = "a client without workspace folders gives a root")]
    fn begin(&mut self, params: &Value) {
        let watch = "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration";
        if params
            .pointer(watch)
            .and_then(Value::as_bool)
            .unwrap_or_default()
        {
            // An added or removed folder sends no events for its files; 5 means created or deleted.
            let watchers = json!([{ "globPattern": "**/*.{toml,rhai,md,txt}" }, { "globPattern": "**/*", "kind": 5 }]);
            let one = json!({
                "id": "packs",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": watchers },
            });
            let register = json!({ "registrations": [one] });
            self.send(
                Request::new(
                    RequestId::from(1),
                    "client/registerCapability".into(),
                    register,
                )
                .into(),
            );
        }
        // Other parts of its parameters do not matter here.
        let Ok(params) = serde_json::from_value::<InitializeParams>(params.clone()) else {
            return;
        };
        let folders = params
            .workspace_folders
            .unwrap_or_default()
            .into_iter()
            .map(|folder| folder.uri);
        let mut roots: Vec<PathBuf> = folders
            .chain(params.root_uri)
            .filter_map(|uri| uri::path(&uri))
            .collect();
        roots.dedup();
        roots.iter().for_each(|root| self.look(root));
    }

    /// Finds packs in a folder.
    fn look(&mut self, root: &Path) {
        for folder in self.files.packs_in(root) {
            self.packs.touch(folder);
        }
    }

    fn send(&self, message: Message) {
        // If the client has disconnected, the loop ends by itself.
        let _ = self.connection.sender.send(message);
    }

    /// Checks changed packs, and publishes the diagnostics.
    fn check(&mut self) {
        for (file, problems) in self.packs.refresh(self.files) {
            self.publish(&file, &problems);
        }
    }

    fn publish(&self, file: &Path, problems: &[Problem]) {
        let Some(uri) = self.addresses.get(file).cloned().or_else(|| uri::uri(file)) else {
            return;
        };
        let diagnostics = problems.iter().map(shown::diagnostic).collect();
        let params = PublishDiagnosticsParams {
            uri,
            diagnostics,
            version: None,
        };
        self.send(Notification::new("textDocument/publishDiagnostics".into(), params).into());
    }

    // Notifications from the client.

    fn hear(&mut self, note: Notification) {
        // A notification has no answer, so an unreadable one cannot be reported.
        let _ = match note.method.as_str() {
            "textDocument/didOpen" => read(note.params).map(|params| self.opened(params)),
            "textDocument/didChange" => read(note.params).map(|params| self.changed(params)),
            "textDocument/didSave" => read(note.params).map(|params: DidSaveTextDocumentParams| {
                self.touch(&params.text_document.uri);
            }),
            "textDocument/didClose" => read(note.params).map(|params| self.closed(&params)),
            "workspace/didChangeWatchedFiles" => {
                read(note.params).map(|params: DidChangeWatchedFilesParams| {
                    params
                        .changes
                        .iter()
                        .for_each(|change| self.watched(change));
                })
            }
            "workspace/didChangeWorkspaceFolders" => {
                read(note.params).map(|params: DidChangeWorkspaceFoldersParams| {
                    self.folders(&params.event);
                })
            }
            _ => None,
        };
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        if let Some(path) = uri::path(&document.uri) {
            self.packs.open.insert(path.clone(), document.text);
            self.addresses.insert(path, document.uri.clone());
            self.touch(&document.uri);
        }
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let Some(path) = uri::path(&params.text_document.uri) else {
            return;
        };
        let Some(text) = self.packs.open.get_mut(&path) else {
            return;
        };
        for change in params.content_changes {
            *text = text::edited(text, change.range, change.text);
        }
        self.touch(&params.text_document.uri);
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) {
        if let Some(path) = uri::path(&params.text_document.uri) {
            // If this was the manifest, the pack may no longer exist.
            self.touch(&params.text_document.uri);
            self.packs.open.remove(&path);
            self.addresses.remove(&path);
            self.touch(&params.text_document.uri);
        }
    }

    fn watched(&mut self, change: &FileEvent) {
        self.touch(&change.uri);
        if let (FileChangeType::CREATED, Some(path)) = (change.typ, uri::path(&change.uri)) {
            self.look(&path);
        }
    }

    /// Handles added and removed workspace folders.
    fn folders(&mut self, event: &WorkspaceFoldersChangeEvent) {
        let path = |folder: &WorkspaceFolder| uri::path(&folder.uri);
        for root in event.removed.iter().filter_map(path) {
            for file in self.packs.forget(&root) {
                self.publish(&file, &[]);
            }
        }
        event
            .added
            .iter()
            .filter_map(path)
            .for_each(|root| self.look(&root));
    }

    /// Marks a file as changed: its pack is checked again, and so is its previous pack.
    fn touch(&mut self, uri: &Uri) {
        let Some(path) = uri::path(uri) else { return };
        let known = self.packs.of(&path).map(|(folder, _)| folder.to_path_buf());
        let now = self.packs.folder(self.files, &path);
        // Removing a folder removes its packs.
        let inside: Vec<PathBuf> = self
            .packs
            .known
            .keys()
            .filter(|folder| folder.starts_with(&path))
            .cloned()
            .collect();
        for folder in known.into_iter().chain(now).chain(inside) {
            self.packs.touch(folder);
        }
    }

    // Requests from the client.

    fn answer(&self, request: Request) -> Response {
        let found = match request.method.as_str() {
            "textDocument/hover" => ask(request.params, |params: HoverParams| {
                let (file, at) = self.place(&params.text_document_position_params)?;
                words::hover(&self.packs, &file, at)
            }),
            "textDocument/completion" => ask(request.params, |params: CompletionParams| {
                let (file, at) = self.place(&params.text_document_position)?;
                Some(words::complete(&self.packs, &file, at, self.snippets))
            }),
            "textDocument/definition" => ask(request.params, |params: GotoDefinitionParams| {
                let (file, at) = self.place(&params.text_document_position_params)?;
                Some(GotoDefinitionResponse::Array(go::definition(
                    &self.packs,
                    &file,
                    at,
                )))
            }),
            "textDocument/codeAction" => ask(request.params, |params: CodeActionParams| {
                let file = uri::path(&params.text_document.uri)?;
                Some(fixes::fixes(&self.packs, &file, params.range))
            }),
            "textDocument/documentSymbol" => ask(request.params, |params: DocumentSymbolParams| {
                let file = uri::path(&params.text_document.uri)?;
                Some(names::symbols(&self.packs, &file))
            }),
            "textDocument/references" => ask(request.params, |params: ReferenceParams| {
                let (file, at) = self.place(&params.text_document_position)?;
                Some(names::references(&self.packs, &file, at))
            }),
            "textDocument/formatting" => ask(request.params, |params: DocumentFormattingParams| {
                let file = uri::path(&params.text_document.uri)?;
                names::format(&self.packs, &file)
            }),
            "textDocument/rename" => self.rename(request.params),
            method => Err((
                ErrorCode::MethodNotFound,
                format!("there is no method `{method}` here"),
            )),
        };
        match found {
            Ok(result) => Response::new_ok(request.id, result),
            Err((code, message)) => Response::new_err(request.id, code as i32, message),
        }
    }

    /// The edits that rename a name, or why it cannot be renamed.
    fn rename(&self, params: Value) -> Result<Value, (ErrorCode, String)> {
        let params: RenameParams = serde_json::from_value(params)
            .map_err(|error| (ErrorCode::InvalidParams, error.to_string()))?;
        let Some((file, at)) = self.place(&params.text_document_position) else {
            return Ok(Value::Null);
        };
        let edit = names::rename(&self.packs, &file, at, &params.new_name)
            .map_err(|why| (ErrorCode::RequestFailed, why))?;
        serde_json::to_value(edit).map_err(|error| (ErrorCode::InternalError, error.to_string()))
    }

    /// The file and byte offset of a client's position.
    fn place(&self, at: &TextDocumentPositionParams) -> Option<(PathBuf, usize)> {
        let file = uri::path(&at.text_document.uri)?;
        let position: Position = at.position;
        let byte = text::byte(self.packs.text(&file)?, position);
        Some((file, byte))
    }
}

fn read<P: DeserializeOwned>(params: Value) -> Option<P> {
    serde_json::from_value(params).ok()
}

fn ask<P: DeserializeOwned, R: serde::Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> Option<R>,
) -> Result<Value, (ErrorCode, String)> {
    let params = serde_json::from_value(params)
        .map_err(|error| (ErrorCode::InvalidParams, error.to_string()))?;
    serde_json::to_value(answer(params))
        .map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

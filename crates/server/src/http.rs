//! The HTTP interface.

use crate::app::{App, Asker};
use crate::clients::{Client, Had, Thing};
use crate::clock::{Clock, ClockRules};
use crate::limits::{BODY, BODY_BYTES, MESSAGE_BYTES, SEATS};
use crate::listen::Line;
use crate::listeners::{About, Right};
use crate::rooms::{NewRoom, compute};
use crate::tokens::{digest, hex, token};
use crate::{HttpError, ws};
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Extension, Json, Router};
use cardwright::{HUMAN, PackSource, Setup, check_packs, game};
use cardwright_wire::rpc::{PACKS, RpcError, requests};
use cardwright_wire::{PackFiles, Version};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path as FilePath;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use tower_http::services::ServeDir;

type Shared = State<Arc<App>>;

/// All HTTP routes. Each request passes these checks, from the outside in: whether it is meant for this server and
/// comes from an allowed page; whether its client may send more requests now; whether it has arrived completely, as
/// JSON. Finally the reply is counted.
pub(crate) fn routes(app: Arc<App>, web: Option<&FilePath>) -> Router {
    let heavy = Router::new()
        .route("/api/rooms", post(new_room))
        .route("/api/packs/check", post(check))
        .layer(from_fn_with_state(
            app.clone(),
            |app, asker, line, request, next| whole(app, asker, line, BODY_BYTES, request, next),
        ));
    let mut all = Router::new()
        .route("/api/games", get(games))
        .route("/api/rooms/{room}", get(info).delete(close).patch(open))
        .route("/api/rooms/{room}/cards", get(cards))
        .route("/api/rooms/{room}/rpc", post(rpc))
        .route("/api/rooms/{room}/seats/{seat}", delete(free_seat))
        .route("/api/rooms/{room}/token", post(renew))
        .route("/api/rooms/{room}/ws", get(ws::room))
        .layer(from_fn_with_state(
            app.clone(),
            |app, asker, line, request, next| whole(app, asker, line, MESSAGE_BYTES, request, next),
        ))
        .merge(heavy);
    if app.services {
        all = all.route("/rpc", get(ws::service));
    }
    let counted = all
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(app.clone(), counted))
        .with_state(app.clone());
    let whole = match web {
        Some(folder) => counted.fallback_service(
            ServeDir::new(folder)
                .precompressed_br()
                .precompressed_gzip(),
        ),
        None => counted.fallback(|| async { HttpError::no_room().status }),
    };
    let mut whole = whole.layer(from_fn_with_state(app.clone(), limited));
    if let Some(cors) = app.guard.cors() {
        whole = whole.layer(cors);
    }
    whole
        .layer(from_fn_with_state(app, guarded))
        .layer(from_fn(headers))
}

/// The path of files whose names change with their content.
const ASSETS: &str = "/assets/";

/// Adds headers to every reply. Files whose names change with their content are marked as immutable.
async fn headers(request: Request, next: Next) -> Response {
    let asset = request.uri().path().starts_with(ASSETS);
    let mut response = next.run(request).await;
    if asset && (response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED) {
        let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, forever);
    }
    let set: [(HeaderName, &str); 4] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    for (name, value) in set {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Refuses requests that are meant for another server or come from a page that is not allowed.
async fn guarded(State(app): Shared, request: Request, next: Next) -> Response {
    match app.guard.check(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// Counts requests; delays or refuses those of a client that sends too many.
async fn limited(
    State(app): Shared,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    app.metrics.messages.inc();
    let client = Client::from(app.guard.address(request.headers(), peer));
    let seat = bearer(request.headers()).ok().flatten();
    let seat = seat.map(|token| digest(&token));
    let asker = match app.admit(client, seat, 1).await {
        Ok(asker) => asker,
        Err(error) => return error.into_response(),
    };
    request.extensions_mut().insert(asker);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    app.metrics
        .message_seconds
        .observe(begun.elapsed().as_secs_f64());
    // Paths never contain tokens.
    tracing::debug!(%method, path, status = response.status().as_u16(), "asked");
    response
}

/// A part of a reply that counts until it is sent.
struct Waiting {
    bytes: Bytes,
    _counted: Had,
}

impl AsRef<[u8]> for Waiting {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Counts the bytes of a reply until they are sent.
async fn counted(
    State(app): Shared,
    Extension(asker): Extension<Asker>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = next.run(request).await.into_parts();
    // The whole body is already in memory.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return HttpError::internal(&"an answer cannot be read").into_response();
    };
    if bytes.is_empty() {
        return Response::from_parts(parts, Body::empty());
    }
    match app.unsent(asker, bytes.len()) {
        Ok(counted) => {
            let bytes = Bytes::from_owner(Waiting {
                bytes,
                _counted: counted,
            });
            Response::from_parts(parts, Body::from(bytes))
        }
        Err(error) => error.into_response(),
    }
}

/// The permission for a large body; it is held until the body is processed.
#[derive(Clone)]
struct Upload {
    _place: Option<Arc<(Had, OwnedSemaphorePermit)>>,
}

/// Waits for the complete body of a request, within limits for size and time.
async fn whole(
    State(app): Shared,
    Extension(asker): Extension<Asker>,
    Extension(line): Extension<Line>,
    most: usize,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let length = body
        .size_hint()
        .exact()
        .and_then(|length| usize::try_from(length).ok());
    if length.is_some_and(|length| length > most) {
        return HttpError::large(most).into_response();
    }
    if length != Some(0) && !is_json(&parts.headers) {
        return HttpError::kind_of_body().into_response();
    }
    // A body that is declared to be small needs no permission.
    let place = (length.is_none_or(|length| length > MESSAGE_BYTES)).then(|| {
        let had = app.clients.take(asker.client, Thing::Upload)?;
        let place = app.uploads.clone().try_acquire_owned().ok()?;
        Some(Arc::new((had, place)))
    });
    if matches!(place, Some(None)) {
        app.metrics.limited.inc();
        return HttpError::limit(
            "too many requests are being sent at the same time",
            "try again",
        )
        .into_response();
    }
    // Until the request is complete, the connection may be closed in favour of another.
    let arrived = line.waits(timeout(BODY, to_bytes(body, most))).await;
    match arrived {
        Ok(Ok(bytes)) => {
            let mut request = Request::from_parts(parts, Body::from(bytes));
            request.extensions_mut().insert(Upload {
                _place: place.flatten(),
            });
            next.run(request).await
        }
        Ok(Err(error)) => match error.into_inner().is::<http_body_util::LengthLimitError>() {
            true => HttpError::large(most).into_response(),
            false => HttpError::params("the request was incomplete").into_response(),
        },
        Err(_) => HttpError::late().into_response(),
    }
}

/// Whether a body is declared as JSON. Forms on other pages cannot do that.
fn is_json(headers: &HeaderMap) -> bool {
    let mut kinds = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(kind), None) = (kinds.next(), kinds.next()) else {
        return false;
    };
    let kind = kind.to_str().unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

async fn health(State(app): Shared) -> Response {
    match app.rooms.count().await {
        Ok(rooms) => {
            Json(json!({ "version": Version, "ok": true, "rooms": rooms })).into_response()
        }
        Err(error) => error.into_response(),
    }
}

async fn metrics(State(app): Shared) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text())
}

async fn games() -> Result<Response, HttpError> {
    // The games do not change while the program runs.
    static GAMES: OnceLock<Bytes> = OnceLock::new();
    let text = match GAMES.get() {
        Some(text) => text.clone(),
        None => {
            let games = compute(cardwright_wire::games)
                .await?
                .map_err(RpcError::from)?;
            let text = serde_json::to_vec(&games).map_err(|error| HttpError::internal(&error))?;
            GAMES.get_or_init(|| text.into()).clone()
        }
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// The token of a request, if it has one. A malformed token is an error: its sender would otherwise become a spectator
/// without noticing.
fn bearer(headers: &HeaderMap) -> Result<Option<String>, HttpError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let token = value.to_str().ok().and_then(|text| text.split_once(' '));
    let token = token
        .filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim());
    match token.filter(|token| !token.is_empty()) {
        Some(token) => Ok(Some(token.to_owned())),
        None => Err(HttpError::token(
            "there is no token in the header `Authorization`",
        )),
    }
}

/// Parses a body as JSON.
fn read<T: serde::de::DeserializeOwned>(body: &Bytes) -> Result<T, HttpError> {
    serde_json::from_slice(body).map_err(|error| HttpError::params(cardwright::json_fault(&error)))
}

/// The request for a new room. It contains no seed, because nobody may know it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    game: String,
    players: Option<u8>,
    seats: Option<Vec<String>>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    packs: Vec<PackFiles>,
    position: Option<String>,
    #[serde(default = "yes")]
    spectators: bool,
    clock: Option<ClockRules>,
}

fn yes() -> bool {
    true
}

fn sources(packs: Vec<PackFiles>) -> Result<Vec<PackSource>, HttpError> {
    match packs.len() <= PACKS {
        true => Ok(packs.into_iter().map(PackSource::from).collect()),
        false => Err(HttpError::limit(
            format!("a request has at most {PACKS} packs"),
            "make one of several",
        )),
    }
}

/// The tokens of a new room.
struct Tokens {
    host: String,
    seats: Vec<Option<String>>,
}

/// Prepares a requested room with its tokens. All limits are checked before anything is created.
fn prepare(body: &Bytes) -> Result<(NewRoom, Tokens), HttpError> {
    let asked: Asked = read(body)?;
    let info = game(&asked.game).map_err(RpcError::from)?;
    let named = asked.seats.as_ref().map(Vec::len);
    if named.is_some_and(|named| named > SEATS) {
        return Err(HttpError::params(format!(
            "a room has at most {SEATS} seats"
        )));
    }
    let named = named.map(|named| u8::try_from(named).unwrap_or(u8::MAX));
    let players = asked.players.or(named).unwrap_or(info.usual);
    let setup = Setup {
        players,
        options: asked.options.into_iter().collect(),
        packs: sources(asked.packs)?,
    };
    let seats = asked
        .seats
        .unwrap_or_else(|| vec![HUMAN.into(); usize::from(players)]);
    let setup = setup.at_table(info.id, &seats);
    let clock = asked
        .clock
        .map(|rules| Clock::new(rules, seats.len()))
        .transpose()
        .map_err(HttpError::params)?;
    let tokens = Tokens {
        host: token()?,
        seats: seats
            .iter()
            .map(|who| (who == HUMAN).then(token).transpose())
            .collect::<Result<_, _>>()?,
    };
    let key = |token: &str| hex(&digest(token));
    let about = About {
        host: key(&tokens.host),
        seats: tokens
            .seats
            .iter()
            .map(|token| token.as_deref().map(key))
            .collect(),
        spectators: asked.spectators,
        clock,
        left: Vec::new(),
    };
    let new = NewRoom {
        game: asked.game,
        setup,
        seats,
        position: asked.position,
        about,
    };
    Ok((new, tokens))
}

async fn new_room(
    State(app): Shared,
    Extension(asker): Extension<Asker>,
    Extension(upload): Extension<Upload>,
    body: Bytes,
) -> Result<Response, HttpError> {
    let queue = app.queue(asker.client)?;
    app.clients
        .make_room(asker.client, body.len(), Instant::now())
        .map_err(|wait| {
            app.metrics.limited.inc();
            HttpError::later(
                "this client has made too many rooms",
                "wait for the seconds in `retry_after`",
                wait,
            )
        })?;
    app.rooms.make_place(app.clients.limits()).await?;
    let payer = app.clone();
    let spent = move |time| payer.charge_work(asker, time);
    let (mut made, tokens) = app
        .rooms
        .begin((queue, upload), move || prepare(&body), spent)
        .await?;
    let room = made["room"].as_str().unwrap_or_default().to_owned();
    if let Some(seats) = made["seats"].as_array_mut() {
        for (seat, token) in seats.iter_mut().zip(&tokens.seats) {
            if let Some(token) = token {
                seat["token"] = token.as_str().into();
                seat["link"] = format!("/#room={room}&token={token}").into();
            }
        }
    }
    made["host"] = tokens.host.into();
    let (game, players) = (&made["game"], &made["players"]);
    tracing::info!(room, %game, %players, "a room is made");
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

async fn check(
    State(app): Shared,
    Extension(asker): Extension<Asker>,
    Extension(upload): Extension<Upload>,
    body: Bytes,
) -> Result<Response, HttpError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Asked {
        packs: Vec<PackFiles>,
    }
    let queue = app.queue(asker.client)?;
    let check = move |_: &_| {
        let packs = sources(read::<Asked>(&body)?.packs)?;
        let found = check_packs(&packs).map_err(RpcError::from)?;
        Ok(cardwright_wire::checked(&found).map_err(RpcError::from)?)
    };
    let checked = app.rooms.heavy((queue, upload), check).await?;
    Ok(Json(checked).into_response())
}

async fn info(State(app): Shared, Path(room): Path<String>) -> Result<Json<Value>, HttpError> {
    Ok(Json(app.rooms.with(&room, |room| Ok(room.info())).await?))
}

async fn cards(
    State(app): Shared,
    Extension(asker): Extension<Asker>,
    Path(room): Path<String>,
) -> Result<Response, HttpError> {
    let (id, setup) = app.rooms.with(&room, |room| Ok(room.setup())).await?;
    if !game(&id).is_ok_and(|info| info.cards) {
        return Err(HttpError::no_cards());
    }
    let queue = app.queue(asker.client)?;
    let texts = move |_: &_| {
        let cards =
            cardwright::cards_under(&id, &setup.packs, &setup.options).map_err(RpcError::from)?;
        Ok(cardwright_wire::texts(&id, &cards).map_err(RpcError::from)?)
    };
    Ok(Json(app.rooms.heavy(queue, texts).await?).into_response())
}

async fn rpc(
    State(app): Shared,
    Extension(asker): Extension<Asker>,
    Path(room): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, HttpError> {
    let token = bearer(&headers)?;
    let seat = token.as_deref().map(digest);
    // One request is already counted.
    let more = requests(&body) - 1;
    let asker = match more {
        0 => asker,
        more => app.admit(asker.client, seat, more).await?,
    };
    let right = Right::of(token.as_deref());
    let (replies, took) = app.rooms.call(&room, right, None, body.to_vec()).await?;
    if let Some(seat) = seat {
        app.clients.meet(asker.client, seat, Instant::now());
    }
    app.charge_work(asker, took);
    match replies.into_iter().next() {
        Some(reply) => Ok(([(header::CONTENT_TYPE, "application/json")], reply).into_response()),
        // A notification has no reply.
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

async fn renew(
    State(app): Shared,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, HttpError> {
    let token = bearer(&headers)?
        .ok_or_else(|| HttpError::token("name the seat whose token you want to replace"))?;
    Ok(Json(
        json!({ "version": Version, "token": app.rooms.renew(&room, token).await? }),
    ))
}

/// Frees a seat, because its player leaves or the host removes the player.
async fn free_seat(
    State(app): Shared,
    Path((room, seat)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<StatusCode, HttpError> {
    let seat: Option<usize> = seat.parse().ok();
    let seat = seat
        .and_then(|seat| seat.checked_sub(1))
        .ok_or_else(HttpError::no_seat)?;
    app.rooms.free_seat(&room, seat, bearer(&headers)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Allows or removes spectators, on request of the host.
async fn open(
    State(app): Shared,
    Path(room): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, HttpError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Asked {
        spectators: bool,
    }
    let Asked { spectators } = read(&body)?;
    app.rooms
        .open_to(&room, spectators, bearer(&headers)?)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn close(
    State(app): Shared,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, HttpError> {
    app.rooms.close(&room, bearer(&headers)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests;

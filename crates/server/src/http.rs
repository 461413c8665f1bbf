//! What is asked over HTTP.

use crate::app::{App, address};
use crate::clock::{Clock, ClockRules};
use crate::limits::{BODY, BODY_BYTES, MESSAGE_BYTES, Thing, Wanted};
use crate::room::About;
use crate::rooms::{NewRoom, compute};
use crate::tokens::{digest, token};
use crate::{HttpError, ws};
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use cardwright::{HUMAN, PackSource, Setup, check_packs, game};
use cardwright_wire::rpc::{PACKS, RpcError};
use cardwright_wire::{PackFiles, Version};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path as FilePath;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tokio::time::timeout;
use tower_http::services::ServeDir;

type Shared = State<Arc<App>>;

/// Everything that is asked for by address.
pub(crate) fn routes(app: Arc<App>, web: Option<&FilePath>) -> Router {
    let heavy = Router::new()
        .route("/api/rooms", post(new_room))
        .route("/api/packs/check", post(check))
        .layer(from_fn_with_state(app.clone(), |app, peer, request, next| {
            whole(app, peer, BODY_BYTES, request, next)
        }));
    let mut all = Router::new()
        .route("/api/games", get(games))
        .route("/api/rooms/{room}", get(info).delete(close))
        .route("/api/rooms/{room}/cards", get(cards))
        .route("/api/rooms/{room}/rpc", post(rpc))
        .route("/api/rooms/{room}/token", post(renew))
        .route("/api/rooms/{room}/ws", get(ws::room))
        .layer(from_fn_with_state(app.clone(), |app, peer, request, next| {
            whole(app, peer, MESSAGE_BYTES, request, next)
        }))
        .merge(heavy);
    if app.desks {
        all = all.route("/rpc", get(ws::desk));
    }
    let limited = all.layer(DefaultBodyLimit::disable()).layer(from_fn_with_state(app.clone(), limited));
    let whole = limited.route("/healthz", get(health)).route("/metrics", get(metrics)).with_state(app);
    let whole = match web {
        Some(folder) => whole.fallback_service(ServeDir::new(folder).precompressed_br().precompressed_gzip()),
        None => whole.fallback(|| async { HttpError::no_room().status }),
    };
    whole.layer(from_fn(headers))
}

/// Where the page keeps files whose names change with what they hold.
const ASSETS: &str = "/assets/";

/// What browsers are told with every answer; of files whose names change with what they hold, that they never change.
async fn headers(request: Request, next: Next) -> Response {
    let asset = request.uri().path().starts_with(ASSETS);
    let mut response = next.run(request).await;
    if asset && (response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED) {
        let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
        response.headers_mut().insert(header::CACHE_CONTROL, forever);
    }
    let set: [(HeaderName, &str); 3] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
    ];
    for (name, value) in set {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Refuses a client that asks too much, and counts.
async fn limited(
    State(app): Shared,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    app.metrics.messages.inc();
    if !app.clients.may(address(&app, request.headers(), peer), Wanted::Message) {
        app.metrics.limited.inc();
        return HttpError::limit("this client asks too much", "wait a second").into_response();
    }
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    app.metrics.message_seconds.observe(begun.elapsed().as_secs_f64());
    // Tokens are never part of a path.
    tracing::debug!(%method, path, status = response.status().as_u16(), "asked");
    response
}

/// Waits for the whole body of a request: as large as it may be, and no longer than it may take.
async fn whole(
    State(app): Shared,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    most: usize,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let length = body.size_hint().exact().and_then(|length| usize::try_from(length).ok());
    if length.is_some_and(|length| length > most) {
        return HttpError::large(most).into_response();
    }
    // What is small, and says so, needs no place.
    let place = (length.is_none_or(|length| length > MESSAGE_BYTES)).then(|| {
        let had = app.clients.take(address(&app, &parts.headers, peer), Thing::Upload)?;
        Some((had, app.uploads.try_acquire().ok()?))
    });
    if matches!(place, Some(None)) {
        app.metrics.limited.inc();
        return HttpError::limit("too much is sent at once", "try again").into_response();
    }
    match timeout(BODY, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Ok(Err(error)) => match error.into_inner().is::<http_body_util::LengthLimitError>() {
            true => HttpError::large(most).into_response(),
            false => HttpError::params("the request broke off").into_response(),
        },
        Err(_) => HttpError::late().into_response(),
    }
}

async fn health(State(app): Shared) -> Response {
    match app.rooms.count().await {
        Ok(rooms) => Json(json!({ "version": Version, "ok": true, "rooms": rooms })).into_response(),
        Err(trouble) => trouble.into_response(),
    }
}

async fn metrics(State(app): Shared) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text())
}

async fn games() -> Result<Response, HttpError> {
    // They are what they are as long as the program runs.
    static GAMES: OnceLock<Bytes> = OnceLock::new();
    let text = match GAMES.get() {
        Some(text) => text.clone(),
        None => {
            let games = compute(cardwright_wire::games).await?.map_err(RpcError::from)?;
            let text = serde_json::to_vec(&games).map_err(|error| HttpError::internal(&error))?;
            GAMES.get_or_init(|| text.into()).clone()
        }
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// The token of a request; none where it has none. One that is badly written is not taken for none: then its sender would be
/// a spectator unawares.
fn bearer(headers: &HeaderMap) -> Result<Option<String>, HttpError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|text| text.split_once(' '));
    let token = token.filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    match token.filter(|token| !token.is_empty()) {
        Some(token) => Ok(Some(token.to_owned())),
        None => Err(HttpError::token("there is no token in the header `Authorization`")),
    }
}

/// A body as what is asked for.
fn read<T: serde::de::DeserializeOwned>(body: &Bytes) -> Result<T, HttpError> {
    serde_json::from_slice(body).map_err(|error| HttpError::params(error.to_string()))
}

/// A room that somebody asks for. There is no seed: nobody is to know it.
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
        false => Err(HttpError::limit(format!("a request has at most {PACKS} packs"), "make one of several")),
    }
}

async fn new_room(
    State(app): Shared,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, HttpError> {
    let asked: Asked = read(&body)?;
    let bytes = asked.packs.iter().flat_map(|pack| pack.files.values()).map(String::len).sum();
    let client = address(&app, &headers, peer);
    let _queue = app.queue(client)?;
    if !app.clients.may(client, Wanted::Room(bytes)) {
        app.metrics.limited.inc();
        return Err(HttpError::limit("this client has made many rooms", "wait some minutes"));
    }
    if app.rooms.count().await? >= app.clients.limits().rooms {
        return Err(HttpError::limit("the server keeps as many rooms as it may", "ask whoever runs it"));
    }
    let info = game(&asked.game).map_err(RpcError::from)?;
    let named = asked.seats.as_ref().map(|seats| u8::try_from(seats.len()).unwrap_or(u8::MAX));
    let players = asked.players.or(named).unwrap_or(info.usual);
    let seats = asked.seats.unwrap_or_else(|| vec![HUMAN.into(); usize::from(players)]);
    let tokens: Vec<Option<String>> =
        seats.iter().map(|who| (who == HUMAN).then(token).transpose()).collect::<Result<_, _>>()?;
    let host = token()?;
    let clock =
        asked.clock.map(|rules| Clock::new(rules, seats.len())).transpose().map_err(HttpError::params)?;
    let about = About {
        host: digest(&host),
        seats: tokens.iter().map(|token| token.as_deref().map(digest)).collect(),
        spectators: asked.spectators,
        clock,
    };
    let setup = Setup { players, options: asked.options.into_iter().collect(), packs: sources(asked.packs)? };
    let new = NewRoom { game: asked.game, setup, seats, position: asked.position, about };
    let mut made = app.rooms.begin(new).await?;
    let room = made["room"].as_str().unwrap_or_default().to_owned();
    if let Some(seats) = made["seats"].as_array_mut() {
        for (seat, token) in seats.iter_mut().zip(&tokens) {
            if let Some(token) = token {
                seat["token"] = token.as_str().into();
                seat["link"] = format!("/#room={room}&token={token}").into();
            }
        }
    }
    made["host"] = host.into();
    tracing::info!(room, game = info.id, players, "a room is made");
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

async fn check(
    State(app): Shared,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, HttpError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Asked {
        packs: Vec<PackFiles>,
    }
    let packs = sources(read::<Asked>(&body)?.packs)?;
    let _queue = app.queue(address(&app, &headers, peer))?;
    let _turn = app.rooms.turn().await;
    let checked = compute(move || {
        let found = check_packs(&packs).map_err(RpcError::from)?;
        cardwright_wire::checked(&found).map_err(RpcError::from)
    });
    Ok(Json(checked.await??).into_response())
}

async fn info(State(app): Shared, Path(room): Path<String>) -> Result<Json<Value>, HttpError> {
    Ok(Json(app.rooms.with(&room, |room| Ok(room.info())).await?))
}

async fn cards(
    State(app): Shared,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (id, setup) = app.rooms.with(&room, |room| Ok(room.setup())).await?;
    if !game(&id).is_ok_and(|info| info.cards) {
        return Err(HttpError::no_cards());
    }
    let _queue = app.queue(address(&app, &headers, peer))?;
    let _turn = app.rooms.turn().await;
    let texts = compute(move || {
        let cards = cardwright::cards_under(&id, &setup.packs, &setup.options).map_err(RpcError::from)?;
        cardwright_wire::texts(&id, &cards).map_err(RpcError::from)
    });
    Ok(Json(texts.await??).into_response())
}

async fn rpc(
    State(app): Shared,
    Path(room): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, HttpError> {
    let replies = app.rooms.call(&room, bearer(&headers)?, None, body.to_vec()).await?;
    match replies.first() {
        Some(reply) => Ok(([(header::CONTENT_TYPE, "application/json")], reply.clone()).into_response()),
        // A notification has no answer.
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

async fn renew(
    State(app): Shared,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, HttpError> {
    let token = bearer(&headers)?.ok_or_else(|| HttpError::token("whose token is to be replaced?"))?;
    Ok(Json(json!({ "version": Version, "token": app.rooms.renew(&room, token).await? })))
}

async fn close(
    State(app): Shared,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, HttpError> {
    app.rooms.close(&room, bearer(&headers)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

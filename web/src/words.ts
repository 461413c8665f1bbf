// The words of the page itself, in a few languages. What the engine says comes from the engine, and cards go by their
// own names in the reader's language where a pack has them.
import { kept } from "./util.js";

const en = {
  play: "Play", workshop: "Workshop", judge: "Judge", rules: "Rules", settings: "Settings", language: "Language",
  theme: "Colours", light: "Light", dark: "Dark", system: "As the system", still: "No animations", close: "Close",
  yourTurn: "You are asked", thinking: "One moment …", waitFor: "Waiting for", over: "The game is over", won: "won",
  nobodyWon: "Nobody won", you: "You", log: "Log", undo: "Take back", hint: "Hint", odds: "Odds", save: "Save",
  again: "Play again", leave: "Leave", market: "Market", energy: "energy", pile: "cards in the pile", dice: "Dice",
  fetching: "Laying out the table …", noDice: "The dice are not rolled yet", hand: "Secret weapons", noHand: "No secret weapons", upgrades: "Upgrades",
  allowed: "Allowed answers", narrowed: "More than one answer begins here: choose one, or point at more",
  showAll: "Show all", no: "No", yes: "Yes", because: "because", rule: "Rule", newGame: "New game", against: "against",
  begin: "Begin", players: "Players", seed: "Seed", options: "House rules and editions", edition: "Edition",
  resume: "Go on", load: "Open a saved game", together: "With others", replay: "Replay", bestAnswer: "The greedy bot would answer",
  round: "round", turn: "turn", attack: "Attack", face: "face down", lost: "The connection is lost; trying again",
  empty: "Nothing here yet", filter: "Find an answer", reserve: "reserve", cards: "Cards", table: "Table",
  people: "people", seat: "Seat", copyLink: "Copy link", copied: "Copied", sitDown: "Sit down", linksNote: "Each link is one seat: whoever opens it plays there. Send one to each player.",
};

type Words = typeof en;

const de: Words = {
  play: "Spielen", workshop: "Werkstatt", judge: "Richter", rules: "Regeln", settings: "Einstellungen", language: "Sprache",
  theme: "Farben", light: "Hell", dark: "Dunkel", system: "Wie das System", still: "Ohne Bewegung", close: "Schließen",
  yourTurn: "Du bist gefragt", thinking: "Einen Moment …", waitFor: "Es antwortet", over: "Das Spiel ist aus", won: "hat gewonnen",
  nobodyWon: "Niemand hat gewonnen", you: "Du", log: "Verlauf", undo: "Zurücknehmen", hint: "Tipp", odds: "Chancen", save: "Sichern",
  again: "Noch einmal", leave: "Verlassen", market: "Markt", energy: "Energie", pile: "Karten im Stapel", dice: "Würfel",
  fetching: "Der Tisch wird gedeckt …", noDice: "Noch nicht gewürfelt", hand: "Geheimwaffen", noHand: "Keine Geheimwaffen", upgrades: "Verbesserungen",
  allowed: "Erlaubte Antworten", narrowed: "Mehrere Antworten beginnen hier: wähle eine oder zeige auf mehr",
  showAll: "Alle zeigen", no: "Nein", yes: "Ja", because: "denn", rule: "Regel", newGame: "Neues Spiel", against: "gegen",
  begin: "Anfangen", players: "Spieler", seed: "Startzahl", options: "Hausregeln und Ausgaben", edition: "Ausgabe",
  resume: "Weiterspielen", load: "Gesichertes Spiel öffnen", together: "Mit anderen", replay: "Wiedergabe", bestAnswer: "Der gierige Bot würde antworten",
  round: "Runde", turn: "Zug", attack: "Angriff", face: "verdeckt", lost: "Die Verbindung ist weg; neuer Versuch läuft",
  empty: "Noch nichts hier", filter: "Antwort suchen", reserve: "Vorrat", cards: "Karten", table: "Tisch",
  people: "Leute", seat: "Platz", copyLink: "Link kopieren", copied: "Kopiert", sitDown: "Hinsetzen", linksNote: "Jeder Link ist ein Platz: wer ihn öffnet, spielt dort. Schicke jedem einen.",
};

const fr: Words = {
  play: "Jouer", workshop: "Atelier", judge: "Juge", rules: "Règles", settings: "Réglages", language: "Langue",
  theme: "Couleurs", light: "Clair", dark: "Sombre", system: "Comme le système", still: "Sans animation", close: "Fermer",
  yourTurn: "À vous de répondre", thinking: "Un instant …", waitFor: "On attend", over: "La partie est finie", won: "a gagné",
  nobodyWon: "Personne n'a gagné", you: "Vous", log: "Journal", undo: "Reprendre", hint: "Conseil", odds: "Chances", save: "Enregistrer",
  again: "Rejouer", leave: "Quitter", market: "Marché", energy: "énergie", pile: "cartes dans la pile", dice: "Dés",
  fetching: "On dresse la table …", noDice: "Les dés ne sont pas encore lancés", hand: "Armes secrètes", noHand: "Aucune arme secrète", upgrades: "Améliorations",
  allowed: "Réponses permises", narrowed: "Plusieurs réponses commencent ici : choisissez, ou montrez-en plus",
  showAll: "Tout montrer", no: "Non", yes: "Oui", because: "car", rule: "Règle", newGame: "Nouvelle partie", against: "contre",
  begin: "Commencer", players: "Joueurs", seed: "Graine", options: "Règles maison et éditions", edition: "Édition",
  resume: "Continuer", load: "Ouvrir une partie", together: "À plusieurs", replay: "Revoir", bestAnswer: "Le bot glouton répondrait",
  round: "manche", turn: "tour", attack: "Attaque", face: "face cachée", lost: "Connexion perdue ; nouvel essai",
  empty: "Rien ici pour l'instant", filter: "Chercher une réponse", reserve: "réserve", cards: "Cartes", table: "Table de jeu",
  people: "personnes", seat: "Place", copyLink: "Copier le lien", copied: "Copié", sitDown: "S'asseoir", linksNote: "Chaque lien est une place : qui l'ouvre y joue. Envoyez-en un à chacun.",
};

/** The languages of the page. */
export const languages = { en: ["English", en], de: ["Deutsch", de], fr: ["Français", fr] } as const;
export type Language = keyof typeof languages;

const usual = (): Language => {
  const asked = navigator.language.slice(0, 2);
  return asked in languages ? (asked as Language) : "en";
};

let now: Language = kept.get("language", usual());

/** The language of the reader. */
export const language = (): Language => now;

/** A word of the page. */
export const word = (key: keyof Words): string => languages[now][1][key];

/** Changes the language; whoever draws must draw again. */
export function speak(to: Language): void {
  now = to;
  kept.set("language", to);
  document.documentElement.lang = to;
}

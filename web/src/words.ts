// The texts of the page itself, in a few languages. Texts of the engine come from the engine. Cards have their own
// names in the reader's language if a pack provides them.
import { kept } from "./util.js";

const en = {
  play: "Play", workshop: "Workshop", judge: "Judge", rules: "Rules", settings: "Settings", language: "Language",
  theme: "Colours", light: "Light", dark: "Dark", system: "As the system", still: "No animations", close: "Close",
  minute: "How to play", next: "Next", previous: "Back", goOn: "Go on from here", turningPoints: "Turning points", minutes: "minutes", more: "More", easy: "Easy", medium: "Medium", hard: "Hard", yourSeat: "Your seat", skip: "Skip", since: "Since your turn:", pace: "Pace of what others do", off: "Off", slow: "Slow", normal: "Normal", fast: "Fast", sounds: "Sounds", yourName: "Your name", turnPiece: "Turn the piece (r)", yourTurn: "Your move", thinking: "One moment …", waitFor: "Waiting for", over: "The game is over", won: "won",
  nobodyWon: "Nobody won", you: "You", log: "Log", details: "Details", undo: "Take back", noUndo: "You cannot take back an answer after a roll, a draw, or when something hidden was shown.", hint: "Hint", odds: "Odds", save: "Save",
  again: "Play again", leave: "Leave", market: "Market", energy: "energy", pile: "cards in the pile", dice: "Dice",
  fetching: "Loading …", noDice: "The dice are not rolled yet", hand: "Secret weapons", noHand: "No secret weapons", untilTurnEnd: "until the turn ends", upgrades: "Upgrades",
  allowed: "Allowed answers", narrowed: "More than one answer begins here: choose one, or point at more",
  showAll: "Show all", no: "No", yes: "Yes", because: "because", rule: "Rule", newGame: "New game", against: "Against",
  begin: "Begin", players: "Players", seed: "Seed", options: "House rules and editions", edition: "Edition",
  resume: "Go on", load: "Open a saved game", together: "Make a room", replay: "Replay", bestAnswer: "The bot would choose", gamesTried: "games tried, share of wins",
  round: "round", turn: "turn", attack: "Attack", face: "face down", lost: "The connection is lost. Reconnecting …",
  empty: "Nothing here yet", filter: "Find an answer", reserve: "reserve", cards: "Cards", table: "Table",
  notHere: "not here now", clock: "Clock", timeUp: "time is up: a bot answers", youWatch: "You are watching", watching: "watching", player: "Player",
  comingIn: "Coming into the room …", noAnswer: "The server does not answer; trying again", toLobby: "To the lobby", roomClosed: "The room was closed by its host", linkUnknown: "This link leads to no seat. The room is over, or the link is old or incomplete. Ask for a new one", roomUnknown: "There is no such room. It is over, or the link is incomplete", notSent: "The answer was not sent: there is no connection. Answer again when it is back.", noClock: "None", closeRoom: "Close the room", roomNote: "Anybody with the link to watch sees the table, but no hidden cards.", watchLink: "Link to watch", serverAway: "The server does not answer. Try again in a moment.",
  phases: "Phases of the turn", phaseStart: "Start", phasePlay: "Play", phaseMining: "Moon Mining", phaseCombat: "Combat", phaseDraw: "Draw", phaseEnd: "End", waiting: "Announced, next first",
  share: "Share", link: "Link", linkCopied: "Link copied", badLink: "This link cannot be opened", tooLong: "This match is too long for a link of {} characters. Save it as a file", turnBefore: "Turn before", turnNext: "Next turn", handOver: "It is your turn. Nobody else should look.", iAmHere: "Show my cards", here: "At this screen", playerName: "Name of player", houseRules: "House rules", ourRule: "usual", yourMove: "Your turn:",
  myRooms: "Rooms you sit in", links: "Invite", reconnecting: "Reconnecting …", rematch: "Rematch", rematchNote: "The player who made the room can begin a rematch and send you its link.", spectators: "Spectators", withOthers: "With others", peopleInRoom: "People",
  room: "Room", forget: "Delete", saved: "Your games", burned: "Burned", person: "person", people: "people", seat: "Seat", copyLink: "Copy link", copied: "Copied", sitDown: "Sit down", linksNote: "Each link is one seat. Send one to each player.",
};

type Words = typeof en;

const de: Words = {
  play: "Spielen", workshop: "Werkstatt", judge: "Richter", rules: "Regeln", settings: "Einstellungen", language: "Sprache",
  theme: "Farben", light: "Hell", dark: "Dunkel", system: "Wie das System", still: "Ohne Bewegung", close: "Schließen",
  minute: "So wird gespielt", next: "Weiter", previous: "Zurück", goOn: "Von hier weiterspielen", turningPoints: "Wendepunkte", minutes: "Minuten", more: "Mehr", easy: "Leicht", medium: "Mittel", hard: "Schwer", yourSeat: "Dein Platz", skip: "Überspringen", since: "Seit deinem Zug:", pace: "Tempo der anderen", off: "Aus", slow: "Langsam", normal: "Normal", fast: "Schnell", sounds: "Töne", yourName: "Dein Name", turnPiece: "Teil drehen (r)", yourTurn: "Du bist dran", thinking: "Einen Moment …", waitFor: "Es fehlt noch", over: "Das Spiel ist aus", won: "hat gewonnen",
  nobodyWon: "Niemand hat gewonnen", you: "Du", log: "Verlauf", details: "Einzelheiten", undo: "Zurücknehmen", noUndo: "Nach einem Wurf, Ziehen oder Aufdecken lässt sich nichts zurücknehmen.", hint: "Tipp", odds: "Chancen", save: "Sichern",
  again: "Noch einmal", leave: "Verlassen", market: "Markt", energy: "Energie", pile: "Karten im Stapel", dice: "Würfel",
  fetching: "Wird geladen …", noDice: "Noch nicht gewürfelt", hand: "Geheimwaffen", noHand: "Keine Geheimwaffen", untilTurnEnd: "bis zum Ende des Zuges", upgrades: "Verbesserungen",
  allowed: "Erlaubte Antworten", narrowed: "Mehrere Antworten beginnen hier: wähle eine oder zeige auf mehr",
  showAll: "Alle zeigen", no: "Nein", yes: "Ja", because: "denn", rule: "Regel", newGame: "Neues Spiel", against: "Gegen",
  begin: "Anfangen", players: "Spieler", seed: "Startzahl", options: "Hausregeln und Ausgaben", edition: "Ausgabe",
  resume: "Weiterspielen", load: "Gesichertes Spiel öffnen", together: "Raum eröffnen", replay: "Wiedergabe", bestAnswer: "Der Bot würde wählen", gamesTried: "Spiele probiert, Anteil der Siege",
  round: "Runde", turn: "Zug", attack: "Angriff", face: "verdeckt", lost: "Die Verbindung ist weg. Neuer Versuch …",
  empty: "Noch nichts hier", filter: "Antwort suchen", reserve: "Vorrat", cards: "Karten", table: "Tisch",
  notHere: "gerade nicht da", clock: "Uhr", timeUp: "Zeit um: ein Bot antwortet", youWatch: "Du schaust zu", watching: "schauen zu", player: "Spieler",
  comingIn: "Du kommst in den Raum …", noAnswer: "Der Server antwortet nicht; neuer Versuch läuft", toLobby: "Zur Auswahl", roomClosed: "Der Raum wurde vom Gastgeber geschlossen", linkUnknown: "Dieser Link führt zu keinem Platz. Der Raum ist vorbei, oder der Link ist alt oder unvollständig. Bitte um einen neuen", roomUnknown: "Diesen Raum gibt es nicht. Er ist vorbei, oder der Link ist unvollständig", notSent: "Nicht gesendet: keine Verbindung. Antworte noch einmal, wenn sie wieder da ist.", noClock: "Keine", closeRoom: "Raum schließen", roomNote: "Wer den Link zum Zuschauen hat, sieht den Tisch, aber keine verdeckten Karten.", watchLink: "Link zum Zuschauen", serverAway: "Der Server antwortet nicht. Versuche es gleich noch einmal.",
  phases: "Phasen des Zugs", phaseStart: "Beginn", phasePlay: "Ausspielen", phaseMining: "Mondabbau", phaseCombat: "Kampf", phaseDraw: "Ziehen", phaseEnd: "Ende", waiting: "Angekündigt, das nächste zuerst",
  share: "Teilen", link: "Link", linkCopied: "Link kopiert", badLink: "Dieser Link lässt sich nicht öffnen", tooLong: "Zu lang für einen Link von {} Zeichen. Sichere die Partie als Datei", turnBefore: "Zug davor", turnNext: "Nächster Zug", handOver: "Du bist dran. Niemand sonst soll hinsehen.", iAmHere: "Meine Karten zeigen", here: "An diesem Bildschirm", playerName: "Name von Spieler", houseRules: "Hausregeln", ourRule: "üblich", yourMove: "Du bist dran:",
  myRooms: "Räume, in denen du sitzt", links: "Einladen", reconnecting: "Neuer Versuch …", rematch: "Revanche", rematchNote: "Wer den Raum eröffnet hat, kann eine Revanche anfangen und dir den Link schicken.", spectators: "Zuschauer", withOthers: "Mit anderen", peopleInRoom: "Leute",
  room: "Raum", forget: "Löschen", saved: "Deine Spiele", burned: "Verbrannt", person: "Person", people: "Leute", seat: "Platz", copyLink: "Link kopieren", copied: "Kopiert", sitDown: "Hinsetzen", linksNote: "Jeder Link ist ein Platz. Schicke jedem einen.",
};

const fr: Words = {
  play: "Jouer", workshop: "Atelier", judge: "Juge", rules: "Règles", settings: "Réglages", language: "Langue",
  theme: "Couleurs", light: "Clair", dark: "Sombre", system: "Comme le système", still: "Sans animation", close: "Fermer",
  minute: "Comment jouer", next: "Suivant", previous: "Retour", goOn: "Continuer d’ici", turningPoints: "Tournants", minutes: "minutes", more: "Plus", easy: "Facile", medium: "Moyen", hard: "Difficile", yourSeat: "Votre place", skip: "Passer", since: "Depuis votre tour :", pace: "Rythme des autres", off: "Non", slow: "Lent", normal: "Normal", fast: "Rapide", sounds: "Sons", yourName: "Votre nom", turnPiece: "Tourner la pièce (r)", yourTurn: "À vous de jouer", thinking: "Un instant …", waitFor: "On attend", over: "La partie est finie", won: "a gagné",
  nobodyWon: "Personne n'a gagné", you: "Vous", log: "Journal", details: "Détails", undo: "Reprendre", noUndo: "Après un lancer, une pioche ou une révélation, on ne peut plus reprendre sa réponse.", hint: "Conseil", odds: "Chances", save: "Enregistrer",
  again: "Rejouer", leave: "Quitter", market: "Marché", energy: "énergie", pile: "cartes dans la pile", dice: "Dés",
  fetching: "Chargement …", noDice: "Les dés ne sont pas encore lancés", hand: "Armes secrètes", noHand: "Aucune arme secrète", untilTurnEnd: "jusqu’à la fin du tour", upgrades: "Améliorations",
  allowed: "Réponses permises", narrowed: "Plusieurs réponses commencent ici : choisissez, ou montrez-en plus",
  showAll: "Tout montrer", no: "Non", yes: "Oui", because: "car", rule: "Règle", newGame: "Nouvelle partie", against: "Contre",
  begin: "Commencer", players: "Joueurs", seed: "Graine", options: "Règles maison et éditions", edition: "Édition",
  resume: "Continuer", load: "Ouvrir une partie", together: "Ouvrir une salle", replay: "Revoir", bestAnswer: "Le bot choisirait", gamesTried: "parties essayées, part de victoires",
  round: "manche", turn: "tour", attack: "Attaque", face: "face cachée", lost: "Connexion perdue. Nouvel essai …",
  empty: "Rien ici pour l'instant", filter: "Chercher une réponse", reserve: "réserve", cards: "Cartes", table: "Table de jeu",
  notHere: "absent pour le moment", clock: "Pendule", timeUp: "temps écoulé : un bot répond", youWatch: "Vous regardez", watching: "regardent", player: "Joueur",
  comingIn: "Vous entrez dans la salle …", noAnswer: "Le serveur ne répond pas ; nouvel essai", toLobby: "Au choix des jeux", roomClosed: "La salle a été fermée par son hôte", linkUnknown: "Ce lien ne mène à aucune place. La partie est finie, ou le lien est ancien ou incomplet. Demandez-en un nouveau", roomUnknown: "Cette salle n'existe pas. La partie est finie, ou le lien est incomplet", notSent: "Réponse non envoyée : pas de connexion. Répondez de nouveau quand elle est revenue.", noClock: "Aucune", closeRoom: "Fermer la salle", roomNote: "Qui a le lien pour regarder voit la table, mais aucune carte cachée.", watchLink: "Lien pour regarder", serverAway: "Le serveur ne répond pas. Réessayez dans un instant.",
  phases: "Phases du tour", phaseStart: "Début", phasePlay: "Jouer", phaseMining: "Mines lunaires", phaseCombat: "Combat", phaseDraw: "Pioche", phaseEnd: "Fin", waiting: "Annoncé, le prochain d’abord",
  share: "Partager", link: "Lien", linkCopied: "Lien copié", badLink: "Ce lien ne peut pas être ouvert", tooLong: "Trop long pour un lien de {} caractères. Enregistrez la partie", turnBefore: "Tour précédent", turnNext: "Tour suivant", handOver: "C’est à vous. Personne d’autre ne doit regarder.", iAmHere: "Montrer mes cartes", here: "Devant cet écran", playerName: "Nom du joueur", houseRules: "Règles maison", ourRule: "habituelle", yourMove: "À vous :",
  myRooms: "Salles où vous jouez", links: "Inviter", reconnecting: "Nouvel essai …", rematch: "Revanche", rematchNote: "Qui a ouvert la salle peut lancer une revanche et vous envoyer son lien.", spectators: "Spectateurs", withOthers: "À plusieurs", peopleInRoom: "Personnes",
  room: "Salle", forget: "Supprimer", saved: "Vos parties", burned: "Brûlés", person: "personne", people: "personnes", seat: "Place", copyLink: "Copier le lien", copied: "Copié", sitDown: "S'asseoir", linksNote: "Chaque lien est une place. Envoyez-en un à chacun.",
};

/** The languages of the page. */
export const languages = { en: ["English", en], de: ["Deutsch", de], fr: ["Français", fr] } as const;
export type Language = keyof typeof languages;

const usual = (): Language => {
  const asked = navigator.language.slice(0, 2);
  return asked in languages ? (asked as Language) : "en";
};

let now: Language = kept.get("language", usual());

/** The reader's language. */
export const language = (): Language => now;

/** A text of the page. */
export const word = (key: keyof Words): string => languages[now][1][key];

/** Changes the language; callers must then redraw. */
export function speak(to: Language): void {
  now = to;
  kept.set("language", to);
  document.documentElement.lang = to;
}

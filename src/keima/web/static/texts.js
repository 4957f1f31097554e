// Every English text of the page.

const percent = (rate) => `${Math.round(rate * 100)} %`;
const colors = { B: "Black", W: "White" };

export const texts = {
  name: "Keima",
  colors,
  percent,
  points: (score) => {
    if (score === null || score === undefined) return "–";
    const size = Math.abs(score).toFixed(1);
    return size === "0.0" ? "even" : `${score > 0 ? "B" : "W"}+${size}`;
  },
  count: (n) => {
    if (n >= 1e6) return `${(n / 1e6).toFixed(1)}M`;
    if (n >= 1e4) return `${Math.round(n / 1e3)}k`;
    if (n >= 1e3) return `${(n / 1e3).toFixed(1)}k`;
    return String(Math.round(n));
  },
  signed: (n) => `${n > 0 ? "+" : n < 0 ? "−" : ""}${Math.abs(n)}`,
  number: (n) => (Number.isInteger(n) ? String(n) : n.toFixed(1)),
  change: (points) => `${points > 0 ? "+" : "−"}${Math.abs(points).toFixed(0)} %`,

  top: {
    new: "New game", open: "Open", save: "Save", games: "Games", help: "Help",
    openTitle: "Open an SGF file (or drop one on the page, or paste it)",
    saveTitle: "Save this game as SGF",
    theme: { auto: "Light or dark: as the system", light: "Light", dark: "Dark" },
    coordinates: "Coordinates on or off",
    sound: "Sound of stones on or off",
    skip: "Go to the board",
  },

  empty: {
    about: "Play against Keima, or drop an SGF file here to review a game.",
    open: "Open a file",
  },

  tabs: { play: "Play", review: "Review", score: "Count", solve: "Solve", label: "What to do" },

  board: {
    label: (width, height) => `Go board, ${width} by ${height}`,
    role: "Go board",
    help: "Arrow keys choose a point, Enter plays there, Escape leaves the board.",
    at: (point, content) => `${point}, ${content}`,
    content: ["empty", "black stone", "white stone"],
    cannot: "not allowed",
    lastMove: "last move",
    confirm: (point) => `Play ${point}`,
    cancel: "Cancel",
  },

  nav: {
    label: "Walk through the game",
    first: "To the start (Home)", back10: "Ten moves back (Page Up)", back: "One move back (←)",
    forward: "One move forward (→)", forward10: "Ten moves forward (Page Down)",
    last: "To the end (End)",
    move: (number, total) => `Move ${number} of ${total}`,
    short: (number, total) => `${number} / ${total}`,
  },

  status: {
    loading: "Loading…",
    none: "No game is open.",
    toPlay: (color) => `${colors[color]} to play`,
    yours: (color) => `Your move, you are ${colors[color]}`,
    thinking: (name) => `${name} is thinking…`,
    waiting: (name) => `It is the turn of ${name}: let it move, or move yourself`,
    counting: "Counting: tap groups that are dead, or alive again",
    over: (result) => `The game is over: ${result}`,
    passed: "Both have passed: the game ends here.",
    played: (color, move) => `${colors[color]} ${move === "pass" ? "passed" : `played ${move}`}.`,
    captured: (color, n) => `${colors[color]} took ${n} ${n === 1 ? "stone" : "stones"}.`,
    start: "Start of the game.",
    lost: "The connection to Keima is lost. It comes back as soon as the server runs again.",
    deleted: "This game was deleted.",
    engine: (error) => `The engine stopped: ${error}`,
    fault: (fault) => `The record goes no further, ${fault}`,
  },

  /** "B+3.5" as a sentence. */
  result: (text) => {
    const match = /^([BW])\+(.*)$/.exec(text ?? "");
    if (!match) return text === "0" || text === "Draw" ? "a draw" : (text ?? "no result");
    const [, color, by] = match;
    if (/^r/i.test(by)) return `${colors[color]} wins by resignation`;
    if (/^t/i.test(by)) return `${colors[color]} wins on time`;
    if (/^f/i.test(by)) return `${colors[color]} wins by forfeit`;
    if (by === "") return `${colors[color]} wins`;
    return `${colors[color]} wins by ${by} ${by === "1" ? "point" : "points"}`;
  },

  players: {
    human: "Human", you: "You", engine: "Engine",
    captures: (n) => `${n} ${n === 1 ? "prisoner" : "prisoners"}`,
    level: (level) => {
      if (!level) return "Full strength";
      return `${parseInt(level, 10)} ${level.endsWith("d") ? "dan" : "kyu"}`;
    },
    shown: (profile, level) => (level ? `${profile} ${level}` : profile),
    clock: (seconds) => {
      const whole = Math.max(0, Math.ceil(seconds));
      const minutes = Math.floor(whole / 60);
      const rest = String(whole % 60).padStart(2, "0");
      if (minutes < 60) return `${minutes}:${rest}`;
      return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
    },
    periods: (n) => `× ${n}`,
    /** The periods that wait behind the main time. */
    spare: (n, length) => `+ ${n}×${texts.players.clock(length)}`,
    time: (color, text) => `${colors[color]}'s time: ${text}`,
  },

  editor: {
    player: (color) => `${colors[color]} is played by`,
    human: "a human",
    opponent: "Opponent",
    strength: "Strength",
    weaker: "beginner", stronger: "full",
    seconds: "Seconds a move", playouts: "Playouts a move", auto: "as the player likes",
    more: "Time and playouts",
  },

  newGame: {
    title: "New game",
    size: "Board", other: "Other", width: "Width", height: "Height",
    you: "You play", black: "Black", white: "White", random: "Either", both: "Both", none: "Neither",
    opponent: "Opponent", blackPlayer: "Black", whitePlayer: "White",
    rules: "Rules", komi: "Komi", komiAuto: "of the rules", handicap: "Handicap", even: "none",
    stones: (n) => `${n} stones`,
    clock: "Clock", clocks: { none: "none", byoyomi: "byo-yomi", fischer: "increment" },
    main: "Minutes", byoyomi: "Seconds a period", periods: "Periods", increment: "Seconds a move",
    more: "Rules, komi, handicap, clock",
    start: "Start", cancel: "Cancel", close: "Close",
    rulesNames: {
      aga: "AGA", bga: "BGA", "aga-button": "AGA with a button", "chinese-ogs": "Chinese (OGS)", "chinese-kgs": "Chinese (KGS)",
      "new-zealand": "New Zealand", "tromp-taylor": "Tromp-Taylor", "migos-basic": "Migos (basic ko)", "migos-ssk": "Migos (superko)",
    },
    rulesName: (name) => texts.newGame.rulesNames[name] ?? name.replace(/[-_]/g, " ").replace(/^./, (c) => c.toUpperCase()),
  },

  play: {
    pass: "Pass", undo: "Undo", hint: "Hint", resign: "Resign", stop: "Stop", move: "Play for me", moveOther: "Let it move",
    count: "Count", resume: "Go on",
    passTitle: "Pass (P)", undoTitle: "Take back (U)", hintTitle: "What would Keima play? (H)",
    resignTitle: "Give up", stopTitle: "Let the engine stop thinking",
    moveTitle: "Let the engine play this move",
    sure: "Resign?", yes: "Yes, resign", no: "No",
    hinting: "Keima looks for a move…",
    hinted: (hint) => `Hint: ${hint.move}`,
    hintWords: (hint, color) => {
      const rate = color === "B" ? hint.winrate : 1 - hint.winrate;
      const score = texts.points(hint.score);
      return `${percent(rate)} for ${colors[color]}${score === "–" ? "" : `, ${score}`}`;
    },
    players: "Players",
    game: "Game",
    facts: (state) => [
      `${state.width}×${state.height}`, `${texts.newGame.rulesName(state.rules)} rules`, `komi ${state.komi}`,
      state.handicap ? `${state.handicap} stones` : "", state.result ?? "",
    ].filter(Boolean).join(", "),
    comment: "Comment",
  },

  review: {
    analyse: "Analyse", stop: "Stop", analyseTitle: "Analysis on or off (Space)",
    all: "Whole game", allTitle: "Analyse every move of this line, for the graph and the mistakes",
    profile: "Player that analyses",
    view: "On the board",
    views: {
      moves: "Best moves", ownership: "Ownership", territory: "Territory", policy: "Policy", priors: "Priors",
      rave: "RAVE", criticality: "Criticality", visits: "Visits", none: "Nothing",
    },
    viewHelp: {
      moves: "",
      ownership: "Dark squares are Black's points in the end, light ones White's; the larger, the surer.",
      territory: "The same by a small learned estimate, without a search.",
      policy: "What the network or, without one, the playouts would play at once, in percent.",
      priors: "What the search believed before it looked, in percent.",
      rave: "Win rate of games in which this point was played at any time, in percent.",
      criticality: "How much owning this point decides the game; diamonds are negative.",
      visits: "Share of the visits, in percent.",
      none: "",
    },
    noView: (profile, view) => `${profile} has no ${texts.review.views[view]} view.`,
    useOther: (profile) => `Analyse with ${profile}`,
    /** Who has what others have not. */
    keepers: { policy: "classic", priors: "classic", rave: "classic", criticality: "matilda", ownership: "classic" },
    startFirst: "Start the analysis to see this.",
    shownMoves: "Moves",
    columns: { move: "Move", win: (color) => `${colors[color]} wins`, score: "Score", visits: "Visits", prior: "Prior" },
    none: "Analyse shows the best moves of this position, Whole game finds the mistakes.",
    summary: (a) => `${texts.count(a.visits)} visits with ${a.profile}`,
    win: (rate) => `Black ${percent(rate)}`,
    line: (move) => `Expected play after ${move}`,
    expected: "Expected play",
    running: "Analysing… The first numbers come in a moment.",
    ended: "The game has ended here. Go back a move to analyse, or count it.",
    graph: "Win rate and score",
    winrate: "Black's win rate", score: "Score",
    allProgress: "Positions that are analysed",
    whole: (done, of) => `Analysing the whole game: ${done} of ${of} positions.`,
    mistakesHead: (n) => (n ? `Mistakes: the ${n === 1 ? "one" : n} that cost most` : "Mistakes"), noMistakes: "No large mistakes among the moves that were analysed.",
    mistake: (number, color, move) => `${number}. ${colors[color]} ${move}`,
    loss: (loss) => `−${Math.round(loss * 100)} %`,
    lossPoints: (points) => `${points.toFixed(1)} points`,
    tree: "Variations", treeLabel: "Tree of variations",
    promote: "Make main line", remove: "Delete from here", sureRemove: "Delete this move and all after it?",
    yesRemove: "Delete", noRemove: "Keep",
    comment: "Comment", commentHint: "What do you think of this position?",
    commentCut: "This comment is too long to be shown whole or changed here. Saved files have all of it.",
    node: (number, color, move) => `${number}. ${colors[color] ?? ""} ${move}`,
    stopped: (why) => `Analysis has ended: ${why}`,
  },

  score: {
    begin: "Count the position",
    about: "Keima marks the stones that are dead; you correct it by tapping groups.",
    accept: "Accept the result", resume: "Go on playing", rules: "Count by",
    title: "Count", black: "Black", white: "White", total: "Total",
    labels: {
      stones: "Stones on the board", territory: "Territory", prisoners: "Prisoners",
      dead: "Dead stones", komi: "Komi", handicap: "Handicap", tax: "Group tax", button: "Button",
    },
    why: {
      stones: "living stones, one point each", territory: "empty points that only one side surrounds",
      prisoners: "stones taken during the game", dead: "the opponent's stones that are dead",
      komi: "for moving second", handicap: "for the stones given", tax: "two points for each group",
      button: "for taking the button",
    },
    dead: (n) => (n === 0 ? "No stones are marked as dead." : `${n} ${n === 1 ? "stone is" : "stones are"} marked as dead.`),
    marking: "Keima looks for dead stones…",
    legend: "Small squares are points; crossed stones are dead.",
    neutral: (n) => `${n} empty ${n === 1 ? "point is" : "points are"} nobody's.`,
    unfinished: "Large areas are open: the game does not look finished, and the count says little.",
    marked: (point, dead) => `The group at ${point} is ${dead ? "dead" : "alive"}.`,
  },

  solve: {
    begin: "Solve this position", stop: "Stop",
    about: "On boards of up to 5×5 Keima proves what every move is worth when both sides play their best.",
    aboutMore: "What the numbers mean",
    more: [
      "Numbers are points for the side to move, komi included. The best moves have a ring.",
      "Small broken rings are not proved yet: “≥+3” is 3 points or more, “≤−1” a loss of 1 or more, “?” anything.",
      "Walk through the game, or try moves: each position is solved as you come to it. What is proved is kept, also for another day.",
      "A ko may be retaken after one move elsewhere, and play without end is a draw.",
    ],
    tooLarge: (points) => `This board is larger than ${points} points. Try a small one:`,
    small: (width, height) => `${width}×${height}`,
    begun: "Solving…",
    working: (n, all) => `Solving… ${n} of ${all} moves are proved.`,
    at: (move, depth, positions) => `Now ${move}, ${depth} ${depth === 1 ? "move" : "moves"} deep: ${texts.count(positions)} positions.`,
    progress: "Moves that are proved",
    backward: (positions) => `${texts.count(positions)} positions so far.`,
    /** What is known of a move that is not proved, in few letters, for the side to move. */
    bound: ({ lower, upper }, sign) => {
      const [least, most] = sign > 0 ? [lower, upper] : [upper, lower];
      if (least !== null && most !== null && sign * (most - least) <= 9) return `${texts.signed(sign * least)}…${texts.signed(sign * most)}`;
      if (least !== null) return `≥${texts.signed(sign * least)}`;
      return most !== null ? `≤${texts.signed(sign * most)}` : "?";
    },
    between: (lower, upper) => {
      if (lower === null && upper === null) return texts.solve.unknown;
      if (upper === null) return `${texts.solve.result(lower)} or better for Black`;
      if (lower === null) return `${texts.solve.result(upper)} or better for White`;
      return `${texts.solve.result(lower)} to ${texts.solve.result(upper)}`;
    },
    result: (value) => (value === 0 ? "0" : `${value > 0 ? "B" : "W"}+${texts.number(Math.abs(value))}`),
    done: "Every move is proved.",
    stopped: (n, all) => `${n} of ${all} moves are proved.`,
    value: (text) => `With best play: ${text}`,
    columns: { move: "Move", value: "Result" },
    unknown: "not known yet",
    best: "best", bestSoFar: "best so far",
  },

  games: {
    /** Who plays, for a game without a title. */
    players: ({ B, W }) => {
      const name = (player) => (player.kind === "engine" ? texts.players.shown(player.profile, player.level) : texts.players.you);
      return B.kind === "human" && W.kind === "human" ? "Two players" : `${name(B)} – ${name(W)}`;
    },
    title: "Games", open: "Open", remove: "Delete", none: "No games yet.", sure: "Delete?",
    moves: (n) => `${n} ${n === 1 ? "move" : "moves"}`,
    changed: (date) => date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
    close: "Close", yes: "Delete", keep: "Keep",
  },

  help: {
    title: "Keys and touch",
    keys: [
      ["← →", "one move back, forward"],
      ["↑ ↓", "previous, next variation"],
      ["Home End", "to the start, to the end"],
      ["Page Up, Page Down", "ten moves back, forward"],
      ["P", "pass"],
      ["U", "undo"],
      ["H", "hint"],
      ["Space", "analysis on or off"],
      ["N", "new game"],
      ["O", "open an SGF file"],
      ["1 2 3 4", "play, review, count, solve"],
      ["Tab to the board, arrows, Enter", "choose a point and play it by keys"],
      ["?", "this page"],
    ],
    touch: "On large boards a first tap chooses a point and a second one plays there.",
    files: "Drop an SGF file anywhere on the page, or paste its text, to review it.",
    close: "Close",
  },

  drop: "Drop the SGF file to review it",
  dismiss: "Dismiss",

  errors: {
    unreachable: "Keima's server does not answer. Is it still running?",
    late: "Keima's server does not answer in time. Try again.",
    nonsense: (status) => `The server's answer makes no sense (status ${status}).`,
    notSgf: (name) => `${name} does not look like an SGF file: it should begin with "(;".`,
    large: (name) => `${name} is too large: at most 2 MB.`,
    number: (label, least, most) => `${label} must be a number from ${least} to ${most}.`,
    counting: "The game is being counted: accept the result or go on playing first, under Count.",
    notYours: "The engine is thinking. Wait for its move, or press Stop.",
    illegal: (point) => `${point} is not allowed here.`,
  },
};

/**
 * A panel for development: records the running app, and shows a tape, entry by entry, with the state of the app after
 * each. It needs no framework, changes nothing of the page, and shows a file without the app, too.
 */
import type { App } from '../app';
import type { FlowsConfig } from '../cli/config';
import { TapeError } from '../format';
import { cutState } from '../keep';
import type { MachineWatch } from '../machines';
import { linesOf, readTape } from '../read';
import { createRecorder, type Recorder, type RecorderOptions } from '../record';
import { copiedTest } from './copiedTest';
import { createDetail } from './detail';
import { button, element } from './element';
import { createFilter } from './filter';
import { createRowsView } from './rowsView';
import { createShownStore, type ShownStore } from './shownStore';
import { locationOf, sourceOf } from './source';
import { STYLES } from './styles';
import { moveOf, recordSources, rowOf, stateAt, traceOf, type Move, type Row, type Sources, type Trace } from './trace';

export type { ShownStore } from './shownStore';

/** A tape as a file. */
export interface OpenTape {
  readonly name: string;
  readonly text: string;
}

export interface PanelOptions {
  /**
   * Records the app that contains the panel, from its first effect on; with `last`, its last minutes, which can be
   * saved at any time.
   */
  readonly recorder?: Omit<RecorderOptions, 'onEntry'>;
  /** The app as replays boot it. Without it a tape is shown as it is written. */
  readonly app?: App;
  /** Shows the app over this store, for "Replay to here". */
  readonly show?: (store: ShownStore) => void;
  /**
   * Instead of `show`, for an app that needs a separate page for it. Returns false if the tape is too large for that
   * page.
   */
  readonly replay?: (tape: OpenTape, at: number) => boolean;
  /** The page only shows a replay: `show` is called with the selected entry. */
  readonly isReplay?: boolean;
  /** Begins a new recording; without it the page is loaded again. */
  readonly record?: () => void;
  /** Makes the panel closable; called after it was closed. */
  readonly onClose?: () => void;
  /** How a copied test imports the app, and what it asserts about the final state. */
  readonly test?: FlowsConfig['test'];
  /**
   * The address that opens a line in an editor, such as `vscode://file/…`; requires babel-plugin-redux-saga. Without it
   * the function is printed to the console, which links to its source.
   */
  readonly editor?: (file: string, line: number) => string;
  /** Fills the page, for a page that only shows tapes. */
  readonly isPage?: boolean;
}

export interface Panel extends Pick<Recorder, 'sagaMonitor' | 'effectMiddlewares' | 'wrap'> {
  /** To be called at each step of a machine, so that machines have lanes while the app is recorded. */
  readonly machineWatch: MachineWatch;
  /** Puts the panel into the page. Returns the function that removes it. */
  readonly mount: (place?: HTMLElement) => () => void;
  /** Shows this tape at this entry, or at its end. Returns false, with a notice, for a file that is not a tape. */
  readonly open: (name: string, text: string, at?: number) => Promise<boolean>;
  /** Shows a notice. */
  readonly say: (text: string, isBad?: boolean) => void;
}

type Moves = ReadonlyMap<number, readonly Move[]>;

const ENDING = '.tape.jsonl';
/** Limits drawing, which for each entry would keep the page busy. */
const DRAW_EVERY_MS = 100;
/** Delay between entries while playing: slow enough to follow. */
const STEP_MS = 150;

/** With a recorder, pass its hooks to `createSagaMiddleware`. */
export function createPanel(options: PanelOptions = {}): Panel {
  const { recorder: recorded, app, show, replay, isReplay = false, onClose, editor, isPage = false } = options;
  const isKeeping = recorded?.last !== undefined;
  const sources: Sources = new Map();
  const shown = createShownStore();
  let rows: Row[] = [];
  let tape: OpenTape | null = null;
  let trace: Trace | null = null;
  /** The machines' steps of the running recording. */
  const liveMoves = new Map<number, readonly Move[]>();
  let lanes = new Set<string>();
  let at = 0;
  let breakAt = 0;
  let isRecording = recorded !== undefined && !isKeeping;
  let isPlaying = false;
  let isWaiting = false;
  let isOpen = isPage;
  let notice = { text: '', isBad: false };

  const recorder = createRecorder({
    app: app?.name ?? 'app',
    ...recorded,
    ...(isRecording && { onEntry: entryRecorded }),
  });
  function entryRecorded(entry: Row['entry']): void {
    if (!isRecording) return;
    const row = rowOf(entry, rows.length + 1);
    rows.push(row);
    filter.note(row);
    drawSoon();
  }

  const say = (text: string, isBad = false) => {
    notice = { text, isBad };
    draw();
  };
  const failed = (error: unknown) => say(error instanceof Error ? error.message : String(error), true);

  const filter = createFilter(() => draw());
  const view = createRowsView(goTo);
  const detail = createDetail();
  const status = element('p', { class: 'notice', role: 'status' });
  const title = element('span', { class: 'title' });
  const toggle = button('Timeline', () => {
    isOpen = !isOpen;
    draw();
  });
  const stop = button('Stop', () => void finish());
  const record = button('Record', () => (options.record ?? reload)());
  record.title = 'Loads the page again, so that the app is recorded from its first step.';
  const saveLast = button('Save the last minutes', () => saveTheLast());
  const playing = button('Play', () => void playOn());
  const back = button('‹', () => step(-1), 'One entry back');
  const on = button('›', () => step(1), 'One entry on');
  const slider = element('input', { type: 'range', 'aria-label': 'Entry', min: '1' });
  const count = element('span', { class: 'count' });
  const save = button('Save', () => tape && download(tape));
  const copy = button('Copy as test', () => void copyTest());
  const here = button('Replay to here', () => replayHere());
  const breaking = button('Break here', () => void breakHere());
  const source = button('Source', jump);
  const file = element('input', { type: 'file', accept: '.jsonl' });
  const open = element('label', { class: 'file' }, 'Open a tape', file);
  const close = button('Close', () => {
    isPlaying = false;
    panel.remove();
    onClose?.();
  });
  const player = element('div', { class: 'bar' }, playing, back, slider, on, count);
  const main = element('div', { class: 'bar' }, title, stop, record, saveLast, toggle, open, save, copy, here, close);
  const tools = element('div', { class: 'bar' }, ...filter.fields, breaking, source);
  const body = element('div', { class: 'body' }, view.root, detail.root);
  const panel = element('section', { class: 'panel', 'aria-label': 'Saga tapes' }, tools, body, status, player, main);

  slider.addEventListener('input', () => {
    isPlaying = false;
    goTo(Number(slider.value));
  });
  file.addEventListener('change', () => {
    const chosen = file.files?.[0];
    if (chosen === undefined) return;
    void chosen.text().then((text) => take(chosen.name, text), failed);
    // Allows choosing the same file again.
    file.value = '';
  });
  // Keeps what is typed here from the app's own shortcuts.
  for (const kind of ['keydown', 'keypress', 'keyup']) panel.addEventListener(kind, (event) => event.stopPropagation());

  function draw(): void {
    panel.className = `panel${isPage ? ' is-page' : ''}${isOpen || tape !== null ? '' : ' is-small'}`;
    title.textContent = titleText();
    status.textContent = notice.text;
    status.toggleAttribute('data-bad', notice.isBad);
    stop.hidden = !isRecording;
    record.hidden = isRecording || recorded === undefined;
    saveLast.hidden = !isKeeping;
    open.hidden = isRecording;
    toggle.hidden = isPage || (tape === null && !isRecording);
    toggle.setAttribute('aria-expanded', String(isOpen));
    player.hidden = save.hidden = copy.hidden = tape === null;
    here.hidden = tape === null || isReplay || (show === undefined && replay === undefined);
    here.disabled = breaking.disabled = trace === null;
    close.hidden = onClose === undefined;
    playing.textContent = isPlaying ? 'Pause' : 'Play';
    back.disabled = at <= 1;
    on.disabled = at >= rows.length;
    slider.max = String(Math.max(rows.length, 1));
    slider.value = String(Math.max(at, 1));
    count.textContent = `${at} of ${rows.length}`;
    body.hidden = tools.hidden = !isOpen;
    if (!isOpen) return;
    const row = rows[at - 1];
    source.disabled = sourceOf(sources, row) === undefined;
    filter.offer();
    view.show({
      rows: filter.of(rows),
      at,
      lanes: [...lanes],
      moves: moves(),
      breakAt,
      isFollowing: isRecording,
    });
    detail.show({ row: row ?? null, rows, trace });
  }
  function titleText(): string {
    const all = `${rows.length.toLocaleString('en')} entries`;
    if (isRecording) return `Recording, ${all}`;
    if (tape !== null) return isReplay ? `Replay of ${tape.name}. The app only shows it.` : `${tape.name}, ${all}`;
    return isKeeping ? 'The last minutes are kept' : 'No tape';
  }
  const moves = (): Moves => (tape === null ? liveMoves : (trace?.moves ?? new Map()));
  function drawSoon(): void {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      const problem = recorder.problem();
      if (problem) notice = { text: `The recording is lost: ${problem.message}. The app goes on.`, isBad: true };
      draw();
    }, DRAW_EVERY_MS);
  }

  function goTo(nth: number): void {
    at = nth;
    draw();
    if (isReplay) showHere();
  }
  function step(by: 1 | -1): void {
    isPlaying = false;
    goTo(Math.min(Math.max(at + by, 1), rows.length));
  }
  /** False if there is no state to show. */
  function showHere(): boolean {
    // Before the sagas rest for the first time there is no state.
    const rested = trace && (stateAt(trace.states, at) ?? trace.states[0]);
    if (!rested) return false;
    show?.(shown(rested));
    return true;
  }
  async function take(name: string, text: string, nth?: number): Promise<boolean> {
    try {
      const { header, entries } = readTape(name, linesOf(text));
      // Reads all of it first, so that an invalid file changes nothing.
      const read = [...entries].map((entry, index) => rowOf(entry, index + 1));
      if (isRecording) recorder.stop();
      isRecording = isPlaying = false;
      [rows, tape, trace, breakAt] = [read, { name, text }, null, 0];
      filter.clear();
      read.forEach(filter.note);
      lanes = new Set();
      isOpen ||= !isReplay;
      if (header.cut) {
        trace = { states: [{ at: 0, state: cutState(header.cut), machines: {} }], moves: new Map(), divergence: null };
        notice = {
          text: 'This tape has the last minutes only: it can be read, over the state where it begins.',
          isBad: false,
        };
      } else if (app) {
        trace = await traceOf(app, name, text, { sources });
        const { divergence } = trace;
        notice = {
          text: divergence === null ? '' : `The app of today does not go along with it: ${divergence}`,
          isBad: divergence !== null,
        };
      } else
        notice = { text: 'Shown as it is written. With the app, states and machines are shown, too.', isBad: false };
      lanes = new Set([...(trace?.moves.values() ?? [])].flatMap((all) => all.map(({ machine }) => machine)));
      goTo(Math.min(Math.max(nth ?? rows.length, 1), rows.length));
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }
  async function finish(): Promise<void> {
    recorder.stop();
    isRecording = false;
    try {
      await take(`recorded${ENDING}`, recorder.finish());
    } catch (error) {
      failed(error);
    }
  }
  function saveTheLast(): void {
    const name = `last-minutes${ENDING}`;
    try {
      const text = recorder.finish();
      const { cut } = readTape(name, linesOf(text)).header;
      download({ name, text });
      say(
        cut
          ? `The last ${recorded?.last?.minutes ?? ''} minutes are saved. They begin in the middle, so the tape can be read, but not played.`
          : 'Everything since the page was loaded is saved: the tape can be played.',
      );
    } catch (error) {
      failed(error);
    }
  }
  async function playOn(): Promise<void> {
    isPlaying = !isPlaying;
    if (isPlaying && at >= rows.length) goTo(1);
    while (isPlaying && at < rows.length) {
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      if (!isPlaying) break;
      goTo(at + 1);
      if (at === breakAt) break;
    }
    isPlaying = false;
    draw();
  }
  async function copyTest(): Promise<void> {
    if (tape === null) return;
    try {
      await navigator.clipboard.writeText(await copiedTest(app, options.test, tape.name, tape.text));
      say(`The test is copied. Save the tape as ${tape.name} beside it.`);
    } catch (error) {
      if (error instanceof TapeError) return failed(error);
      say('The browser did not let this page copy. Save the tape, and run: npx saga-tapes to-test', true);
    }
  }
  function replayHere(): void {
    if (tape === null) return;
    if (replay) {
      if (!replay(tape, at))
        say('A tape of this size cannot be given to the page of the replay. Save it instead.', true);
    } else if (showHere()) say(`The app is shown as it was after entry ${at}.`);
  }
  async function breakHere(): Promise<void> {
    if (tape === null || app === undefined) return;
    breakAt = breakAt === at ? 0 : at;
    draw();
    if (breakAt === 0) return;
    await traceOf(app, tape.name, tape.text, { breakAt }).catch(failed);
    say(`Played up to entry ${breakAt}. With the developer tools open it stopped there.`);
  }
  function jump(): void {
    const fn = sourceOf(sources, rows[at - 1]);
    if (fn === undefined) return;
    const location = locationOf(fn);
    if (location && editor) return void window.open(editor(location.fileName, location.lineNumber));
    // eslint-disable-next-line no-console -- its tools open the source of what is printed
    console.info(fn);
    say(`${fn.name} is printed to the console, where a click opens its source.`);
  }

  return {
    sagaMonitor: recordSources(recorder.sagaMonitor, sources),
    effectMiddlewares: recorder.effectMiddlewares,
    wrap: recorder.wrap,
    machineWatch(machine, _chart, _before, event, after) {
      const nth = rows.length;
      if (!isRecording || nth === 0) return;
      liveMoves.set(nth, [...(liveMoves.get(nth) ?? []), moveOf(machine, event, after)]);
      lanes.add(machine);
      drawSoon();
    },
    mount(place = document.body) {
      const host = element('div', { 'data-saga-tapes': '' });
      const root = host.attachShadow({ mode: 'open' });
      // A page's content policy allows this, but not a style element.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLES);
      root.adoptedStyleSheets = [sheet];
      root.append(panel);
      place.append(host);
      draw();
      return () => host.remove();
    },
    open: take,
    say,
  };
}

function reload(): void {
  window.location.reload();
}

function download({ name, text }: OpenTape): void {
  const url = URL.createObjectURL(new Blob([text]));
  element('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

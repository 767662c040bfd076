/**
 * A panel for development: records the running app, and shows a tape, entry by entry, with what the app came to. It needs
 * no framework, changes nothing of the page, and shows a file without the app, too.
 */
import type { App, StoreLike } from '../app';
import { toTest } from '../cli/toTest';
import { addressOf, TapeError } from '../format';
import { cutState } from '../keep';
import { play } from '../play';
import { linesOf, readTape } from '../read';
import { createRecorder, type Recorder, type RecorderOptions } from '../record';
import { createDetail } from './detail';
import { button, choice, element } from './element';
import { createRowsView } from './rowsView';
import { STYLES } from './styles';
import { KINDS, noting, rowOf, traceOf, type Row, type Sources, type Trace } from './trace';

export interface PanelOptions {
  /** Records the app that the panel stands in, from its first effect on. */
  readonly recorder?: Omit<RecorderOptions, 'onEntry'>;
  /** The app as replays boot it. Without it a tape is shown as it is written. */
  readonly app?: App;
  /** Shows the app over the store of a replay, for "Replay to here"; the sagas of that store wait. */
  readonly show?: (store: StoreLike) => void;
  /**
   * The address that opens this line in an editor, as `vscode://file/…`; known where babel-plugin-redux-saga is in use. Otherwise
   * the function is printed to the console, whose tools open it.
   */
  readonly editor?: (file: string, line: number) => string;
  /** Fills the page, for a page that is there for tapes only. */
  readonly isPage?: boolean;
}

export interface Panel extends Pick<Recorder, 'sagaMonitor' | 'effectMiddlewares' | 'wrap'> {
  /** Puts the panel into the page. Returns what takes it away again. */
  readonly mount: (place?: HTMLElement) => () => void;
  /** Shows this tape. False, with a notice, for a file that is none. */
  readonly open: (name: string, text: string) => Promise<boolean>;
}

const NO_MOVES: Trace['moves'] = new Map();
const ENDING = '.tape.jsonl';
/** Not for each entry, which would keep the page busy. */
const DRAW_EVERY_MS = 100;
const STEP_MS = 150;
const LOCATION = '@@redux-saga/LOCATION';

/** With a recorder its hooks have to be given to `createSagaMiddleware`. */
export function createPanel({ recorder: recorded, app, show, editor, isPage = false }: PanelOptions = {}): Panel {
  const sources: Sources = new Map();
  let rows: Row[] = [];
  let tape: { readonly name: string; readonly text: string } | null = null;
  let trace: Trace | null = null;
  let at = 0;
  let breakAt = 0;
  let isRecording = recorded !== undefined;
  let isPlaying = false;
  let isWaiting = false;
  let isOpen = isPage;
  let notice: { readonly text: string; readonly isBad: boolean } = {
    text: '',
    isBad: false,
  };

  const recorder = createRecorder({
    app: app?.name ?? 'app',
    ...recorded,
    onEntry(entry) {
      if (!isRecording) return;
      rows.push(rowOf(entry, rows.length + 1));
      drawSoon();
    },
  });

  const say = (text: string, isBad = false) => {
    notice = { text, isBad };
    draw();
  };
  const failed = (error: unknown) => say(error instanceof Error ? error.message : String(error), true);

  const search = element('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search entries',
  });
  const kind = choice('Kind of entry', 'All kinds', () => draw());
  const saga = choice('Saga', 'All sagas', () => draw());
  const view = createRowsView(goTo);
  const detail = createDetail();
  const status = element('p', { class: 'notice', role: 'status' });
  const count = element('span', { class: 'quiet' });
  const toggle = button('Timeline', () => {
    isOpen = !isOpen;
    draw();
  });
  const stop = button('Stop', () => void finish());
  const again = button('Record again', () => window.location.reload());
  const playing = button('Play', () => void playOn());
  const save = button('Save', download);
  const copy = button('Copy as test', () => void copyTest());
  const here = button('Replay to here', () => void replayHere());
  const breaking = button('Break here', () => void breakHere());
  const source = button('Source', jump);
  const file = element('input', { type: 'file', accept: '.jsonl' });
  const open = element('label', { class: 'file' }, 'Open a tape', file);
  const main = element('div', { class: 'bar' }, count, stop, again, toggle, open, save, copy);
  const tools = element('div', { class: 'bar' }, search, kind.root, saga.root, playing, breaking, here, source);
  const body = element('div', { class: 'body' }, view.root, detail.root);
  const panel = element('section', { class: 'panel', 'aria-label': 'Saga tapes' }, tools, body, status, main);

  search.addEventListener('input', () => draw());
  file.addEventListener('change', () => {
    const chosen = file.files?.[0];
    if (chosen === undefined) return;
    void chosen.text().then((text) => take(chosen.name, text), failed);
    // Allows choosing the same file again.
    file.value = '';
  });

  const sagaOfRow = ({ lineage }: Row) => lineage.at(-1) ?? '';
  function filtered(): readonly Row[] {
    const word = search.value.trim().toLowerCase();
    if (word === '' && kind.root.value === '' && saga.root.value === '') return rows;
    return rows.filter(
      (row) =>
        (kind.root.value === '' || row.kind === kind.root.value) &&
        (saga.root.value === '' || sagaOfRow(row) === saga.root.value) &&
        `${row.text} ${row.lineage.join(' ')} ${JSON.stringify(row.entry)}`.toLowerCase().includes(word),
    );
  }
  function lanes(): readonly string[] {
    return [...new Set([...(trace?.moves.values() ?? [])].flatMap((moves) => moves.map(({ machine }) => machine)))];
  }

  function draw(): void {
    panel.className = `panel${isPage ? ' is-page' : ''}${isOpen ? '' : ' is-small'}`;
    const all = rows.length.toLocaleString('en');
    count.textContent = isRecording
      ? `Recording, ${all} entries`
      : tape === null
        ? 'No tape'
        : `${tape.name}, ${all} entries`;
    status.textContent = notice.text;
    status.toggleAttribute('data-bad', notice.isBad);
    stop.hidden = !isRecording;
    again.hidden = isRecording || recorded === undefined;
    toggle.hidden = isPage;
    toggle.setAttribute('aria-expanded', String(isOpen));
    for (const one of [save, copy]) one.hidden = tape === null;
    for (const one of [playing, here, breaking]) one.disabled = trace === null;
    here.hidden = show === undefined;
    playing.textContent = isPlaying ? 'Pause' : 'Play';
    body.hidden = tools.hidden = !isOpen;
    if (!isOpen) return;
    const row = rows[at - 1];
    source.disabled = row === undefined || !sources.has(functionOf(row));
    kind.offer(KINDS.filter((one) => rows.some((other) => other.kind === one)));
    saga.offer([...new Set(rows.map(sagaOfRow))].filter(Boolean).sort());
    view.show({
      rows: filtered(),
      at,
      lanes: lanes(),
      moves: trace?.moves ?? NO_MOVES,
      breakAt,
    });
    detail.show({ row: row ?? null, rows, trace });
  }
  function drawSoon(): void {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      const problem = recorder.problem();
      if (problem)
        notice = {
          text: `The recording is lost: ${problem.message}. The app goes on.`,
          isBad: true,
        };
      draw();
    }, DRAW_EVERY_MS);
  }

  function goTo(nth: number): void {
    at = nth;
    draw();
  }
  async function take(name: string, text: string): Promise<boolean> {
    try {
      const { header, entries } = readTape(name, linesOf(text));
      // All of it is read before anything changes, so a file that is no tape leaves everything as it is.
      const read = [...entries].map((entry, nth) => rowOf(entry, nth + 1));
      recorder.stop();
      isRecording = isPlaying = false;
      [rows, tape, trace, at, breakAt, isOpen] = [read, { name, text }, null, read.length, 0, true];
      if (header.cut) {
        trace = {
          stands: [{ at: 0, state: cutState(header.cut), machines: {} }],
          moves: new Map(),
          divergence: null,
        };
        say('This tape has the last minutes only: it can be read, over the state where it begins.');
      } else if (app) {
        trace = await traceOf(app, name, text, { sources });
        if (trace.divergence === null) say('');
        else say(`The app of today does not go along with it: ${trace.divergence}`, true);
      } else say('Shown as it is written. With the app, states and machines are shown, too.');
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
  async function playOn(): Promise<void> {
    isPlaying = !isPlaying;
    if (isPlaying && at >= rows.length) at = 0;
    while (isPlaying && at < rows.length) {
      goTo(at + 1);
      if (at === breakAt) break;
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
    isPlaying = false;
    draw();
  }
  function download(): void {
    if (tape === null) return;
    const url = URL.createObjectURL(new Blob([tape.text]));
    const link = element('a', { href: url, download: tape.name });
    link.click();
    URL.revokeObjectURL(url);
  }
  async function copyTest(): Promise<void> {
    if (tape === null) return;
    const name = tape.name.replace(ENDING, '');
    try {
      await navigator.clipboard.writeText(await testOf(app, name, tape.text));
      say(`The test is copied. Save the tape as ${name}${ENDING} beside it.`);
    } catch (error) {
      if (error instanceof TapeError) return failed(error);
      say('The browser did not let this page copy. Save the tape, and run: npx saga-tapes to-test', true);
    }
  }
  async function replayHere(): Promise<void> {
    if (tape === null || app === undefined || show === undefined) return;
    let store: StoreLike | null = null;
    const watched: App = {
      ...app,
      boot(harness, given) {
        const booted = app.boot(harness, given);
        store = booted.store;
        return booted;
      },
    };
    try {
      await play(watched, readTape(tape.name, linesOf(tape.text)), {
        upTo: at,
        keepRunning: true,
      });
      if (store !== null) show(store);
      say(`The app is shown as it was after entry ${at}.`);
    } catch (error) {
      failed(error);
    }
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
    const fn = sources.get(functionOf(rows[at - 1]));
    if (fn === undefined) return;
    const location = (
      fn as {
        readonly [LOCATION]?: {
          readonly fileName: string;
          readonly lineNumber: number;
        };
      }
    )[LOCATION];
    if (location && editor) return void window.open(editor(location.fileName, location.lineNumber));
    // eslint-disable-next-line no-console -- its tools open the source of what is printed
    console.info(fn);
    say(`${fn.name} is printed to the console, where a click opens its source.`);
  }

  return {
    sagaMonitor: noting(recorder.sagaMonitor, sources),
    effectMiddlewares: recorder.effectMiddlewares,
    wrap: recorder.wrap,
    mount(place = document.body) {
      const host = element('div');
      host.attachShadow({ mode: 'open' }).append(element('style', {}, STYLES), panel);
      place.append(host);
      draw();
      return () => host.remove();
    },
    open: take,
  };
}

/** What was called, or else the saga that did. */
function functionOf(row: Row | undefined): string {
  if (row === undefined) return '';
  const address = addressOf(row.entry);
  const name = address === null ? '' : address.slice(address.lastIndexOf('/') + 1).replace(/^[^:]*:|[(#].*$/g, '');
  return (row.lineage.at(-1) ?? name).replace(/\(.*$/, '');
}

/** By its steps if the app is at hand, else one that replays the file. */
async function testOf(app: App | undefined, name: string, text: string): Promise<string> {
  const { header, entries } = readTape(name, linesOf(text));
  if (app && !header.cut) return toTest({ app, folder: '.' }, name, header, [...entries]);
  return `import { readFileSync } from 'node:fs';
import { linesOf, play, readTape } from 'saga-tapes';
import { app } from './src/sagaTapes.js';

it(${JSON.stringify(name)}, async () => {
  const text = readFileSync(${JSON.stringify(`tapes/${name}${ENDING}`)}, 'utf8');
  expect(await play(app, readTape(${JSON.stringify(name)}, linesOf(text)))).toFinish();
});
`;
}

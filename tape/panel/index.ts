/**
 * A panel for development: records the running app, and shows a tape, entry by entry, with the state of the app after
 * each. It needs no framework, changes nothing of the page, and shows a file without the app, too.
 */
import { cutState } from '../keep';
import { linesOf, readTape } from '../read';
import { createRecorder } from '../record';
import { createControls, type Notice } from './controls';
import { copiedTest, readFrom } from './copiedTest';
import { createDetail } from './detail';
import { element } from './element';
import { createFilter } from './filter';
import type { OpenTape, Panel, PanelOptions } from './options';
import { createRowsView } from './rowsView';
import { createShownStore } from './shownStore';
import { locationOf, sourceOf } from './source';
import { STYLES } from './styles';
import {
  inputAt,
  moveOf,
  recordSources,
  rowOf,
  stateAt,
  traceOf,
  type Move,
  type Row,
  type Sources,
  type Trace,
} from './trace';

export type { OpenTape, Panel, PanelOptions } from './options';
export type { ShownStore } from './shownStore';

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
  let isCut = false;
  let isRecording = recorded !== undefined && !isKeeping;
  let isPlaying = false;
  let isWaiting = false;
  let isOpen = isPage;
  let isLost = false;
  let notice: Notice = { text: '', isBad: false };

  const recorder = createRecorder({
    app: app?.name ?? 'app',
    ...recorded,
    ...(isRecording && { onEntry: entryRecorded }),
    onProblem(problem) {
      recorded?.onProblem?.(problem);
      isLost = !isKeeping;
      isRecording = false;
      const text = isKeeping
        ? 'The minutes kept so far are lost, and new ones are kept from here'
        : 'The recording is lost';
      notice = { text: `${text}: ${problem.message} The app goes on.`, isBad: true };
      drawSoon();
    },
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
  const controls = createControls(
    {
      toggle() {
        isOpen = !isOpen;
        draw();
      },
      stop: () => void finish(),
      record: options.record ?? reload,
      saveLast: saveTheLast,
      openFile: (file) => void file.text().then((text) => take(file.name, text), failed),
      save: () => tape && download(tape),
      copyTest: () => void copyTest(),
      replayHere,
      close() {
        isPlaying = false;
        controls.root.remove();
        onClose?.();
      },
      play: () => void playOn(),
      step: (by) => slideTo(Math.min(Math.max(at + by, 1), rows.length)),
      slideTo,
      breakHere: () => void breakHere(),
      showSource,
    },
    {
      isPage,
      canRecord: recorded !== undefined,
      isKeeping,
      canReplay: !isReplay && (show !== undefined || replay !== undefined),
      canClose: onClose !== undefined,
      fields: filter.fields,
      content: [view.root, detail.root],
    },
  );

  function draw(): void {
    const row = rows[at - 1];
    controls.show({
      title: titleText(),
      notice,
      isOpen,
      isRecording,
      hasTape: tape !== null,
      hasTrace: trace !== null,
      canBreak: trace !== null && !isCut,
      isPlaying,
      at,
      count: rows.length,
      hasSource: sourceOf(sources, row) !== undefined,
    });
    if (!isOpen) return;
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
    if (isLost) return `The recording is lost after ${all}`;
    return isKeeping ? 'The last minutes are kept' : 'No tape';
  }
  const moves = (): Moves => (tape === null ? liveMoves : (trace?.moves ?? new Map()));
  function drawSoon(): void {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      draw();
    }, DRAW_EVERY_MS);
  }

  function goTo(nth: number): void {
    at = nth;
    draw();
    if (isReplay) showHere();
  }
  function slideTo(nth: number): void {
    isPlaying = false;
    goTo(nth);
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
      const opened = { name, text };
      [rows, tape, trace, breakAt] = [read, opened, null, 0];
      isCut = header.cut !== undefined;
      filter.clear();
      read.forEach(filter.note);
      lanes = new Set();
      isOpen ||= !isReplay;
      if (header.cut) {
        trace = {
          states: [{ at: 0, state: cutState(header.cut), machines: {} }],
          moves: new Map(),
          divergence: null,
          hasStopped: false,
        };
        notice = {
          text: 'This tape has the last minutes only: it can be read, over the state where it begins.',
          isBad: false,
        };
      } else if (app) {
        const played = await traceOf(app, name, text, { sources }).catch((error: unknown) => {
          if (tape === opened) throw error;
        });
        // Another tape was opened meanwhile.
        if (played === undefined || tape !== opened) return false;
        trace = played;
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
    const { name, text } = tape;
    let test: string;
    try {
      test = await copiedTest(app, options.test, name, text);
    } catch (error) {
      return failed(error);
    }
    try {
      await navigator.clipboard.writeText(test);
      say(app ? 'The test is copied.' : `The test is copied. Save the tape as ${readFrom(name)}, where it reads it.`);
    } catch {
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
    if (tape === null || app === undefined || trace === null) return;
    const played = tape;
    const input = inputAt(trace.states, at);
    breakAt = breakAt === input ? 0 : input;
    draw();
    if (breakAt === 0) return;
    try {
      const { hasStopped, divergence } = await traceOf(app, played.name, played.text, { breakAt: input });
      // Another tape was opened meanwhile.
      if (tape !== played) return;
      if (hasStopped) say(`Played up to entry ${input}. With the developer tools open it stopped there.`);
      else say(`Entry ${input} was not reached: ${divergence}`, true);
    } catch (error) {
      if (tape === played) failed(error);
    }
  }
  function showSource(): void {
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
      root.append(controls.root);
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

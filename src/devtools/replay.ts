/** Steps through a tape entry by entry: forward the sagas continue, backward they start again. */
import { cutState, linesOf, play, readTape, type App, type Flow, type MachineWatch, type StoreLike } from '../../tape';
import { moveOf, rowOf, withMove, type Row } from './rows';

export interface Look {
  /** How many entries have been played. */
  readonly at: number;
  readonly rows: readonly Row[];
  /** The state of each machine, by its name. */
  readonly states: Readonly<Record<string, string>>;
  readonly store: StoreLike;
  /** The first line of the report where the sagas diverged. */
  readonly divergence: string | null;
  /** The tape has only the last minutes and is not played: the state is that of its beginning, whatever the entry. */
  readonly isCut: boolean;
}

export interface Replay {
  readonly name: string;
  readonly rows: readonly Row[];
  /**
   * Plays up to this entry, or until the sagas diverge. Entries that the sagas pass without waiting cannot be shown one by
   * one, so it may stop some entries later, or, going back from there, at the stop before.
   */
  readonly goTo: (nth: number) => Promise<Look>;
}

/** Reads the whole tape first. Throws TapeError for a file that is not a tape. */
export function openReplay(app: App, name: string, text: string): Replay {
  const { header, entries } = readTape(name, linesOf(text));
  const rows = [...entries].map((entry, index) => rowOf(entry, index + 1));
  if (header.cut) return openCut(name, rows, cutState(header.cut));
  /** The entries at which the sagas waited for the next one, in the order of the tape. */
  const rests: number[] = [];
  const onRest = (at: number) => void (at > (rests.at(-1) ?? 0) && rests.push(at));
  let run: Run | null = null;
  return {
    name,
    rows,
    goTo(nth) {
      // Before the first entry the app has no state to show.
      const wanted = Math.min(Math.max(nth, 1), rows.length);
      if (run !== null && run.at() <= wanted) return run.until(wanted);
      const from = run?.at() ?? 0;
      run = startRun(app, name, text, rows, onRest);
      const isHere = rests.find((at) => at >= wanted) === from;
      return run.until(isHere ? (rests.filter((at) => at < from).at(-1) ?? wanted) : wanted);
    },
  };
}

/** Shows the entries over the state in which they began. */
function openCut(name: string, rows: readonly Row[], state: unknown): Replay {
  const store: StoreLike & { readonly subscribe: () => () => void } = {
    getState: () => state,
    dispatch: (action) => action,
    subscribe: () => () => {},
  };
  return {
    name,
    rows,
    goTo: (nth) =>
      Promise.resolve({
        at: Math.min(Math.max(nth, 1), rows.length),
        rows,
        states: {},
        store,
        divergence: null,
        isCut: true,
      }),
  };
}

type Run = ReturnType<typeof startRun>;

function startRun(app: App, name: string, text: string, plain: readonly Row[], onRest: (at: number) => void) {
  const rows = [...plain];
  const states: Record<string, string> = {};
  let target = 0;
  let at = 0;
  let store: StoreLike;
  let ended: { readonly divergence: string | null } | null = null;
  let goOn: (() => void) | null = null;
  let waiting: { readonly resolve: (look: Look) => void; readonly reject: (error: unknown) => void }[] = [];

  const look = (): Look => ({
    at,
    rows: [...rows],
    states: { ...states },
    store,
    divergence: ended?.divergence ?? null,
    isCut: false,
  });
  const arrive = () => {
    for (const { resolve } of waiting.splice(0)) resolve(look());
  };
  const end = (flow: Flow) => {
    at = flow.divergence === null ? rows.length : flow.divergence.nth - 1;
    ended = { divergence: flow.divergence?.headline ?? flow.facts.faults[0]?.message ?? null };
    arrive();
  };
  const fail = (error: unknown) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  const pace = (passed: number) => {
    at = passed;
    onRest(at);
    if (passed < target) return null;
    arrive();
    return new Promise<void>((resolve) => void (goOn = resolve));
  };
  const watched: App = {
    ...app,
    boot(harness, given) {
      const machineWatch: MachineWatch = (machine, chart, before, event, after) => {
        harness.machineWatch(machine, chart, before, event, after);
        const move = moveOf(machine, event, after);
        states[machine] = move.state;
        const row = rows[at];
        if (row !== undefined) rows[at] = withMove(row, move);
      };
      const booted = app.boot({ ...harness, machineWatch }, given);
      store = booted.store;
      return booted;
    },
  };
  // The sagas keep running, so that the state stays as it is at this entry.
  void play(watched, readTape(name, linesOf(text)), { keepRunning: true, pace }).then(end, fail);

  return {
    at: () => at,
    until: (wanted: number) =>
      new Promise<Look>((resolve, reject) => {
        target = wanted;
        waiting = [...waiting, { resolve, reject }];
        if (ended !== null || (at >= wanted && goOn !== null)) return arrive();
        const next = goOn;
        goOn = null;
        next?.();
      }),
  };
}

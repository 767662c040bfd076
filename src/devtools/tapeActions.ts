/** The panel's actions on a complete tape, just recorded or replayed by the page. */
import type { App } from '../../tape';
import { copyText, download } from '../ports/browser';
import { clearDevtools, reloadToReplay } from '../ports/devtoolsVisit';
import { failed, type Notice, type PanelStore, type PanelActions } from './panelState';
import { openReplay, type Replay } from './replay';

/** The source of a test to add beside a tape in test/flows/, if it should check more than the replay. */
export function asTest(name: string, states: Readonly<Record<string, string>>): string {
  const visits = Object.entries(states).map(
    ([machine, state]) => `  expect(flow).toVisit(${quoted(`${machine}.${state.split(' + ')[0] ?? state}`)});`,
  );
  return `/** The tape is test/flows/${name}.tape.jsonl. As a plain redux-saga-test-plan test: npm run flows -- to-test ${name} */
import { replay } from '../support/flows/replay';

it(${quoted(name)}, async () => {
  const flow = await replay(${quoted(name)});
  expect(flow).toFinish();
${visits.join('\n')}
});
`;
}

/** Quoted like the project's code. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

const CUT: Notice = {
  tone: 'info',
  text: 'This tape has the last minutes of a visit: its entries can be read, and the state is that where they begin.',
};
const ENDING = '.tape.jsonl';
/** Slow enough to follow. */
const STEP_MS = 120;

export interface TapeActions extends Pick<
  PanelActions,
  'save' | 'copyAsTest' | 'goTo' | 'play' | 'pause' | 'replayHere' | 'open'
> {
  /** Shows this tape at this entry, or at its end. False, with a notice, for a file that is not a tape. */
  readonly take: (name: string, text: string, at?: number | null) => Promise<boolean>;
}

/** What the panel does with a tape: open, step, play, save. A failure shows in the panel. */
export function createTapeActions(app: App, delay: (ms: number) => Promise<true>, panel: PanelStore): TapeActions {
  let replay: Replay | null = null;
  let text = '';

  async function goTo(nth: number): Promise<void> {
    if (replay === null) return;
    panel.set({ wanted: nth });
    try {
      const { at, rows, states, store, divergence, isCut } = await replay.goTo(nth);
      // Another entry was requested meanwhile.
      if (panel.get().wanted !== nth) return;
      const notice =
        divergence === null
          ? isCut
            ? CUT
            : null
          : failed(`The app of today does not go along with it: ${divergence}.`);
      panel.set({ at, wanted: null, rows, states, store, notice, ...(divergence !== null && { isPlaying: false }) });
    } catch (error) {
      panel.set({ notice: failed(error), wanted: null, isPlaying: false });
    }
  }
  async function play(): Promise<void> {
    const { at, rows, isPlaying } = panel.get();
    if (isPlaying) return;
    panel.set({ isPlaying: true });
    if (at >= rows.length) await goTo(1);
    while (panel.get().isPlaying && panel.get().at < panel.get().rows.length) {
      await delay(STEP_MS);
      if (panel.get().isPlaying) await goTo(panel.get().at + 1);
    }
    panel.set({ isPlaying: false });
  }

  return {
    async take(name, given, at = null) {
      try {
        replay = openReplay(app, name, given);
      } catch (error) {
        panel.set({ notice: failed(error) });
        return false;
      }
      text = given;
      panel.set({ phase: 'tape', name, rows: replay.rows });
      await goTo(at ?? replay.rows.length);
      return true;
    },
    save: () => download(new Blob([text]), panel.get().name),
    copyAsTest() {
      const { name, states } = panel.get();
      void copyText(asTest(name.replace(ENDING, ''), states)).then((isCopied) =>
        panel.set({
          notice: isCopied
            ? { tone: 'info', text: `The test is copied. Save the tape into test/flows/ and paste it beside.` }
            : failed('The browser did not let this page copy. Save the tape, and run npm run flows -- to-test.'),
        }),
      );
    },
    goTo(nth) {
      panel.set({ isPlaying: false });
      void goTo(nth);
    },
    play: () => void play(),
    pause: () => panel.set({ isPlaying: false }),
    replayHere() {
      const { name, at } = panel.get();
      if (!reloadToReplay({ name, text, upTo: at }))
        panel.set({
          notice: failed('The tab cannot keep a tape of this size. Save it, and look at it with npm run flows.'),
        });
    },
    open(file) {
      void file.text().then(
        (content) => openFile(file.name, content),
        () => panel.set({ notice: failed(`${file.name} could not be read. Choose it again.`) }),
      );
    },
  };

  /** Read before anything changes, so that a file that is not a tape has no effect. */
  function openFile(name: string, content: string): void {
    try {
      openReplay(app, name, content);
    } catch (error) {
      return panel.set({ notice: failed(error) });
    }
    if (!reloadToReplay({ name, text: content, upTo: null }))
      panel.set({ notice: failed(`The tab cannot keep a tape of the size of ${name}. Play it with npm run flows.`) });
  }
}

/** Also removes the tape that this tab keeps. */
export function hidePanel(panel: PanelStore): void {
  clearDevtools();
  panel.set({ isAway: true });
}

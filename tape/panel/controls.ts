/** The panel's frame: its buttons, the slider, the notice, and when each of them is shown. */
import { button, element } from './element';

/** What the buttons and fields do. */
export interface ControlActions {
  readonly toggle: () => void;
  readonly stop: () => void;
  readonly record: () => void;
  readonly saveLast: () => void;
  readonly openFile: (file: File) => void;
  readonly save: () => void;
  readonly copyTest: () => void;
  readonly replayHere: () => void;
  readonly close: () => void;
  readonly play: () => void;
  readonly step: (by: 1 | -1) => void;
  /** The slider was moved to this entry. */
  readonly slideTo: (nth: number) => void;
  readonly breakHere: () => void;
  readonly showSource: () => void;
}

/** What the panel can do at all. */
export interface ControlOptions {
  /** Fills the page. */
  readonly isPage: boolean;
  readonly canRecord: boolean;
  /** Keeps the last minutes, which can be saved. */
  readonly isKeeping: boolean;
  readonly canReplay: boolean;
  readonly canClose: boolean;
  /** Further fields beside the tools, and what the tools work on. */
  readonly fields: readonly HTMLElement[];
  readonly content: readonly HTMLElement[];
}

export interface Notice {
  readonly text: string;
  readonly isBad: boolean;
}

export interface ControlState {
  readonly title: string;
  readonly notice: Notice;
  readonly isOpen: boolean;
  readonly isRecording: boolean;
  readonly hasTape: boolean;
  /** Whether the tape was played, so that its states are known. */
  readonly hasTrace: boolean;
  /** Whether it can be played up to an entry. */
  readonly canBreak: boolean;
  readonly isPlaying: boolean;
  /** The selected entry, from 1, of so many. */
  readonly at: number;
  readonly count: number;
  readonly hasSource: boolean;
}

export interface Controls {
  readonly root: HTMLElement;
  readonly show: (state: ControlState) => void;
}

/** Builds the frame once; `show` updates it. */
export function createControls(actions: ControlActions, options: ControlOptions): Controls {
  const { isPage } = options;
  const status = element('p', { class: 'notice', role: 'status' });
  const title = element('span', { class: 'title' });
  const toggle = button('Timeline', actions.toggle);
  const stop = button('Stop', actions.stop);
  const record = button('Record', actions.record);
  record.title = 'Loads the page again, so that the app is recorded from its first step.';
  const saveLast = button('Save the last minutes', actions.saveLast);
  const file = element('input', { type: 'file', accept: '.jsonl' });
  const open = element('label', { class: 'file' }, 'Open a tape', file);
  const save = button('Save', actions.save);
  const copy = button('Copy as test', actions.copyTest);
  const here = button('Replay to here', actions.replayHere);
  const close = button('Close', actions.close);
  const playing = button('Play', actions.play);
  const back = button('‹', () => actions.step(-1), 'One entry back');
  const on = button('›', () => actions.step(1), 'One entry on');
  const slider = element('input', { type: 'range', 'aria-label': 'Entry', min: '1' });
  const count = element('span', { class: 'count' });
  const breaking = button('Break here', actions.breakHere);
  const source = button('Source', actions.showSource);

  const player = element('div', { class: 'bar' }, playing, back, slider, on, count);
  const main = element('div', { class: 'bar' }, title, stop, record, saveLast, toggle, open, save, copy, here, close);
  const tools = element('div', { class: 'bar' }, ...options.fields, breaking, source);
  const body = element('div', { class: 'body' }, ...options.content);
  const root = element('section', { class: 'panel', 'aria-label': 'Saga tapes' }, tools, body, status, player, main);

  slider.addEventListener('input', () => actions.slideTo(Number(slider.value)));
  file.addEventListener('change', () => {
    const chosen = file.files?.[0];
    if (chosen === undefined) return;
    actions.openFile(chosen);
    // Allows choosing the same file again.
    file.value = '';
  });
  // Keeps what is typed here from the app's own shortcuts.
  for (const kind of ['keydown', 'keypress', 'keyup']) root.addEventListener(kind, (event) => event.stopPropagation());

  return {
    root,
    show(state) {
      const { isOpen, isRecording, hasTape, at } = state;
      root.className = `panel${isPage ? ' is-page' : ''}${isOpen || hasTape ? '' : ' is-small'}`;
      title.textContent = state.title;
      status.textContent = state.notice.text;
      status.toggleAttribute('data-bad', state.notice.isBad);
      stop.hidden = !isRecording;
      record.hidden = isRecording || !options.canRecord;
      saveLast.hidden = !options.isKeeping;
      open.hidden = isRecording;
      toggle.hidden = isPage || (!hasTape && !isRecording);
      toggle.setAttribute('aria-expanded', String(isOpen));
      player.hidden = save.hidden = copy.hidden = !hasTape;
      here.hidden = !hasTape || !options.canReplay;
      here.disabled = !state.hasTrace;
      breaking.disabled = !state.canBreak;
      // What is recorded would be lost.
      close.hidden = !options.canClose || isRecording;
      playing.textContent = state.isPlaying ? 'Pause' : 'Play';
      back.disabled = at <= 1;
      on.disabled = at >= state.count;
      slider.max = String(Math.max(state.count, 1));
      slider.value = String(Math.max(at, 1));
      count.textContent = `${at} of ${state.count}`;
      source.disabled = !state.hasSource;
      body.hidden = tools.hidden = !isOpen;
    },
  };
}

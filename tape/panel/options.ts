/** What the panel is given, and what it offers to the app. */
import type { App } from '../app';
import type { FlowsConfig } from '../cli/config';
import type { MachineWatch } from '../machines';
import type { Recorder, RecorderOptions } from '../record';
import type { ShownStore } from './shownStore';

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
  /**
   * Shows this tape at this entry, or at its end. Returns false, with a notice, for a file that is not a tape, and
   * without one if another tape was opened meanwhile.
   */
  readonly open: (name: string, text: string, at?: number) => Promise<boolean>;
  /** Shows a notice. */
  readonly say: (text: string, isBad?: boolean) => void;
}

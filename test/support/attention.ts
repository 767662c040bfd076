/** Which of a browser's tabs is looked at. The last one shows toasts; where it closes, another does. */
import { buffers, eventChannel } from 'redux-saga';
import type { Attention, AttentionPort } from '../../sagas/base/ports';

interface Looked {
  visible: boolean;
  emit: (attention: Attention) => void;
}
export type Looks = Looked[];

export interface Eyes {
  readonly port: AttentionPort;
  /** The person goes to this tab; the others lie behind it. */
  readonly read: () => void;
  /** The person turns to another program. */
  readonly hide: () => void;
  readonly close: () => void;
}

/** `looks` is shared by the tabs of a browser, whoever was looked at last standing last. A new tab is looked at. */
export function createEyes(looks: Looks): Eyes {
  const self: Looked = { visible: true, emit: () => {} };
  const tell = () => {
    for (const one of looks) one.emit({ visible: one.visible, showsToasts: one === looks.at(-1) });
  };
  const leave = () => void (looks.includes(self) && looks.splice(looks.indexOf(self), 1));
  const look = () => {
    leave();
    for (const other of looks) other.visible = false;
    self.visible = true;
    looks.push(self);
    tell();
  };
  const hide = () => {
    self.visible = false;
    tell();
  };
  const close = () => {
    leave();
    self.emit({ visible: false, showsToasts: false });
    tell();
  };
  const port: AttentionPort = {
    changes: () =>
      eventChannel<Attention>((emit) => {
        self.emit = emit;
        look();
        return () => (self.emit = () => {});
      }, buffers.expanding(8)),
  };
  return { port, look, hide, close };
}

/** Which of a browser's tabs is in front. The last one shows toasts; if it closes, another does. */
import { buffers, eventChannel } from 'redux-saga';
import type { Attention, AttentionPort } from '../../sagas/base/ports/peers';

interface TabState {
  visible: boolean;
  emit: (attention: Attention) => void;
}
export type OpenTabs = TabState[];

export interface TabAttention {
  readonly port: AttentionPort;
  /** The person switches to this tab, which covers the others. */
  readonly focus: () => void;
  /** The person switches to another program. */
  readonly hide: () => void;
  readonly close: () => void;
}

/** `tabs` is shared by the tabs of a browser, the most recently used one last. A new tab is in front. */
export function createAttention(tabs: OpenTabs): TabAttention {
  const self: TabState = { visible: true, emit: () => {} };
  const emitAll = () => {
    for (const one of tabs) one.emit({ visible: one.visible, showsToasts: one === tabs.at(-1) });
  };
  const leave = () => void (tabs.includes(self) && tabs.splice(tabs.indexOf(self), 1));
  const focus = () => {
    leave();
    for (const other of tabs) other.visible = false;
    self.visible = true;
    tabs.push(self);
    emitAll();
  };
  const hide = () => {
    self.visible = false;
    emitAll();
  };
  const close = () => {
    leave();
    self.emit({ visible: false, showsToasts: false });
    emitAll();
  };
  const port: AttentionPort = {
    changes: () =>
      eventChannel<Attention>((emit) => {
        self.emit = emit;
        focus();
        return () => (self.emit = () => {});
      }, buffers.expanding(8)),
  };
  return { port, focus, hide, close };
}

/** Reads a streamed answer line by line. Closing the channel stops the server. */
import { buffers, END, eventChannel, type EventChannel } from 'redux-saga';
import type { HttpLine } from '../../sagas/base/ports/network';
import { trackPending } from './idle';

/** After this much silence the connection counts as lost. */
const SILENCE_MS = 30_000;
const MAX_LINES = 64;

/** The lines of an answer as they arrive. Closing the channel stops the download. */
export function readLines(response: Response): EventChannel<HttpLine> {
  return eventChannel<HttpLine>((emit) => {
    const reader = response.body?.getReader();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const arrived = trackPending();
    const finish = (broken: boolean) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      arrived();
      if (broken) emit({ type: 'broken' });
      emit(END);
    };
    const waitOn = () => {
      clearTimeout(timer);
      timer = setTimeout(() => finish(true), SILENCE_MS);
    };
    const read = async () => {
      const decoder = new TextDecoder();
      let rest = '';
      waitOn();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        waitOn();
        const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (!over && line !== '') emit({ type: 'line', value: JSON.parse(line) as unknown });
      }
      finish(rest !== '');
    };
    read().catch(() => finish(true));
    return () => {
      over = true;
      clearTimeout(timer);
      arrived();
      void reader?.cancel().catch(() => undefined);
    };
  }, buffers.expanding(MAX_LINES));
}

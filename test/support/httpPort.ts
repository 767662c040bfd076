/** Calls of one tab, answered by a script in virtual time. Secrets are references in the tab and text on the wire. */
import { CANCEL, type EventChannel } from 'redux-saga';
import {
  NoAnswer,
  type HttpAnswer,
  type HttpCall,
  type HttpLine,
  type StreamRef,
} from '../../sagas/base/ports/network';
import type { Ports } from '../../sagas/base/ports/ports';
import type { SecretRef } from '../../machines/references';
import type { VirtualClock } from './virtualClock';

/** Answers an HTTP call. `bearer` and secret body fields are given in clear, as on the wire. */
export type AnswerCall = (
  call: HttpCall,
  wire: {
    readonly bearer: string | undefined;
    readonly body: Readonly<Record<string, unknown>> | undefined;
    /** False once the browser has aborted the call. */
    readonly awaited: () => boolean;
  },
  reply: (answer: HttpAnswer | NoAnswer['kind']) => void,
) => void;

interface Secrets {
  readonly keep: (value: string) => SecretRef;
  readonly open: (ref: SecretRef) => string | undefined;
}

const SECRET_FIELDS = ['access_token', 'context', 'appSecret', 'appUri', 'recoveryCodes'];

const isChannel = (body: unknown): body is EventChannel<HttpLine> =>
  typeof body === 'object' && body !== null && 'take' in body;

/** The port, and the calls that were sent. */
export function scriptedHttp(clock: VirtualClock, secrets: Secrets, answer: AnswerCall) {
  const sent: HttpCall[] = [];
  const streams = new Map<StreamRef, EventChannel<HttpLine>>();

  const streamed = (lines: EventChannel<HttpLine>): StreamRef => {
    const stream = `stream:${streams.size + 1}` as StreamRef;
    streams.set(stream, lines);
    return stream;
  };
  const conceal = (body: unknown): unknown =>
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            SECRET_FIELDS.includes(name) && typeof value === 'string' ? secrets.keep(value) : value,
          ]),
        )
      : body;
  const reveal = (body: HttpCall['body']) =>
    body &&
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, secrets.open(value as SecretRef) ?? value]));

  const port: Ports['http'] = {
    lines(stream) {
      const lines = streams.get(stream);
      if (lines === undefined) throw new Error('This stream does not exist.');
      return lines;
    },
    send(request) {
      sent.push(request);
      let givenUp = false;
      let callOff = () => {};
      const promise = new Promise<HttpAnswer>((resolve, reject) => {
        callOff = clock.at(request.timeoutMs, () => {
          givenUp = true;
          reject(new NoAnswer('timedOut'));
        });
        const bearer = request.bearer === undefined ? undefined : secrets.open(request.bearer);
        const awaited = () => !givenUp || request.completes === true;
        answer(request, { bearer, body: reveal(request.body), awaited }, (reply) => {
          callOff();
          if (givenUp) return;
          if (typeof reply === 'string') reject(new NoAnswer(reply));
          else resolve({ ...reply, body: isChannel(reply.body) ? streamed(reply.body) : conceal(reply.body) });
        });
      });
      const giveUp = () => {
        givenUp = true;
        callOff();
      };
      return Object.assign(promise, { [CANCEL]: giveUp });
    },
  };
  return { port, sent };
}

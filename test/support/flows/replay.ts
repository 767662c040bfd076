/** `await replay('sign-in')`: the tape of that name, through the real root saga, machines and store. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AppState } from '../../../sagas/app/state';
import { play, readTape, type Flow, type Json, type Tape } from '../../../tape';
import { readLines } from '../../../tape/cli/lines';
import { flowMatchers } from '../../../tape/matchers';
import { app } from './app';

const FOLDER = join(__dirname, '../../flows');
const ENDING = '.tape.jsonl';

export const tapeNames = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length));

export const openTape = (name: string): Tape => readTape(name, readLines(join(FOLDER, name + ENDING)));

export const replay = (name: string): Promise<Flow> => play(app, openTape(name));

expect.extend(flowMatchers);

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- jest's matchers can be extended in no other way
  namespace jest {
    interface Matchers<R> {
      toFinish(): R;
      /** A machine and a state of it: `session.active.renewing`. */
      toVisit(state: string): R;
      /** With a part of the first argument, only such calls count. */
      toCallOnce(port: string, part?: Readonly<Record<string, Json>>): R;
      toPutInOrder(types: readonly string[]): R;
      toEndWith<S>(select: (state: AppState) => S, expected: S): R;
    }
  }
}

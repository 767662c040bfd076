/** The app under redux-saga-test-plan, its ports answered by a table: what the tests stand on that `flows to-test` prints. */
import { combineReducers } from '@reduxjs/toolkit';
import { eventChannel } from 'redux-saga';
import { expectSaga } from 'redux-saga-test-plan';
import type { RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import { rootSaga, type AppStart } from '../../../sagas/app/root.saga';
import { machinesReducer, type MachinesState } from '../../../sagas/base/runtime/machines.slice';
import type { Plan, Replies, Reply } from '../../../tape/cli/toTest';
import { decode, encode } from '../../../tape/values';
import { TEST_CONFIG } from '../tab';
import { app } from './app';

type Fn = (...args: never[]) => unknown;

/** Files that are fetched late do not come here: time stands still. */
const LATE = ['fetched'];
const never = new Promise<never>(() => {});

export function boot(replies: Replies, start: readonly unknown[]) {
  const names = new Map<Fn, string>();
  const turns = new Map<string, number>();
  const ports = new Map(app.ports.map((port) => [port, standIn(port, names)]));

  const answer = (name: string, args: readonly unknown[]): unknown => {
    const asked = JSON.stringify(args.map((arg) => encode(arg, name)));
    const all = replies[name] ?? [];
    const same = all.filter((reply) => JSON.stringify(reply.args) === asked);
    const turn = turns.get(name + asked) ?? 0;
    turns.set(name + asked, turn + 1);
    const reply: Reply | undefined = same[Math.min(turn, same.length - 1)];
    if (reply === undefined || (reply.once && turn >= same.length)) return never;
    if (reply.channel) return eventChannel<never>(() => () => {});
    if (reply.error !== undefined) throw decode(reply.error, app);
    return reply.value === undefined ? undefined : decode(reply.value, app);
  };
  return {
    saga: rootSaga,
    start: start as unknown as [AppStart],
    reducer: combineReducers({
      machines: machinesReducer,
      config: (state: RuntimeConfig = TEST_CONFIG) => state,
    }),
    provide: {
      getContext: (name: string, next: () => unknown) =>
        name === 'parts' ? { add: () => {} } : (ports.get(name) ?? next()),
      call({ fn, args }: { readonly fn: Fn; readonly args: readonly unknown[] }, next: () => unknown) {
        const name = names.get(fn);
        if (name !== undefined) return answer(name, args);
        return LATE.includes(fn.name) ? never : next();
      },
    },
    /** Of each machine. */
    statesOf: (state: unknown) =>
      Object.fromEntries(
        Object.entries((state as { readonly machines: MachinesState }).machines).map(([name, { value }]) => [
          name,
          value,
        ]),
      ),
  };
}

/** Where a plan ends. */
export async function runPlan({ start, intents, replies }: Plan) {
  await app.warm?.();
  const { saga, start: given, reducer, provide, statesOf } = boot(replies, start);
  let plan = expectSaga(saga, ...given)
    .withReducer(reducer)
    .provide(provide as never);
  for (const intent of intents) plan = plan.dispatch(intent as never);
  const { storeState } = await plan.silentRun(50);
  return statesOf(storeState);
}

/** The beginning of every printed test. */
export const PLAN_HEAD = `/** From a tape, by \`npm run flows -- to-test\`. */
import { expectSaga } from 'redux-saga-test-plan';
import { loadEndpointCatalog } from '../../sagas/base/http/send.saga';
import type { Replies } from '../../tape/cli/toTest';
import { boot } from '../support/flows/plan';

beforeAll(loadEndpointCatalog);
`;

function standIn(port: string, names: Map<Fn, string>): object {
  const made = new Map<string | symbol, Fn>();
  return new Proxy(
    {},
    {
      get(_, key) {
        // Nobody may take a port for a promise, an iterator or an effect.
        if (!/^[a-z]+$/i.test(String(key)) || key === 'then' || key === 'throw') return undefined;
        const known = made.get(key) ?? (() => never);
        made.set(key, known);
        names.set(known, `${port}.${String(key)}`);
        return known;
      },
    },
  );
}

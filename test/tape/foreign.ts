/** The examples as foreign apps: recorded in the real world, and loaded again with a fault. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMiddleware, legacy_createStore as createStore, type UnknownAction } from 'redux';
import createSagaMiddleware from 'redux-saga';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { createRecorder, defineApp, linesOf, play, readTape, type App, type Flow, type StoreLike } from '../../tape';

export type Change = readonly [part: string, instead: string];
export type Example = 'search' | 'cart' | 'countdown' | 'chat' | 'repos' | 'reddit' | 'player';
type Action = { readonly type: string } & Readonly<Record<string, unknown>>;

export interface Visitor {
  readonly dispatch: (action: Action) => void;
  /** Waits until the app has reached this state. */
  readonly until: (isThere: (state: never) => boolean) => Promise<void>;
  readonly rest: (ms?: number) => Promise<void>;
}
export type Visit = (visitor: Visitor) => Promise<void>;

const FOLDER = join(__dirname, '../../tape/examples');

/** The text of an example. */
export const sourceOf = (example: Example): string => readFileSync(join(FOLDER, `${example}.ts`), 'utf8');

/** The example with its text changed. */
export const load = (example: Example, ...changes: readonly Change[]): App => compile(changedText(example, changes));

/** The text of an example with changes: each is a unique part of it, and its replacement. */
export function changedText(example: Example, changes: readonly Change[]): string {
  let text = sourceOf(example);
  for (const [part, instead] of changes) {
    if (text.split(part).length !== 2) throw new Error(`${example} has this not once: ${part}`);
    text = text.replace(part, () => instead);
  }
  return text;
}

/** The app of a source text. */
export const compile = (text: string): App => moduleOf(text)['app'] as App;

/** An app of one saga; its state is what it was told, oldest first. */
export const appOf = (root: () => Generator<unknown, void, never>): App =>
  defineApp({
    boot(harness: object) {
      const sagas = createSagaMiddleware(harness);
      const reducer = (told: readonly UnknownAction[] = [], action: UnknownAction) => [...told, action];
      const store = createStore(reducer, applyMiddleware(sagas));
      return { store, start: () => sagas.run(root) };
    },
  });

/** Waits until the app has been told this. */
export const told =
  (type: string) =>
  (actions: readonly Action[]): boolean =>
    actions.some((one) => one.type === type);

const OPTIONS = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };
const compiled = new Map<string, string>();

/** The exports of an example's text; the outside world may be replaced. */
export function moduleOf(text: string, apis?: unknown): Readonly<Record<string, unknown>> {
  const code = compiled.get(text) ?? transpileModule(text, { compilerOptions: OPTIONS }).outputText;
  compiled.set(text, code);
  const module = { exports: {} as Record<string, unknown> };

  const run = new Function('require', 'exports', code) as (...given: unknown[]) => void;
  const near: Readonly<Record<string, string>> = { '..': '../../tape', './apis': '../../tape/examples/apis' };
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the example's own, after its imports were compiled
  run((id: string): unknown => (id === './apis' && apis) || require(near[id] ?? id), module.exports);
  return module.exports;
}

/** A visit to the app in the real world, as a tape. */
export async function record(app: App, visit: Visit): Promise<string> {
  const recorder = createRecorder({ app: app.name });
  const faults: Error[] = [];
  const onError = (error: Error) => void faults.push(error);
  const { sagaMonitor, effectMiddlewares } = recorder;
  const { store, start } = app.boot(
    { sagaMonitor, effectMiddlewares, ports: {}, onError, onFault: onError, machineWatch: () => {} },
    null,
  );
  const task = start();
  await visit(visitorOf(store));
  recorder.stop();
  task.cancel();
  if (faults[0]) throw faults[0];
  return recorder.finish();
}

function visitorOf(store: StoreLike): Visitor {
  const rest = (ms = 1) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  return {
    dispatch: (action) => void store.dispatch(action),
    rest,
    async until(isThere) {
      for (let tries = 0; !isThere(store.getState() as never); tries += 1) {
        if (tries > 2_000) throw new Error(`It never comes there: ${JSON.stringify(store.getState())}`);
        await rest();
      }
    },
  };
}

export const replay = (app: App, text: string): Promise<Flow> => play(app, readTape(app.name, linesOf(text)));

/** The recorded visits. */
export const VISITS: Readonly<Record<Example, Visit>> = {
  async search({ dispatch, until }) {
    dispatch({ type: 'search/typed', query: 'sh' });
    dispatch({ type: 'search/typed', query: 'shoe' });
    await until(({ found }: { found: string[] }) => found.length > 0);
    dispatch({ type: 'search/typed', query: 'broken' });
    await until(({ failure }: { failure: string | null }) => failure !== null);
  },
  async cart({ dispatch, until }) {
    await until(({ products }: { products: unknown[] }) => products.length > 0);
    dispatch({ type: 'cart/wanted', id: 1 });
    dispatch({ type: 'cart/wanted', id: 2 });
    await until(({ cart }: { cart: unknown[] }) => cart.length === 2);
    dispatch({ type: 'cart/checkout' });
    await until(({ orders }: { orders: number }) => orders === 2);
    dispatch({ type: 'cart/checkout' });
    dispatch({ type: 'cart/kept' });
  },
  async countdown({ dispatch, until }) {
    dispatch({ type: 'countdown/started', from: 3 });
    await until(({ launched }: { launched: number }) => launched === 1);
    dispatch({ type: 'countdown/started', from: 50 });
    await until(({ left }: { left: number }) => left === 48);
    dispatch({ type: 'countdown/cancel' });
    await until(({ calledOff }: { calledOff: number }) => calledOff === 1);
  },
  async chat({ dispatch, until }) {
    dispatch({ type: 'chat/join', room: 'lobby' });
    await until(({ room }: { room: string | null }) => room === 'lobby');
    dispatch({ type: 'chat/said', text: 'hello' });
    await until(({ received }: { received: string[] }) => received.length === 1);
    dispatch({ type: 'chat/leave' });
    await until(({ room }: { room: string | null }) => room === null);
    dispatch({ type: 'chat/join', room: 'garden' });
    await until(({ room }: { room: string | null }) => room === 'garden');
  },
  async repos({ dispatch, until }) {
    dispatch({ type: 'repos/opened', login: 'bob' });
    dispatch({ type: 'repos/opened', login: 'ada' });
    await until(
      ({ users, starred, cookie }: { users: object; starred: object; cookie: string | null }) =>
        'ada' in users && 'ada' in starred && cookie !== null,
    );
    dispatch({ type: 'repos/more', login: 'ada' });
    await until(({ starred }: { starred: Record<string, { names: string[] }> }) => starred['ada']?.names.length === 4);
    dispatch({ type: 'repos/opened', login: 'ada' });
  },
  async reddit({ dispatch, until }) {
    const has = (reddit: string) => until(({ posts }: { posts: object }) => reddit in posts);
    await has('reactjs');
    dispatch({ type: 'reddit/selected', reddit: 'frontend' });
    dispatch({ type: 'reddit/selected', reddit: 'typescript' });
    await has('typescript');
    dispatch({ type: 'reddit/selected', reddit: 'reactjs' });
    dispatch({ type: 'reddit/refreshed', reddit: 'frontend' });
    await has('frontend');
  },
  async player({ dispatch, until }) {
    const holds = (list: string, many: number) =>
      until(({ lists }: { lists: Record<string, { ids: string[] }> }) => lists[list]?.ids.length === many);
    dispatch({ type: 'app/opened' });
    dispatch({ type: 'tracks/searched', list: 'jazz' });
    dispatch({ type: 'tracks/searched', list: 'jazz piano' });
    await holds('jazz piano', 1);
    dispatch({ type: 'tracks/more' });
    dispatch({ type: 'tracks/more' });
    await holds('jazz piano', 2);
    dispatch({ type: 'player/chosen', track: 'jazz piano 1' });
    await until(({ played }: { played: number }) => played === 2);
    dispatch({ type: 'tracks/searched', list: 'silence' });
    await until(({ failure }: { failure: string | null }) => failure !== null);
    dispatch({ type: 'app/closed' });
  },
};

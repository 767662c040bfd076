/** The tests printed for other apps: each passes, and detects nearly every removed effect. */
import { channel, type Channel } from 'redux-saga';
import { call, put, take } from 'redux-saga/effects';
import { createSourceFile, forEachChild, isYieldExpression, ScriptTarget, type Node } from 'typescript';
import * as tapes from '../../tape';
import { toTest } from '../../tape/cli/toTest';
import { linesOf, readTape, type App } from '../../tape';
import { copiedTest } from '../../tape/panel/copiedTest';
import { runPrinted } from '../support/flows/printed';
import { appOf, compile, load, record, sourceOf, told, VISITS, type Example } from './foreign';

const EXAMPLES = Object.keys(VISITS) as Example[];

const run = (text: string, app: App) => runPrinted(text, (id) => (id === 'saga-tapes' ? tapes : { app }));

async function printedOf(name: Example): Promise<string> {
  const app = load(name);
  const { header, entries } = readTape(name, linesOf(await record(app, VISITS[name])));
  return toTest({ app, folder: '.' }, name, header, [...entries]);
}

/**
 * Every effect of the example's sagas, and the example without it; except effects that a loop waits for, without which
 * it would never end.
 */
function effectsOf(name: Example): readonly { readonly text: string; readonly removed: string }[] {
  const text = sourceOf(name);
  const file = createSourceFile(name, text, ScriptTarget.ES2022, true);
  const found: { text: string; removed: string }[] = [];
  const visit = (node: Node): void => {
    if (isYieldExpression(node) && !/\btake(Maybe)?\(/.test(node.getText(file)))
      found.push({
        text: node.getText(file),
        removed: `${text.slice(0, node.getStart(file))}(undefined as never)${text.slice(node.end)}`,
      });
    forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it.each(EXAMPLES)('the test printed of %s passes, and needs only the package and the app', async (name) => {
  const text = await printedOf(name);
  expect([...text.matchAll(/ from '([^']+)'/g)].map(([, from]) => from)).toEqual(['saga-tapes', './src/sagaTapes.js']);
  await run(text, load(name));
});

it('the test printed for vitest imports its functions, which are no globals there', async () => {
  const { header, entries } = readTape('cart', linesOf(await record(load('cart'), VISITS.cart)));
  const test = { app: './app.js', runner: 'vitest' } as const;
  const text = await toTest({ app: load('cart'), folder: '.', test }, 'cart', header, [...entries]);
  expect(text).toContain("\nimport { expect, it } from 'vitest';\n");
  const copied = await copiedTest(undefined, test, 'cart.tape.jsonl', await record(load('cart'), VISITS.cart));
  expect(copied).toContain("\nimport { expect, it } from 'vitest';\n");
  expect(copied).toContain("import { app } from './app.js';");
});

it('a channel that a saga creates is created in the printed test, too', async () => {
  const pool = appOf(function* root(): Generator<unknown, void, never> {
    const jobs: Channel<string> = yield call(channel);
    yield put(jobs, 'one');
    yield put({ type: 'worked', job: yield take(jobs) });
  });
  const { header, entries } = readTape('pool', linesOf(await record(pool, ({ until }) => until(told('worked')))));
  const text = await toTest({ app: pool, folder: '.' }, 'pool', header, [...entries]);
  expect(text).toContain("real: ['channel']");
  await run(text, pool);
});

it('a function that throws at once fails in the printed test, too', async () => {
  const check = (text: string) => {
    if (text === '') throw new Error('It is empty.');
  };
  const parse = (text: string) => {
    if (text === 'soon') throw new RangeError('No date.');
    return `${text}-01`;
  };
  const form = appOf(function* root(): Generator<unknown, void, never> {
    while (true) {
      const { text }: { readonly text: string } = yield take('typed');
      try {
        yield call(check, text);
        yield put({ type: 'parsed', date: yield call(parse, text) });
      } catch (error) {
        yield put({ type: 'refused', why: (error as Error).message });
      }
    }
  });
  const { header, entries } = readTape(
    'form',
    linesOf(
      await record(form, ({ dispatch }) => {
        for (const text of ['', 'soon', '2026-01', '']) dispatch({ type: 'typed', text });
        return Promise.resolve();
      }),
    ),
  );
  const text = await toTest({ app: form, folder: '.' }, 'form', header, [...entries]);
  expect(text).toContain("expect(await flow.fail('check', 'It is empty.')).toBe('put refused');");
  expect(text).toMatch(/expect\(await flow\.fail\('parse', .*RangeError.*\)\)\.toBe\('put refused'\);/);
  expect(text).toContain("expect(await flow.answer('parse', '2026-01-01')).toBe('put parsed');");
  await run(text, form);
});

it('of a function some of whose calls wait, the others are answered by their label', async () => {
  const read = (key: string) => (key === 'later' ? Promise.resolve('late') : 'now');
  const reader: App = {
    ...appOf(function* root(): Generator<unknown, void, never> {
      yield put({ type: 'now', value: yield call(read, 'first') });
      yield put({ type: 'late', value: yield call(read, 'later') });
    }),
    labels: { read: (key: string) => key },
  };
  const recorder = tapes.createRecorder({ app: 'reader', labels: reader.labels! });
  const { store, start } = reader.boot({ ...recorder, ports: {} } as never, null);
  start();
  while (!told('late')(store.getState() as never)) await Promise.resolve();
  const { header, entries } = readTape('reader', linesOf(recorder.finish()));
  recorder.stop();
  const text = await toTest({ app: reader, folder: '.' }, 'reader', header, [...entries]);
  expect(text).toContain("flow.answer('read(later)', 'late')");
  await run(text, reader);
});

it('names from a tape stay within the comment that names it', async () => {
  const { header, entries } = readTape('cart', linesOf(await record(load('cart'), VISITS.cart)));
  const stray = '*/ throw new Error("from the tape"); /*';
  const text = await toTest({ app: load('cart'), folder: '.' }, stray, { ...header, app: stray }, [...entries]);
  await run(text, load('cart'));
});

it('a text with any line break is one line of the printed test', async () => {
  const lines = appOf(function* root() {
    yield take('typed');
    yield put({ type: 'told' });
  });
  const { header, entries } = readTape(
    'lines',
    linesOf(
      await record(lines, ({ dispatch }) => Promise.resolve(dispatch({ type: 'typed', text: 'a\rb\u2028c\u2029d' }))),
    ),
  );
  await run(await toTest({ app: lines, folder: '.' }, 'lines', header, [...entries]), lines);
});

it('of a hundred effects removed one at a time, at least 95 are detected', async () => {
  const missed: string[] = [];
  let all = 0;
  for (const name of EXAMPLES) {
    const text = await printedOf(name);
    for (const effect of effectsOf(name)) {
      all += 1;
      const isNoticed = await run(text, compile(effect.removed)).then(
        () => false,
        () => true,
      );
      if (!isNoticed) missed.push(`${name}: ${effect.text}`);
    }
  }
  expect({ missed, isEnough: missed.length <= all * 0.05 }).toEqual({ missed, isEnough: true });
});

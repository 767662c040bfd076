/** What is recorded, what is not, and what is refused. */
import { runInNewContext } from 'node:vm';
import { applyMiddleware, legacy_createStore as createStore, type Middleware } from 'redux';
import createSagaMiddleware from 'redux-saga';
import { call, fork, put, take } from 'redux-saga/effects';
import { createRecorder, linesOf, play, readTape, report, type Entry } from '../../tape';
import type { Json } from '../../tape/format';
import { createRedactor, DEFAULT_REDACTION } from '../../tape/redact';
import { appOf, record, replay, told } from './foreign';
import { openShop, recordLoads, shop } from './shop';

const entriesOf = (text: string): Entry[] => [...readTape('t', linesOf(text)).entries];

it('writes inputs and effects, in order, under addresses by lineage', async () => {
  const entries = entriesOf(await recordLoads());
  expect(entries.map((entry) => Object.keys(entry)[0])).toEqual([
    ...['start', 'call', 'do', 'call', 'call', 'ask'],
    ...['do', 'stop', 'cancel', 'call', 'call', 'ask', 'message', 'put'],
    ...['answer', 'call', 'ask', 'ask', 'answer', 'cancel', 'put'],
  ]);
  expect(entries[5]).toMatchObject({ ask: 'shop/FORK:take(load)#1/FORK:load#1/CALL:api.load#1', args: [1] });
  expect(entries[7]).toEqual({ stop: 'shop/FORK:take(load)#1/FORK:load#1' });
  expect(entries[8]).toEqual({ cancel: 'shop/FORK:take(load)#1/FORK:load#1/CALL:api.load#1' });
});

it('is the same each time', async () => {
  expect(await recordLoads()).toBe(await recordLoads());
});

function circle(): object {
  const owner = { items: [{ owner: null as unknown }] };
  owner.items[0]!.owner = owner;
  return owner;
}

it.each<[string, unknown, RegExp]>([
  ['a function', { then: undefined, run: () => 1 }, /CALL:api\.load#1: the answer\.run is a function \(run\)/],
  ['an instance', { at: new Map() }, /the answer\.at is an instance of Map/],
  ['a symbol', Symbol('x'), /the answer is a symbol/],
  ['a circle', circle(), /the answer\.items\[0\]\.owner is an object that contains it/],
])('%s refuses the recording with its address and name, and the app continues', async (_, value, message) => {
  const open = openShop();
  await open.dispatch({ type: 'load', id: 1 });
  await open.answer('load', value);
  await open.answer('save', 'ok');
  expect(open.faults).toEqual([]);
  expect(open.recorder.problem()?.message).toMatch(message);
  expect(() => open.recorder.finish()).toThrow(message);
});

it('errors and dates of another realm and large integers are on the tape, and are themselves in a replay', async () => {
  const open = openShop();
  await open.dispatch({ type: 'load', id: 1 });
  const answer: unknown = runInNewContext("({ failure: new RangeError('too far'), at: new Date(7), count: 10n })");
  await open.answer('load', answer);
  await open.answer('save', 'ok');
  const text = open.recorder.finish();
  expect(text).toContain('"failure":{"$error":{"name":"RangeError","message":"too far"}},"at":{"$date":"1970-');
  const flow = await play(shop(), readTape('realms', linesOf(text)));
  expect(flow.isFinished).toBe(true);
  const failure = Object.assign(new Error('too far'), { name: 'RangeError' });
  expect(flow.state()).toMatchObject({ loaded: [{ failure, at: new Date(7), count: 10n }] });
});

it('what contains itself has a number where it begins again, also if sagas pass it on', async () => {
  const find = () => circle();
  const count = ({ items }: { readonly items: readonly unknown[] }) => items.length;
  const app = appOf(function* root(): Generator<unknown, void, never> {
    const found: { readonly items: readonly unknown[] } = yield call(find);
    yield put({ type: 'counted', count: yield call(count, found) });
  });
  const text = await record(app, ({ until }) => until(told('counted')));
  expect(text).toContain('"value":{"items":[{"owner":{"$handle":1,"name":"Object"}}]}');
  expect((await replay(app, text)).isFinished).toBe(true);
});

it('an intent that cannot be recorded refuses with its type', async () => {
  const open = openShop();
  await open.dispatch({ type: 'load', id: 1, onDone: () => {} });
  expect(() => open.recorder.finish()).toThrow(/the action load\.onDone is a function/);
});

function formWith(name: string, value: string): FormData {
  const form = new FormData();
  form.set(name, value);
  return form;
}

it('keeps equal secrets equal and different ones different, in any place, and replays', async () => {
  const open = openShop();
  await open.dispatch({ type: 'load', id: 1, password: 'hunter2!' });
  await open.answer('load', {
    token: 'abcdef',
    other: { token: 'ghijkl' },
    header: 'Bearer abcdef',
    mail: 'eva@mail.example',
  });
  await open.answer('save', { access_token: 'abcdef', note: '{"token":"ghijkl","by":"eva@mail.example"}' });
  const text = open.recorder.finish();
  for (const secret of ['hunter2!', 'abcdef', 'ghijkl', 'eva@mail.example']) expect(text).not.toContain(secret);
  expect(text).toContain('"token":"<token:1>","other":{"token":"<token:2>"},"header":"Bearer <token:1>"');
  expect(text).toContain('"access_token":"<token:1>","note":"{\\"token\\":\\"<token:2>\\"');
  const flow = await play(shop(), readTape('secrets', linesOf(text)));
  expect(flow.divergence).toBeNull();
});

it('numbers what sagas themselves send as it did in the recording', async () => {
  const find = () => ({ mail: 'eva@mail.example', header: 'Bearer eyJhbGciOi.eyJzdWIiOi.c2lnbmVk' });
  const send = (letter: object) => Object.keys(letter).length;
  const app = appOf(function* root(): Generator<unknown, void, never> {
    const { mail }: ReturnType<typeof find> = yield call(find);
    yield call(send, { to: mail, from: 'support@shop.example', token: 'of the shop' });
    yield put({ type: 'sent' });
  });
  const text = await record(app, ({ until }) => until(told('sent')));
  expect(text).toContain('"from":"person-2@redacted.example","token":"<token:2>"');
  expect((await replay(app, text)).divergence).toBeNull();
});

it('a secret that is named only later is also removed from earlier entries', async () => {
  const open = openShop();
  await open.dispatch({ type: 'load', id: 1, hint: 'see abcdef' });
  await open.answer('load', { token: 'abcdef' });
  await open.answer('save', 'ok');
  expect(open.recorder.finish()).not.toContain('abcdef');
});

it('a number that was a secret is concealed where it is handed on, too', async () => {
  const verify = (otp: number, nth: number) => otp > 1 && nth === 12;
  const app = appOf(function* root(): Generator<unknown, void, never> {
    const { otp }: { readonly otp: number } = yield take('typed');
    yield call(verify, otp, 12);
    yield put({ type: 'verified', by: otp });
  });
  const text = await record(app, async ({ dispatch, until }) => {
    dispatch({ type: 'typed', otp: 482913 });
    await until(told('verified'));
  });
  expect(text).not.toContain('482913');
  expect(text).toContain('"args":["<otp:1>",12]');
  expect((await replay(app, text)).divergence).toBeNull();
});

it('a secret in what was given at the start is concealed, also if only an entry names it', () => {
  const recorder = createRecorder({ app: 'x', given: { link: 'https://shop.example/?key=abcdef', mine: 'abcdef' } });
  recorder.sagaMonitor.actionDispatched?.({ type: 'typed', token: 'abcdef' } as never);
  const text = recorder.finish();
  expect(text).not.toContain('abcdef');
  expect(readTape('x', linesOf(text)).header.given).toEqual({
    link: 'https://shop.example/?key=<token:1>',
    mine: '<token:1>',
  });
});

describe('a password that is a plain word', () => {
  const send = (body: object) => ({ role: 'password', kind: Object.keys(body).length });
  const login = (name: string, password: string) => ({ name, length: password.length });
  const user = appOf(function* root(): Generator<unknown, void, never> {
    const { password }: { readonly password: string } = yield take('password/typed');
    const { role }: ReturnType<typeof send> = yield call(send, { grant_type: 'password', password });
    yield call(login, 'ada', password);
    yield put({ type: 'password/sent', role });
    const { value, field }: { readonly value: string; readonly field: string } = yield take('typed');
    yield put({ type: 'form/changed', field, value });
    yield put({ type: role === 'password' ? 'welcome' : 'refused', payload: value });
  });

  it.each(['password', 'sunshine'])('%s is replaced where it is one, and an unchanged app plays', async (word) => {
    const text = await record(user, async ({ dispatch, until }) => {
      dispatch({ type: 'password/typed', password: word });
      dispatch({ type: 'typed', field: 'secret', value: word });
      await until(told('welcome'));
    });
    const { divergence } = await replay(user, text);
    expect(divergence && report('word', divergence)).toBeNull();
    expect(text).toContain('{"do":{"type":"password/typed","password":"<password:1>"}}');
    expect(text).toContain('"args":[{"grant_type":"password","password":"<password:1>"}],"value":{"role":"password"');
    expect(text).toContain('"args":["ada","<password:1>"]');
    expect(text).toContain('"action":{"type":"form/changed","field":"secret","value":"<password:1>"}');
    expect(text).toContain('"action":{"type":"welcome","payload":"<password:1>"}');
    if (word === 'sunshine') expect(text).not.toContain(word);
  });

  it('is concealed everywhere once it is a token', () => {
    const { redact } = createRedactor(DEFAULT_REDACTION);
    expect(redact({ password: 'sunshine', note: 'sunshine' })).toEqual({ password: '<password:1>', note: 'sunshine' });
    redact({ token: 'sunshine' });
    expect(redact({ note: 'sunshine' })).toEqual({ note: '<password:1>' });
  });

  it('does not conceal the type of an action', () => {
    const { redact } = createRedactor(DEFAULT_REDACTION);
    const action = { type: 'admin', password: 'admin', event: { type: 'admin' }, user: 'admin' };
    const clear = { type: 'admin', password: '<password:1>', event: { type: 'admin' }, user: '<password:1>' };
    redact(action, 'person');
    expect(redact(action, 'person')).toEqual(clear);
    expect(redact(clear, 'person')).toEqual(clear);
  });
});

it.each<[string, Json]>([
  ['headers', { Authorization: 'Basic c2VjcmV0', Cookie: 'sid=c2VjcmV0', 'Set-Cookie': ['c2VjcmV0'] }],
  ['keys of an API', { 'X-Api-Key': 'c2VjcmV0', apikey: 'c2VjcmV0', API_KEY: 'c2VjcmV0' }],
  ['a number', { otp: 482913 }],
  ['lists', { passwords: ['c2VjcmV0', 'hunter2!'], token: [['c2VjcmV0'], 482913] }],
])('conceals secrets in %s, whatever the case of their names', (_, value) => {
  const clear = createRedactor(DEFAULT_REDACTION).redact(value);
  expect(JSON.stringify(clear)).not.toMatch(/c2VjcmV0|hunter2!|482913/);
  expect(createRedactor(DEFAULT_REDACTION).redact(clear)).toEqual(clear);
});

it.each<[string, () => unknown]>([
  ['headers', () => new Headers({ Authorization: 'Bearer c2VjcmV0', Accept: 'text/html' })],
  ['a form', () => new URLSearchParams({ user: 'ada', password: 'c2VjcmV0' })],
  ['form data', () => formWith('api_key', 'c2VjcmV0')],
  ['a map', () => new Map([['token', 'c2VjcmV0']])],
  [
    'a map with other keys',
    () =>
      new Map<unknown, string>([
        [1, 'a'],
        ['token', 'c2VjcmV0'],
      ]),
  ],
  ['a list of pairs', () => [['Cookie', 'sid=c2VjcmV0']]],
])('conceals secrets in %s that sagas send, and the tape plays', async (_, made) => {
  const send = (_address: string, _what: unknown) => 'sent';
  const app = appOf(function* root(): Generator<unknown, void, never> {
    yield put({ type: yield call(send, 'token', made()) });
  });
  const text = await record(app, ({ until }) => until(told('sent')));
  expect(text).not.toContain('c2VjcmV0');
  const { divergence } = await replay(app, text);
  expect(divergence && report('pairs', divergence)).toBeNull();
});

it('a name in a list of names, or of arguments, is no secret', async () => {
  const names = { needed: ['authorization', 'content-type'], pair: ['token', 'content-type'] };
  expect(createRedactor(DEFAULT_REDACTION).redact(names)).toEqual(names);
  const write = (key: string, _value: unknown) => `${key}/written`;
  const app = appOf(function* root(): Generator<unknown, void, never> {
    yield put({ type: yield call(write, 'token', 'content-type') });
    yield call(write as never, ['token', 'content-type'], ['kind', 'page']);
  });
  const text = await record(app, ({ until }) => until(told('token/written')));
  expect(text).toContain('"args":["token","content-type"]');
  expect((await replay(app, text)).divergence).toBeNull();
});

it('keeps what only resembles a secret', () => {
  const value = { tokens: 2, secret: true, cookies: 'none', code: 4001, credentials: [{ id: 7 }], password: null };
  expect(createRedactor(DEFAULT_REDACTION).redact(value)).toEqual(value);
});

it('digits under `code` may be no secret: a number that is equal to them stays, unless it is one elsewhere', () => {
  const { redact } = createRedactor(DEFAULT_REDACTION);
  expect(redact([{ code: '1000', again: '1000' }, { total: 1000 }])).toEqual([
    { code: '<code:1>', again: '<code:1>' },
    { total: 1000 },
  ]);
  expect(redact({ otp: 1000 })).toEqual({ otp: '<code:1>' });
  expect(redact({ total: 1000 })).toEqual({ total: '<code:1>' });
});

it('a tape plays whose sagas wait as many milliseconds as the code of an organization has in digits', async () => {
  const find = (code: string) => ({ code, name: 'Lake' });
  const wait = (milliseconds: number) => milliseconds > 0;
  const app = appOf(function* root(): Generator<unknown, void, never> {
    const { code }: { readonly code: string } = yield take('typed');
    const found: ReturnType<typeof find> = yield call(find, code);
    yield call(wait, 1000);
    yield put({ type: 'found', name: found.name, of: 1000 });
  });
  const text = await record(app, async ({ dispatch, until }) => {
    dispatch({ type: 'typed', code: '1000' });
    await until(told('found'));
  });
  const { divergence } = await replay(app, text);
  expect(divergence && report('code', divergence)).toBeNull();
  expect(text).toContain('"args":[1000]');
});

it('an address that is a secret as a whole is concealed, also where it is handed on; its name may have other values', () => {
  const { redact } = createRedactor({ ...DEFAULT_REDACTION, addresses: ['endpoint'] });
  const endpoint = 'https://push.example/send/c2VjcmV0';
  expect(redact({ endpoint, body: { url: endpoint } })).toEqual({
    endpoint: '<endpoint:1>',
    body: { url: '<endpoint:1>' },
  });
  expect(redact({ endpoint: 'addPushDevice' })).toEqual({ endpoint: 'addPushDevice' });
});

describe('an address whose query is a secret', () => {
  const rules = { ...DEFAULT_REDACTION, queries: ['link'] };
  const link = 'https://learn.example/in?key=c2VjcmV0';

  it('stays an address, also where it is handed on', () => {
    const { redact } = createRedactor(rules);
    const clear = { link: 'https://learn.example/in?redacted-query-1' };
    expect(redact({ link })).toEqual(clear);
    expect(redact({ Link: link, url: link, other: 'https://learn.example/in' })).toEqual({
      Link: clear.link,
      url: clear.link,
      other: 'https://learn.example/in',
    });
    expect(redact({ link: 'https://learn.example/in?key=b3RoZXI' })).toEqual({
      link: 'https://learn.example/in?redacted-query-2',
    });
  });

  it.each([['https://learn.example/in'], ['https://learn.example/in?'], [7], [null]])('%s stays', (value) => {
    expect(createRedactor(rules).redact({ link: value })).toEqual({ link: value });
  });

  it('keeps its number when it is redacted again, and no other one gets it', () => {
    const once = createRedactor(rules).redact({ link });
    const [again, read] = [createRedactor(rules), createRedactor(rules)];
    expect(again.redact(once)).toEqual(once);
    read.read(once);
    for (const { redact } of [again, read])
      expect(redact({ link })).toEqual({ link: 'https://learn.example/in?redacted-query-2' });
  });
});

it('redacting twice changes nothing', () => {
  const once = createRedactor(DEFAULT_REDACTION).redact({ token: 'abcdef', mail: 'x@y.example', code: '123456' });
  expect(createRedactor(DEFAULT_REDACTION).redact(once)).toEqual(once);
});

it('wrapped ports answer like the real ones, and passed ones are not wrapped', () => {
  class Port {
    private n = 1;
    next() {
      return this.n++;
    }
  }
  const real = { counter: new Port(), other: { twice: (x: number) => 2 * x } };
  const { wrap } = createRecorder({ app: 'x', zone: 'UTC', locale: 'en', passing: ['other'] });
  const wrapped = wrap(real);
  expect([wrapped.counter.next(), wrapped.counter.next(), wrapped.other.twice(4)]).toEqual([1, 2, 8]);
  expect(wrapped.other).toBe(real.other);
});

describe('a middleware before the saga middleware', () => {
  const SAME = { type: 'same' };
  function recorded(before: Middleware): () => Entry[] {
    const recorder = createRecorder({ app: 'before' });
    const sagas = createSagaMiddleware({
      sagaMonitor: recorder.sagaMonitor,
      effectMiddlewares: recorder.effectMiddlewares,
    });
    const store = createStore(() => null, applyMiddleware(before, sagas));
    sagas.run(function* root(): Generator<unknown, void, never> {
      for (let nth = 0; nth < 2; nth += 1)
        yield fork(function* twice() {
          yield take('add');
          yield put(SAME);
          yield put({ type: 'added' });
        });
    });
    store.dispatch({ type: 'add' });
    store.dispatch(SAME);
    return () => entriesOf(recorder.finish());
  }
  const kinds = (entries: readonly Entry[]) => entries.map((entry) => Object.keys(entry)[0]);

  it('that copies actions refuses the recording', () => {
    const entries = recorded(() => (next) => (action) => next({ ...(action as object), at: 1 }));
    expect(entries).toThrow(
      'A middleware before the saga middleware replaced the action same. Put the saga middleware first.',
    );
  });

  it('that passes them on records each once', () => {
    const entries = recorded(() => (next) => (action) => next(action))();
    expect(kinds(entries)).toEqual(['start', 'do', 'put', 'put', 'put', 'put', 'do']);
  });

  it('that keeps some back records what sagas put, and what others dispatch', () => {
    const kept =
      (type: string): Middleware =>
      () =>
      (next) =>
      (action) =>
        (action as { readonly type: string }).type === type ? action : next(action);
    expect(kinds(recorded(kept('same'))())).toEqual(['start', 'do', 'put', 'put', 'put', 'put']);
    expect(kinds(recorded(kept('added'))())).toEqual(['start', 'do', 'put', 'put', 'put', 'put', 'do']);
  });
});

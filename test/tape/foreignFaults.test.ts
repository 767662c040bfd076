/** The same five faults, seeded into the sagas of four foreign apps: the first line names each of them. */
import { calls } from '../../tape/examples/apis';
import { load, record, replay, VISITS, type Change, type Example } from './foreign';

type Seeded = Extract<Example, 'cart' | 'reddit' | 'repos' | 'player'>;
const KINDS = ['removed effect', 'added effect', 'changed argument', 'swapped order', 'missing cancel'] as const;
type Kind = (typeof KINDS)[number];
type Fault = readonly [firstLine: RegExp, ...changes: readonly Change[]];

const FAULTS: Readonly<Record<Seeded, Readonly<Record<Kind, Fault>>>> = {
  cart: {
    'removed effect': [
      /^on the tape but never called: apis\.shop\.log\("checkout"\) in \S+CALL:checkout/,
      ["yield call(shop.log, 'checkout');", ''],
    ],
    'added effect': [
      /^put but not on the tape: cart\/thanks\(\)/,
      [
        "yield put({ type: 'cart/bought', order });",
        "yield put({ type: 'cart/bought', order }); yield put({ type: 'cart/thanks' });",
      ],
    ],
    'changed argument': [
      /^arguments differ: argument 1\[0\]: 1 on the tape, 2 now in apis\.shop\.buy/,
      ['yield call(shop.buy, cart)', 'yield call(shop.buy, [...cart].reverse())'],
    ],
    'swapped order': [
      /^swapped order: apis\.shop\.log\("checkout"\) in \S+ came after apis\.shop\.buy/,
      ["yield call(shop.log, 'checkout');", ''],
      [
        'const { order }: { readonly order: number } = yield call(shop.buy, cart);',
        "const { order }: { readonly order: number } = yield call(shop.buy, cart);\n  yield call(shop.log, 'checkout');",
      ],
    ],
    'missing cancel': [
      /^should have been cancelled: apis\.shop\.buy in \S+CALL:checkout/,
      ["off: take('cart/kept')", "off: take('cart/off')"],
    ],
  },
  reddit: {
    'removed effect': [
      /^on the tape but never put: reddit\/requested\(\{"reddit":"reactjs"\}\)/,
      ["yield put({ type: 'reddit/requested', reddit });", ''],
    ],
    'added effect': [
      /^put but not on the tape: reddit\/requested\(\{"reddit":"reactjs"\}\)/,
      ['selected === before || posts[selected]', 'selected === before'],
    ],
    'changed argument': [
      /^arguments differ: action\.reddit: frontend on the tape, FRONTEND now in reddit\/requested/,
      ['yield call(loadPosts, reddit);', 'yield call(loadPosts, reddit.toUpperCase());'],
    ],
    'swapped order': [
      /^swapped order: fetchPosts\("reactjs"\) in \S+ came after now/,
      ['  const at: number = yield call(now);\n', ''],
      ['  const items: readonly', '  const at: number = yield call(now);\n  const items: readonly'],
    ],
    'missing cancel': [/^should have been cancelled: loadPosts in root/, ['yield cancel(task);', '']],
  },
  repos: {
    'removed effect': [
      /^on the tape but never put: user\/request/,
      ['yield put({ type: `${entity}/request`, id });', ''],
    ],
    'added effect': [
      /^put but not on the tape: user\/request/,
      ['if (!(yield select((state: State) => state.users[login]))) ', ''],
    ],
    'changed argument': [
      /^arguments differ: argument 1: .*page=2 on the tape, .*page=2&all now in getPage/,
      ['login, known.next)', 'login, `${known.next}&all`)'],
    ],
    'swapped order': [
      /^swapped order: put user\/request\(\{"id":"bob"\}\) in .+ came after put starred\/request/,
      ['  yield fork(loadUser, login);\n', ''],
      [
        '  yield fork(loadStarred, login, false);\n',
        '  yield fork(loadStarred, login, false);\n  yield fork(loadUser, login);\n',
      ],
    ],
    'missing cancel': [
      /^should have been cancelled: openPage in root/,
      ["takeLatest('repos/opened'", "takeEvery('repos/opened'"],
      ['select, take, takeLatest }', 'select, take, takeEvery }'],
    ],
  },
  player: {
    'removed effect': [/^on the tape but never called: play\(\) in root/, ['  yield call(audio.play);\n', '']],
    'added effect': [
      /^called but not on the tape: setVolume\(50\)/,
      [
        'yield call(audio.setVolume, volume ?? 50);',
        'yield call(audio.setVolume, 50); yield call(audio.setVolume, 80);',
      ],
    ],
    'changed argument': [
      /^arguments differ: argument 1: 80 on the tape, 0\.8 now in write/,
      ['yield call(volumes.write, volume);', 'yield call(volumes.write, volume / 100);'],
    ],
    'swapped order': [
      /^swapped order: load\("https:\/\/tracks\.example\/jazz piano 1"\) in \S+ came after play/,
      [
        '  yield call(audio.load, url);\n  yield call(audio.play);',
        '  yield call(audio.play);\n  yield call(audio.load, url);',
      ],
    ],
    'missing cancel': [
      /^should have been cancelled: search in root/,
      ["takeLatest('tracks/searched'", "takeEvery('tracks/searched'"],
      ['take, takeLatest }', 'take, takeEvery, takeLatest }'],
    ],
  },
};

const APPS = Object.keys(FAULTS) as Seeded[];
const tapes = {} as Record<Seeded, string>;
beforeAll(async () => {
  for (const name of APPS) tapes[name] = await record(load(name), VISITS[name]);
});

it.each(APPS.flatMap((name) => KINDS.map((kind) => [name, kind] as const)))('%s: %s', async (name, kind) => {
  const [firstLine, ...changes] = FAULTS[name][kind];
  const before = calls.length;
  const { divergence } = await replay(load(name, ...changes), tapes[name]);
  expect(divergence?.headline).toMatch(firstLine);
  expect(calls.slice(before)).toEqual([]);
});

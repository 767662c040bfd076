/** A tape that is truncated, edited or invalid: one line says what is wrong and what to do. */
import { channel, type Channel } from 'redux-saga';
import { call, put, take } from 'redux-saga/effects';
import { toTest } from '../../tape/cli/toTest';
import { createRandom } from '../../tape/explore';
import { inOrder, linesOf, play, readTape, runTape, TapeError, writeTape, type App, type Entry } from '../../tape';
import { appOf, record, replay, told } from './foreign';
import { recordLoads, shop } from './shop';

let good: string;
beforeAll(async () => {
  good = await recordLoads();
});

/** What playing it throws; null if it plays to its end. */
async function refusalOf(text: string): Promise<unknown> {
  try {
    const { isFinished, divergence } = await play(shop(), readTape('loads', linesOf(text)));
    return isFinished ? null : divergence;
  } catch (error) {
    return error;
  }
}

const replaced = (part: string | RegExp, by: string) => () => {
  const text = good.replace(part, by);
  if (text === good) throw new Error(`${String(part)} is not on the tape`);
  return text;
};
const firstLines = (count: number) => () => good.split('\n').slice(0, count).join('\n');

it.each<[string, () => string, RegExp]>([
  ['empty', () => '', /^loads: the file is empty\. Record/],
  ['something else', () => '{"name":"x"}\n', /^loads: this is no flow tape .* Choose/],
  ['a page', () => '<!doctype html>\n', /^loads:1: this line is not JSON\. Take/],
  ['not JSON', replaced('{"start"', '{start'), /^loads:2: this line is not JSON\. Take/],
  ['a list', replaced(/\{"start".*\}/, '[]'), /^loads:2: this line is not an object\. Take/],
  ['older', replaced('"version":2', '"version":0'), /recorded in format 0, this player reads 2\. Record/],
  ['of no version', replaced('"version":2,', ''), /recorded in format nothing, this player reads 2\. Record/],
  ['newer', replaced('"version":2', '"version":9'), /newer than this player's 2\. Update/],
  ['without machines', replaced('"machines":{}', '"machines":null'), /:1: the header lacks its machines\. Record/],
  ['without redaction', replaced('"redaction":{', '"reduction":{'), /:1: the header lacks its redaction\. Record/],
  ['without its end', () => good.split('\n').slice(0, -3).join('\n'), /ends after \d+ entries without .* Take all/],
  [
    'cut within a line',
    () => good.slice(0, -90),
    /not JSON\. Take|without its closing line\. It was cut off\. Take all/,
  ],
  ['only its header', firstLines(1), /ends after 0 entries without its closing line\. It was cut off\. Take all/],
  ['edited', replaced('{"id":2}', '{"id":3}'), /was edited after it was recorded .* Record/],
  ['short of an entry', replaced(/\{"message".*\n/, ''), /its closing line says \d+\. It was edited\. Take/],
  ['longer', () => `${good}{"end":1}\n`, /continues after its closing line\. It was edited\. Take/],
  [
    'without a sum',
    replaced(/\{"closed".*\}/, '{"closed":null}'),
    /its closing line says nothing\. It was edited\. Take/,
  ],
  ['of an unknown kind', replaced('{"message":', '{"massage":'), /:\d+: this kind of entry is unknown: .* Take/],
  ['short of arguments', replaced(/,"args":\[1\]/, ''), /:\d+: a field is missing in this entry: .* Take/],
])('%s', async (_, spoil, message) => {
  const refusal = await refusalOf(spoil());
  expect(refusal).toBeInstanceOf(TapeError);
  expect((refusal as TapeError).message).toMatch(message);
  expect((refusal as TapeError).message).not.toContain('\n');
});

it('an edit is reported as an edit, at any distance from the end of the tape', async () => {
  const lines = good.trimEnd().split('\n');
  const many = Array.from({ length: 1_000 }, (_, seq) => `{"message":1,"value":{"seq":${seq}}}`);
  const text = [...lines.slice(0, -1), ...many, lines.at(-1)].join('\n').replace('"args":[1]', '"args":[4]');
  expect(await refusalOf(text)).toMatchObject({
    name: 'TapeError',
    message: expect.stringContaining('It was edited.'),
  });
});

it('line endings of another system do not count as an edit', async () => {
  expect(await refusalOf(good.replaceAll('\n', '\r\n'))).toBeNull();
});

it('with any one character changed, it plays unchanged or is refused with one line', async () => {
  const random = createRandom(1);
  const below = (end: number) => Math.floor(random() * end);
  for (let nth = 0; nth < 300; nth += 1) {
    const at = below(good.length - 1);
    const sign = '"{}[],:019a<-\u0000\u2028'[below(15)] ?? '';
    const text = random() < 0.3 ? good.slice(0, at) : good.slice(0, at) + sign + good.slice(at + 1);
    const refusal = await refusalOf(text);
    if (refusal === null) expect({ nth, at, entries: entriesOf(text) }).toEqual({ nth, at, entries: entriesOf(good) });
    else expect({ nth, at, refusal }).toEqual({ nth, at, refusal: expect.any(TapeError) as unknown });
    if (refusal instanceof TapeError) expect(refusal.message).toMatch(/^[^\n]{1,400}$/);
  }
});

describe('a tape that someone else made to send requests', () => {
  const sent: string[] = [];
  const made: Channel<string>[] = [];
  /** The sagas name the real function, as an app without ports does. */
  const transfer = (to: string) => {
    sent.push(to);
    return Promise.resolve(to);
  };
  const openQueue = () => {
    const queue = channel<string>();
    made.push(queue);
    return queue;
  };
  const bank = (real: readonly string[] = []): App => ({
    ...appOf(function* root(): Generator<unknown, void, never> {
      const { to }: { readonly to: string } = yield take('wanted');
      yield call(transfer, to);
      yield put({ type: 'done' });
    }),
    real,
  });
  const at = 'root/CALL:transfer#1';
  const args = ['me'];
  const tapeOf = (entries: readonly object[]) => {
    const { header } = readTape('loads', linesOf(good));
    const all = [{ start: 'root', args: [] }, { do: { type: 'wanted', to: 'me' } }, ...entries];
    const { entries: read } = readTape('bank', linesOf(writeTape(header, all as Entry[])));
    return { name: 'bank', header, entries: read };
  };
  beforeEach(() => void sent.splice(0));

  const MARKED: readonly [string, readonly object[]][] = [
    ['called', [{ call: at, args, real: true }]],
    ['a saga', [{ call: at, args, saga: true }]],
    [
      'an answer',
      [
        { ask: at, args, during: true },
        { answer: at, real: true },
      ],
    ],
    ['code', [{ ask: at, args, loads: true }, { code: at }]],
  ];
  const REFUSED = /^The tape asks for a real call of transfer, which `real` of defineApp does not list\. [^\n]+$/;

  it.each(MARKED)('cannot have a function called that the app does not list: %s', async (_, entries) => {
    await expect(play(bank(), tapeOf(entries))).rejects.toThrow(REFUSED);
    const { header, entries: all } = tapeOf(entries);
    await expect(runTape(bank(), header, [...all], inOrder)).rejects.toThrow(REFUSED);
    expect(sent).toEqual([]);
  });

  it.each(MARKED.filter(([what]) => what !== 'an answer'))('nor by its printed test: %s', async (_, entries) => {
    const { header, entries: all } = tapeOf(entries);
    await expect(toTest({ app: bank(), folder: '.' }, 'bank', header, [...all])).rejects.toThrow(REFUSED);
    expect(sent).toEqual([]);
  });

  it.each([['transfer'], ['*']])('it is called if the app lists %s', async (name) => {
    const flow = await play(bank([name]), tapeOf([{ ask: at, args, loads: true }, { code: at }]));
    expect(flow.divergence?.headline).toMatch(/^put but not on the tape/);
    expect(sent).toEqual(['me']);
  });

  it.each([[[]], [['anonymous']]])('a function without a name cannot be listed: real is %j', async (real) => {
    function* load(): Generator<unknown, void, never> {
      yield put({ type: 'loaded' });
    }
    const app = {
      ...appOf(function* root(): Generator<unknown, void, never> {
        yield call(() => load());
        yield put({ type: 'done' });
      }),
      real,
    };
    const text = await record(app, ({ until }) => until(told('done')));
    await expect(replay(app, text)).rejects.toThrow(
      /a function without a name \(root\/CALL:anonymous#1\)\. .* name it/,
    );
  });

  it('channels of redux-saga are made without being listed, those of a function of the app if it is', async () => {
    const pool = (make: () => Channel<string>) =>
      appOf(function* root(): Generator<unknown, void, never> {
        const jobs: Channel<string> = yield call(make);
        yield put(jobs, 'one');
        yield put({ type: yield take(jobs) });
      });
    expect(await replay(pool(channel), await record(pool(channel), ({ until }) => until(told('one'))))).toMatchObject({
      isFinished: true,
    });
    const text = await record(pool(openQueue), ({ until }) => until(told('one')));
    expect(made.splice(0)).toHaveLength(1);
    await expect(replay(pool(openQueue), text)).rejects.toThrow('a real call of openQueue');
    expect(made).toHaveLength(0);
    expect(await replay({ ...pool(openQueue), real: ['openQueue'] }, text)).toMatchObject({ isFinished: true });
  });
});

const entriesOf = (text: string) => [...readTape('loads', linesOf(text)).entries];

/** A tape that is truncated, edited or invalid: one line says what is wrong and what to do. */
import { createRandom } from '../../tape/explore';
import { linesOf, play, readTape, TapeError } from '../../tape';
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

const entriesOf = (text: string) => [...readTape('loads', linesOf(text)).entries];

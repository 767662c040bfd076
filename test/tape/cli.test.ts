/** The command line with another app: a bug is explored, saved as a tape and minimized. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf, readTape, writeTape } from '../../tape';
import { runCli } from '../../tape/cli';
import type { FlowsConfig } from '../../tape/cli/config';
import { recordLoads, recordStorm, shop, type Fault } from './shop';

const folder = mkdtempSync(join(tmpdir(), 'shop-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  writeFileSync(join(folder, 'storm.tape.jsonl'), await recordStorm());
  writeFileSync(join(folder, 'loads.tape.jsonl'), await recordLoads());
});

async function flows(fault: Fault, ...words: string[]) {
  const config: FlowsConfig = {
    app: shop(fault),
    folder,
    library: [{ name: 'loads', title: 'Two are loaded', record: recordLoads }],
  };
  let text = '';
  const code = await runCli(config, words, (more) => void (text += more));
  return { code, text };
}
const swapsIn = (text: string) => Number(/swaps (\d+) pairs/.exec(text)?.[1]);

it('explore saves the failing order as a tape, which plays, and minimize makes it no larger', async () => {
  const junit = join(folder, 'junit.xml');
  const explored = await flows('late 401', 'explore', 'storm', '--orders', '500', '--seed', '1', '--junit', junit);
  expect(explored).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^FAILED {2}storm\nA saga waits forever/) as string,
  });
  expect(readFileSync(junit, 'utf8')).toMatch(/<testsuite name="flows" tests="1" failures="1"/);
  expect(await flows('late 401', 'play', 'storm.failing')).toMatchObject({ code: 0 });
  const minimized = await flows('late 401', 'minimize', 'storm', '--out', 'smallest');
  expect(minimized.code).toBe(1);
  expect(swapsIn(minimized.text)).toBeLessThanOrEqual(swapsIn(explored.text));
  expect(await flows('late 401', 'play', 'smallest')).toMatchObject({ code: 0 });
});

describe('a failing order', () => {
  const tapes = mkdtempSync(join(tmpdir(), 'loads-'));
  const kept = ['loads.failing.tape.jsonl', 'loads.tape.jsonl'];
  const explored = async (path: string) => {
    const { code, text } = await flows('throws', 'explore', path);
    return { code, text, files: readdirSync(tapes).sort() };
  };
  beforeAll(async () => writeFileSync(join(tapes, 'loads.tape.jsonl'), await recordLoads()));
  afterAll(() => rmSync(tapes, { recursive: true }));

  it.each(['a folder', 'the path of a tape'])('of %s is kept under a name that ls and play find', async (what) => {
    rmSync(join(tapes, kept[0]!), { force: true });
    const found = await explored(what === 'a folder' ? tapes : join(tapes, kept[1]!));
    expect(found).toMatchObject({ code: 1, files: kept });
    expect(found.text).toContain(`: ${join(tapes, kept[0]!)}\n`);
  });

  it('is not kept again when it is explored itself', async () => {
    await explored(tapes);
    const found = await explored(tapes);
    expect(found).toMatchObject({ code: 1, files: kept });
    expect(found.text.match(/^FAILED .*$/gm)).toHaveLength(2);
  });
});

it('play of a folder plays all of its tapes', async () => {
  expect(await flows('none', 'play', folder)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^ok {6}\S+loads\.tape\.jsonl$/m) as string,
  });
});

it('the same command for the app without the bug exits with 0', async () => {
  expect(await flows('none', 'explore', 'storm', '--orders', '100')).toMatchObject({ code: 0 });
});

it('two builds are compared in the same orders, and a difference is saved as a tape', async () => {
  const file = join(folder, 'orders.json');
  const orders = ['explore', 'loads', '--orders', '20'];
  expect(await flows('none', ...orders, '--save', file)).toMatchObject({ code: 0 });
  expect(await flows('none', ...orders, '--against', file)).toMatchObject({ code: 0 });
  expect(await flows('removed', ...orders, '--against', file)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^FAILED {2}loads\nThe other build does something else in this order\./) as string,
  });
  expect(await flows('none', 'play', 'loads.failing')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/log\.write/) as string,
  });
  expect(await flows('none', 'explore', 'loads', '--orders', '21', '--against', file)).toMatchObject({
    code: 2,
    text: `${file} was saved with --orders 20 --seed 1. Explore with the same.\n`,
  });
  expect(await flows('none', ...orders, '--against', file, '--workers', '2')).toMatchObject({ code: 2 });
});

it('record writes the flows of the library again, unchanged', async () => {
  const before = readFileSync(join(folder, 'loads.tape.jsonl'), 'utf8');
  expect(await flows('none', 'record', 'loads')).toEqual({ code: 0, text: '1 tapes recorded.\n' });
  expect(readFileSync(join(folder, 'loads.tape.jsonl'), 'utf8')).toBe(before);
});

describe('play --update', () => {
  const tapeOf = (name: string) => readFileSync(join(folder, `${name}.tape.jsonl`), 'utf8');
  beforeEach(async () => writeFileSync(join(folder, 'old.tape.jsonl'), await recordLoads()));

  it('writes what only moved, and reports each entry', async () => {
    const moved = tapeOf('old').replaceAll('FORK:load#', 'FORK:loadOnce#');
    const { header } = readTape('old', linesOf(tapeOf('old')));
    const entries = moved
      .trim()
      .split('\n')
      .slice(1, -1)
      .map((line) => JSON.parse(line) as never);
    writeFileSync(join(folder, 'old.tape.jsonl'), writeTape(header, entries));
    const { code, text } = await flows('none', 'play', 'old', '--update');
    expect([code, text]).toEqual([0, expect.stringContaining('updated')]);
    expect(text).toMatch(/^ok {6}old\nupdated old: \S+\n +\d+ {2}moved +\S.*loadOnce#1.* is now .*FORK:load#1/);
    expect(await flows('none', 'play', 'old')).toMatchObject({ code: 0 });
    expect(tapeOf('old')).toBe(
      await recordLoads().then((text) =>
        text.replace('"zone":"UTC","locale":"en"', /"zone":"[^"]*","locale":"[^"]*"/.exec(text)![0]),
      ),
    );
  });

  it.each<[Fault, RegExp]>([
    ['changed', /^ +\d+ {2}changed +api\.load\(1\) … .*: argument 1: 1 on the tape, \d now$/m],
    ['removed', /^ +\d+ {2}gone +log\.write\("got it"\) = done/m],
    ['added', /^ +\d+ {2}new +log\.write\("once more"\) = done/m],
    ['swapped', /^ +\d+ {2}earlier or later +log\.write\("(asked|begin 1)"\) = done/m],
  ])('shows what is %s', async (fault, line) => {
    const { text } = await flows(fault, 'play', 'old', '--update');
    expect(text).toMatch(line);
  });

  it('writes nothing if a request changed, until that is accepted', async () => {
    const before = tapeOf('old');
    const refused = await flows('changed', 'play', 'old', '--update');
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(
      /^FAILED {2}old\n\d+ of \d+ differences are more than a move\. Nothing is written; --accept [\d,]+ takes them\.$/m,
    );
    expect(tapeOf('old')).toBe(before);
    const [, numbers = ''] = /--accept (\S+)/.exec(refused.text) ?? [];
    const [first = ''] = numbers.split(',');
    if (first !== numbers)
      expect(await flows('changed', 'play', 'old', '--update', '--accept', first)).toMatchObject({ code: 1 });
    expect(tapeOf('old')).toBe(before);
    expect(await flows('changed', 'play', 'old', '--update', '--accept', numbers)).toMatchObject({ code: 0 });
    expect(await flows('changed', 'play', 'old')).toMatchObject({ code: 0 });
    expect(await flows('none', 'play', 'old')).toMatchObject({ code: 1 });
  });

  it('leaves a tape that plays unchanged', async () => {
    const before = tapeOf('old');
    expect(await flows('none', 'play', 'old', '--update')).toMatchObject({ code: 0 });
    expect(tapeOf('old')).toBe(before);
    expect(await flows('none', 'play', 'old', '--update', '--accept', 'some')).toMatchObject({
      code: 2,
      text: '--accept takes numbers of entries, such as 12,15, or all, not "some".\n',
    });
  });
});

it('redact also conceals secrets in what was given at the start', async () => {
  const { header, entries } = readTape('loads', linesOf(await recordLoads()));
  const given = { link: '?key=abcdef', mine: { token: 'ghijkl' } };
  const all = [{ do: { type: 'seen', token: 'abcdef' } }, ...entries] as never;
  writeFileSync(join(folder, 'given.tape.jsonl'), writeTape({ ...header, given }, all));
  expect(await flows('none', 'redact', 'given')).toMatchObject({ code: 0 });
  const redacted = readTape('given', linesOf(readFileSync(join(folder, 'given.tape.jsonl'), 'utf8')));
  expect(redacted.header.given).toEqual({ link: '?key=<token:1>', mine: { token: '<token:2>' } });
  rmSync(join(folder, 'given.tape.jsonl'));
});

it('lenient plays a moved saga, which strict does not', async () => {
  const text = readFileSync(join(folder, 'loads.tape.jsonl'), 'utf8');
  const { header, entries } = readTape('loads', linesOf(text));
  const moved = JSON.parse(JSON.stringify([...entries]).replaceAll('FORK:load#', 'FORK:loadOnce#')) as never;
  writeFileSync(join(folder, 'moved.tape.jsonl'), writeTape(header, moved));
  expect(await flows('none', 'play', 'moved')).toMatchObject({ code: 1 });
  expect(await flows('none', 'play', 'moved', '--lenient')).toMatchObject({ code: 0 });
});

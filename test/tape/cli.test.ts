/** The command line with another app: a bug is explored, saved as a tape and minimized. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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

describe('explore --against', () => {
  const file = join(folder, 'saved.json');
  const at = (name: string) => join(folder, `${name}.tape.jsonl`);
  const compared = (fault: Fault, name: string, from = file) =>
    flows(fault, 'explore', name, '--orders', '20', '--against', from);
  beforeAll(async () => {
    expect(await flows('none', 'explore', 'loads', '--orders', '20', '--save', file)).toMatchObject({ code: 0 });
  });

  it('compares a tape named by its path with the one that was saved by its name', async () => {
    expect(await compared('none', at('loads'))).toMatchObject({ code: 0 });
    expect(await compared('removed', at('loads'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('The other build does something else in this order.') as string,
    });
  });

  it('refuses a tape that was not saved', async () => {
    expect(await compared('none', 'storm')).toEqual({
      code: 2,
      text: `${file} has no orders of storm. It was saved for loads. Explore that, or save storm, too.\n`,
    });
  });

  it('refuses two tapes of one name, which the file could not tell apart', async () => {
    expect(await flows('none', 'explore', 'loads', at('loads'), '--orders', '20', '--save', file)).toEqual({
      code: 2,
      text: 'Several of these tapes are called loads. Explore them one by one, each with its own file.\n',
    });
  });

  it.each([
    ['a missing file', null, /^\S+other\.json cannot be read: ENOENT[^\n]+\n$/],
    ['no JSON', 'orders', /^\S+other\.json was not written by explore --save\. Save the orders again\.\n$/],
    ['other JSON', '{"orders":20,"seed":1}', /^\S+other\.json was not written by explore --save\. [^\n]+\n$/],
  ])('refuses %s in one line', async (_, text, line) => {
    const other = join(folder, 'other.json');
    if (text !== null) writeFileSync(other, text);
    expect(await compared('none', 'loads', other)).toEqual({ code: 2, text: expect.stringMatching(line) as string });
    rmSync(other, { force: true });
  });
});

it('explore --save says before it explores that the file cannot be written', async () => {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const words = ['explore', 'nowhere', '--save', '/nowhere/orders.json'];
  expect(await runCli({ app: shop(), folder }, words, print)).toBe(2);
  expect(lines).toEqual([expect.stringMatching(/^\/nowhere\/orders\.json cannot be written: ENOENT[^\n]+\n$/)]);
});

describe('a tape in the current folder', () => {
  const here = realpathSync(mkdtempSync(join(tmpdir(), 'here-')));
  const before = process.cwd();
  beforeEach(async () => {
    mkdirSync(join(here, 'tapes'), { recursive: true });
    process.chdir(here);
    writeFileSync('last.tape.jsonl', await recordLoads());
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(here, { recursive: true });
  });
  async function inFolder(fault: Fault, ...words: string[]) {
    let text = '';
    const code = await runCli({ app: shop(fault), folder: 'tapes' }, words, (more) => void (text += more));
    return { code, text, files: readdirSync('.').sort(), tapes: readdirSync('tapes') };
  }
  const only = { files: ['last.tape.jsonl', 'tapes'], tapes: [] };

  it('is redacted where it is', async () => {
    const { header, entries } = readTape('last', linesOf(readFileSync('last.tape.jsonl', 'utf8')));
    writeFileSync('last.tape.jsonl', writeTape({ ...header, given: { token: 'abcdef' } }, [...entries]));
    expect(await inFolder('none', 'redact', 'last.tape.jsonl')).toMatchObject({
      ...only,
      code: 0,
      text: 'Redacted: last.tape.jsonl\n',
    });
    expect(readFileSync('last.tape.jsonl', 'utf8')).not.toContain('abcdef');
  });

  it('is updated where it is', async () => {
    const words = ['play', 'last.tape.jsonl', '--update', '--accept', 'all'];
    expect(await inFolder('changed', ...words)).toMatchObject({ ...only, code: 0 });
    expect(await inFolder('changed', 'play', './last.tape.jsonl')).toMatchObject({ code: 0 });
  });

  it('has its failing order beside it', async () => {
    expect(await inFolder('throws', 'explore', 'last.tape.jsonl')).toMatchObject({
      code: 1,
      files: ['last.failing.tape.jsonl', 'last.tape.jsonl', 'tapes'],
      tapes: [],
    });
  });

  it.each([
    ['smallest.tape.jsonl', { files: ['last.tape.jsonl', 'smallest.tape.jsonl', 'tapes'], tapes: [] }],
    ['smallest', { files: ['last.tape.jsonl', 'tapes'], tapes: ['smallest.tape.jsonl'] }],
  ])('--out %s is a file if it has the ending of one, and a name otherwise', async (out, written) => {
    expect(await inFolder('throws', 'minimize', 'last.tape.jsonl', '--out', out)).toMatchObject({
      ...written,
      code: 1,
    });
  });

  it('is found in a folder within that of the tapes, and redacted there', async () => {
    mkdirSync('tapes/old');
    writeFileSync('tapes/old/loads.tape.jsonl', await recordLoads());
    expect(await inFolder('none', 'redact', 'old/loads')).toMatchObject({
      code: 0,
      text: 'Redacted: tapes/old/loads.tape.jsonl\n',
    });
  });
});

describe('before the first recording', () => {
  const missing = join(folder, 'none-yet');
  const ENTER = 'Record a flow first (README, Record).';
  async function at(tapes: string, ...words: string[]) {
    let text = '';
    const config = { app: shop(), folder: tapes, library: [{ name: 'loads', title: 'Two', record: recordLoads }] };
    const code = await runCli(config, words, (more) => void (text += more));
    return { code, text };
  }
  afterEach(() => rmSync(missing, { recursive: true, force: true }));

  it.each(['ls', 'play', 'explore', 'coverage'])('%s says that there is no folder, and what to do', async (command) => {
    expect(await at(missing, command)).toEqual({ code: 2, text: `There is no folder ${missing}. ${ENTER}\n` });
  });

  it.each(['play', 'explore', 'coverage'])('%s without any tape does not pass', async (command) => {
    mkdirSync(missing);
    expect(await at(missing, command)).toEqual({ code: 2, text: `There are no tapes in ${missing}. ${ENTER}\n` });
    expect(await at(folder, command, missing)).toEqual({
      code: 2,
      text: `There are no tapes in ${missing}. ${ENTER}\n`,
    });
  });

  it('record makes the folder', async () => {
    expect(await at(missing, 'record')).toEqual({ code: 0, text: '1 tapes recorded.\n' });
    expect(readdirSync(missing)).toEqual(['loads.tape.jsonl']);
  });

  it.each(['story', 'show'])('%s of a folder asks for a tape', async (command) => {
    expect(await at(folder, command, folder)).toEqual({
      code: 2,
      text: `There is no tape "${folder}" in ${folder}. The command ls lists all.\n`,
    });
  });
});

describe('help', () => {
  it.each([[[]], [['help']], [['--help']], [['-h']], [['play', '--help']], [['--json', '-h']]])(
    'is printed for %j, without loading the configuration',
    async (words) => {
      let text = '';
      const notLoaded = () => Promise.reject(new Error('not needed'));
      expect(await runCli(notLoaded, words, (more) => void (text += more))).toBe(0);
      expect(text).toMatch(/^Commands:\nls /);
    },
  );

  it('options may come before the command', async () => {
    expect(await flows('none', '--json', 'play', 'loads')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^\[\n/) as string,
    });
    expect(await flows('none', '-json', 'ls')).toEqual({
      code: 2,
      text: 'There is no option -json. The command help lists all.\n',
    });
  });
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

  it('writes nothing if a saga asks in another order, until that is accepted', async () => {
    const before = tapeOf('old');
    const refused = await flows('swapped', 'play', 'old', '--update');
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('are more than a move') as string });
    expect(tapeOf('old')).toBe(before);
    const [, numbers = ''] = /--accept (\S+)/.exec(refused.text) ?? [];
    expect(await flows('swapped', 'play', 'old', '--update', '--accept', numbers)).toMatchObject({ code: 0 });
    expect(await flows('swapped', 'play', 'old')).toMatchObject({ code: 0 });
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

it('coverage of an app without machines says so', async () => {
  expect(await flows('none', 'coverage', 'loads')).toEqual({
    code: 0,
    text: 'The app has no machines. List them as machines in defineApp, and coverage shows their transitions.\n',
  });
  const { code, text } = await flows('none', 'coverage', 'loads', '--json');
  expect([code, JSON.parse(text)]).toEqual([0, expect.objectContaining({ percent: 100, machines: [] })]);
});

it('to-test of a tape that cannot be driven says so in one line', async () => {
  expect(await flows('throws', 'to-test', 'loads')).toEqual({
    code: 2,
    text: 'loads cannot be printed as a test: a bug. Play the tape in a test instead (README, In a test).\n',
  });
});

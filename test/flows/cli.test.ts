/** The command line: what each command prints, what it writes, and its exit codes. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf, readTape, writeTape } from '../../tape';
import { runCli } from '../../tape/cli';
import { config } from './flows.config';

const folder = mkdtempSync(join(tmpdir(), 'flows-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function flows(...words: string[]) {
  let text = '';
  const code = await runCli(config, words, (more) => void (text += more));
  return { code, text };
}
const json = async <T>(...words: string[]) => JSON.parse((await flows(...words, '--json')).text) as T;
const file = (name: string) => join(folder, name);
const signIn = () => readFileSync(join(config.folder, 'sign-in.tape.jsonl'), 'utf8');

/** A tape of a sign-in with another page title than the app sets: it is readable, but fails. */
function failingTape(): string {
  const { header, entries } = readTape('sign-in', linesOf(signIn()));
  const all = [...entries].map((entry) =>
    'call' in entry && entry.call.includes('page.setTitle') ? { ...entry, args: ['Another title'] } : entry,
  );
  writeFileSync(file('failing.tape.jsonl'), writeTape(header, all));
  return file('failing.tape.jsonl');
}
function cutTape(): string {
  const whole = signIn();
  // In the middle of a line.
  writeFileSync(file('cut.tape.jsonl'), whole.slice(0, whole.indexOf('\n', 5_000) - 3));
  return file('cut.tape.jsonl');
}

describe('0, success', () => {
  it('ls lists each tape with its title', async () => {
    const { code, text } = await flows('ls');
    expect([code, text]).toEqual([0, expect.stringMatching(/^sign-in +\d+ {2}Password, then home page$/m)]);
    expect(await json('ls')).toContainEqual(
      expect.objectContaining({ name: 'sign-in', title: 'Password, then home page' }),
    );
  });

  it('show prints a line for each entry, with the numbers that --set takes', async () => {
    const { code, text } = await flows('show', 'sign-in');
    expect([code, text]).toEqual([0, expect.stringMatching(/^ +\d+ {2}http\.send#1 +http\.send\(/m)]);
    const { header, entries } = await json<{ header: object; entries: object[] }>('show', 'sign-in');
    expect(header).toMatchObject({ format: 'flow-tape' });
    expect(entries[0]).toHaveProperty('start');
  });

  it('play writes a JUnit case', async () => {
    const junit = file('junit.xml');
    expect(await flows('play', 'sign-in', '--junit', junit)).toMatchObject({ code: 0 });
    expect(readFileSync(junit, 'utf8')).toContain('<testcase classname="flows" name="sign-in"');
    expect(await flows('play', 'sign-in', '--lenient')).toMatchObject({ code: 0 });
  });

  it('play --set shows what follows from another answer', async () => {
    const { code, text } = await flows('play', 'sign-in', '--set', 'http.send#1.status=500');
    expect([code, text]).toEqual([0, expect.stringMatching(/\[signIn\] \w+ → credentials {2}by \w+ failed/)]);
  });

  it('explore reports how many orders were different, and ends immediately if there is no other', async () => {
    const orders = ['--orders', '1000000'];
    expect(await flows('explore', 'wrong-password', ...orders)).toEqual({
      code: 0,
      text: 'ok      wrong-password: 1 different order (all), 1 different end; 1 tried\n',
    });
    expect(await json('explore', 'wrong-password', ...orders)).toMatchObject([{ isAll: true, failing: 0 }]);
  });

  it('minimize of a flow without a failing order exits with 0 within its time limit', async () => {
    const { code, text } = await flows('minimize', 'sign-in', '--orders', '1000000', '--seconds', '1');
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/^ok {6}sign-in: \d+ different orders?, \d+ different ends?; \d+ tried\n$/),
    ]);
  });

  it('explore with injected faults names them', async () => {
    const words = ['explore', 'wrong-password', '--orders', '40', '--inject', 'all'];
    expect(await flows(...words)).toMatchObject({ code: 0 });
  });

  it('diff of a tape with itself', async () => {
    expect(await json('diff', 'sign-in', 'sign-in')).toEqual({ same: true });
  });

  it('redact writes to the given path, and the result plays', async () => {
    const redacted = file('redacted.tape.jsonl');
    expect(await flows('redact', 'sign-in', '--out', redacted)).toMatchObject({ code: 0 });
    expect(existsSync(redacted)).toBe(true);
    expect(await flows('play', redacted)).toMatchObject({ code: 0 });
  });

  it('coverage names the machines that are not counted and the impossible transitions, with the reason', async () => {
    const { code, text } = await flows('coverage', 'sign-in');
    expect(code).toBe(0);
    expect(text).toMatch(/^signIn +\d+ of \d+$/m);
    expect(text).toMatch(/^pdfViewer +not counted: it runs in its view/m);
    expect(text).toMatch(/missing {2}signIn\.storing .*\n +no storage refuses/);
    expect(await json('coverage', 'sign-in')).toMatchObject({ percent: expect.any(Number) as number });
  });

  it('help names every command', async () => {
    const { code, text } = await flows('help');
    expect(code).toBe(0);
    for (const name of 'ls show play explore minimize diff to-test redact coverage record'.split(' '))
      expect(text).toMatch(new RegExp(`^${name} `, 'm'));
  });
});

describe('1, a flow fails or differs', () => {
  it('play prints the report, also for JUnit, and plays the others', async () => {
    const junit = file('failed.xml');
    const { code, text } = await flows('play', failingTape(), 'sign-in', '--junit', junit);
    expect(code).toBe(1);
    expect(text).toMatch(
      /^FAILED .*\narguments differ: argument 1: Another title on the tape, .* now in page\.setTitle/,
    );
    expect(text).toMatch(/^ok {6}sign-in$/m);
    expect(readFileSync(junit, 'utf8')).toMatch(/tests="2" failures="1"[^]*<failure message="arguments differ: /);
  });

  it('coverage of a tape that does not replay', async () => {
    const { code, text } = await flows('coverage', failingTape());
    expect([code, text]).toEqual([1, expect.stringMatching(/^FAILED .*\narguments differ/)]);
  });

  it('diff prints the first entry that differs', async () => {
    const { code, text } = await flows('diff', 'sign-in', 'wrong-code');
    expect([code, text]).toEqual([1, expect.stringMatching(/^entry \d+ is the first that differs\n/)]);
  });
});

describe('2, invalid arguments or tape', () => {
  it.each([
    [['nonsense'], 'There is no command "nonsense". The command help lists all.\n'],
    [['play', 'nowhere'], /^There is no tape "nowhere" in .*\. The command ls lists all.\n$/],
    [['play', '--sett', 'x'], 'There is no option --sett. The command help lists all.\n'],
    [['play', '--set', 'x'], /^"x" is not a patch\. Write function#number\.field=value/],
    [['play', '--junit'], '--junit needs a value.\n'],
    [['explore', '--orders', 'many'], '--orders needs a number, not "many".\n'],
    [
      ['explore', 'sign-in', '--inject', 'flood'],
      '--inject has no kind "flood". Use all, or some of fail,drop,late,twice,end,cancel.\n',
    ],
    [['minimize'], 'minimize needs the name of one tape.\n'],
    [['diff', 'sign-in'], 'diff needs the names of two tapes.\n'],
    [['record', 'nowhere'], 'No flow of the library is called nowhere.\n'],
    [['redact', 'sign-in', '--out', '/nowhere/at/all'], /^\/nowhere\/at\/all cannot be written: ENOENT.*\n$/],
  ])('one line: %j', async (words, line) => {
    const { code, text } = await flows(...words);
    expect(code).toBe(2);
    expect(text).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
    expect(text).toMatch(/^[^\n]+\n$/);
  });

  it.each(['show', 'to-test', 'redact'])('%s of a truncated tape prints one line', async (command) => {
    const { code, text } = await flows(command, cutTape());
    expect([code, text]).toEqual([2, expect.stringMatching(/^cut: .* It was cut off\. [^\n]+\n$|^cut:\d+: [^\n]+\n$/)]);
  });

  it('play, explore and coverage name it and process the valid tapes', async () => {
    for (const command of ['play', 'explore', 'coverage']) {
      const { code, text } = await flows(command, cutTape(), 'wrong-password', '--orders', '1');
      expect([code, text]).toEqual([2, expect.stringMatching(/^FAILED .*\ncut:\d+: this line is not JSON/)]);
    }
  });

  it('as JSON if --json is given', async () => {
    expect(await json('show', 'nowhere')).toEqual({ error: expect.stringContaining('There is no tape') as string });
  });
});

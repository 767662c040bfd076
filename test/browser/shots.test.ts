/** A tape as a visual test: it finds exactly what looks different, and needs no server. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { config } from '../flows/flows.config';
import { shots } from '../flows/shots/command';
import { partsSubject } from '../flows/shots/parts';
import type { Subject } from '../flows/shots/subject';

const BUILD = path.join(__dirname, '../../dist/public');
const VIEW = ['--widths', '390', '--schemes', 'dark'];
const folder = mkdtempSync(path.join(tmpdir(), 'shots-'));
const pictures = path.join(folder, 'pictures');
afterAll(() => rmSync(folder, { recursive: true }));

async function look(build: string, ...words: string[]) {
  let text = '';
  const steps = { 'sign-in': ['signIn.credentials', 'end'], 'change-password': ['session.nowhere'] };
  const code = await shots({ config, steps, build, pictures }, words, (more) => void (text += more));
  return { code, text };
}

/** The build with an additional style sheet. */
function restyled(name: string, css: string): string {
  const build = path.join(folder, name);
  cpSync(BUILD, build, { recursive: true, filter: (file) => file === BUILD || path.basename(file) === 'index.html' });
  for (const entry of ['assets', 'favicon.svg', 'icons', 'manifest.webmanifest'])
    symlinkSync(path.join(BUILD, entry), path.join(build, entry));
  const page = path.join(build, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('</head>', `<style>${css}</style></head>`));
  return build;
}

it('an accepted shot matches, and a moved element is detected', async () => {
  const first = await look(BUILD, 'sign-in', '--accept', ...VIEW);
  expect(first.code).toBe(0);
  for (const step of ['signIn.credentials', 'end'])
    expect(first.text).toContain(`sign-in, ${step}, 390 wide, dark: not accepted yet\n`);

  const moved = await look(
    restyled('moved', 'button[type="submit"] { transform: translateX(2px) }'),
    'sign-in',
    ...VIEW,
  );
  expect(moved.code).toBe(1);
  expect(moved.text).toMatch(/^sign-in, signIn\.credentials, 390 wide, dark: [\d,]+ pixels differ$/m);
  // There is no such button on the home page.
  expect(moved.text).not.toContain('sign-in, end,');
  const review = readFileSync(path.join(pictures, 'review.html'), 'utf8');
  for (const kind of ['accepted', 'now', 'difference']) {
    expect(review).toContain(`src="${kind}/sign-in/signIn.credentials.390.dark.png"`);
    expect(existsSync(path.join(pictures, kind, 'sign-in/signIn.credentials.390.dark.png'))).toBe(true);
  }
  // Nothing is accepted without a request.
  expect(await look(BUILD, 'sign-in', ...VIEW)).toEqual({ code: 0, text: '2 pictures are as accepted.\n' });
});

it('each state on the parts page has a picture at each width, after interaction where necessary; a changed color is detected', async () => {
  const build = path.join(folder, 'parts');
  const others = { parts: partsSubject(build) };
  const lookAt = async (html: string, ...words: string[]) => {
    mkdirSync(build, { recursive: true });
    writeFileSync(path.join(build, 'index.html'), `<!doctype html><meta charset="utf-8">${html}`);
    let text = '';
    const options = { config, steps: {}, build: BUILD, pictures, others };
    const code = await shots(options, ['parts', ...VIEW, ...words], (more) => void (text += more));
    return { code, text };
  };
  const page = (label: string, color: string) => `
    <p data-state="still">${label}</p>
    <a data-own-page="pressed" data-kind="press" data-on="button" href="?state=pressed">pressed</a>
    <main data-alone="pressed"><button onclick="this.style.background = '${color}'">Press</button></main>
    <script>document.querySelectorAll(location.search ? 'p' : 'main').forEach((each) => each.remove());</script>`;
  const accepted = await lookAt(page('one', 'navy'), '--accept', '--widths', '1440,390');
  expect(accepted.code).toBe(0);
  for (const step of ['still', 'pressed'])
    for (const width of [1440, 390])
      expect(accepted.text).toContain(`parts, ${step}, ${width} wide, dark: not accepted yet\n`);
  const message = await lookAt(page('two', 'navy'));
  expect(message.text).toMatch(/^parts, still, 390 wide, dark: [\d,]+ pixels differ$/m);
  expect(message.text).not.toContain('parts, pressed,');
  expect(message.text).toMatch(/^1 of 2 pictures differ\./m);
  const pressed = await lookAt(page('one', 'green'));
  expect(pressed.text).toMatch(/^parts, pressed, 390 wide, dark: [\d,]+ pixels differ$/m);
  expect(pressed.text).not.toContain('parts, still,');
});

it('a new picture is not accepted unasked; one that differs once, but not on a new page, is as accepted', async () => {
  const pngOf = (step: string) => readFileSync(path.join(pictures, `accepted/sign-in/${step}.390.dark.png`));
  const [usual, other] = [pngOf('end'), pngOf('signIn.credentials')];
  const lookAt = async (pngs: readonly Buffer[], ...words: string[]) => {
    const left = [...pngs];
    const late: Subject = async (_, [view]) => [{ ...view!, step: 'dialog', png: left.shift()! }];
    let text = '';
    const options = { config, steps: {}, build: BUILD, pictures, others: { late } };
    const code = await shots(options, ['late', ...VIEW, ...words], (more) => void (text += more));
    return { code, text, untaken: left.length };
  };
  expect(await lookAt([usual])).toMatchObject({ code: 1, text: expect.stringContaining(': not accepted yet\n') });
  expect(await lookAt([usual], '--accept')).toMatchObject({ code: 0 });
  expect(await lookAt([other, usual])).toEqual({ code: 0, text: '1 picture is as accepted.\n', untaken: 0 });
  expect(await lookAt([other, other])).toMatchObject({ code: 1, untaken: 0 });
});

it.each([
  [['change-password'], 'change-password never reaches session.nowhere.'],
  [['elsewhere'], 'There are no steps of "elsewhere".'],
  [['--widths', 'wide'], '--widths needs numbers of pixels from 200 to 4000, not "wide".'],
  [['--schemes', 'sepia'], '--schemes needs light, dark or both, not "sepia".'],
  [['--acept'], "Unknown option '--acept'"],
])('%j is refused with a one-line message', async (words, line) => {
  const { code, text } = await look(BUILD, ...words);
  expect(code).toBe(2);
  expect(text).toContain(line);
});

it('shows a message if there is no build', async () => {
  const { code, text } = await look(path.join(folder, 'nothing'), 'sign-in');
  expect([code, text]).toEqual([2, 'The app has not been built. Run npm run build first.\n']);
});

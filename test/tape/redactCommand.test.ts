/** The command redact applies the app's current rules, and its result plays. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_REDACTION, linesOf, readTape, type App, type RedactionRules } from '../../tape';
import { runCli } from '../../tape/cli';
import { openShop, shop } from './shop';

const folder = mkdtempSync(join(tmpdir(), 'redact-'));
const file = join(folder, 'order.tape.jsonl');
afterAll(() => rmSync(folder, { recursive: true }));

const IBAN = 'DE89370400440532013000';

/** The saga puts the answer on, in an action that is too long to be on the tape as a whole. */
beforeEach(async () => {
  const open = openShop({}, { ...DEFAULT_REDACTION, emails: false });
  await open.dispatch({ type: 'load', id: 1 });
  await open.answer('load', { iban: IBAN, mail: 'eva@mail.example', note: 'x'.repeat(300) });
  await open.answer('save', 'ok');
  writeFileSync(file, open.recorder.finish());
});

async function flows({ redaction, app = {} }: { redaction: RedactionRules; app?: Partial<App> }, ...words: string[]) {
  let text = '';
  const config = { app: { ...shop(), redaction, ...app }, folder };
  const code = await runCli(config, words, (more) => void (text += more));
  return { code, text };
}
const KEYS = { keys: [...DEFAULT_REDACTION.keys, 'iban'], emails: false };
const text = () => readFileSync(file, 'utf8');

it('conceals mail addresses if the rules have come to say so', async () => {
  expect(text()).toContain('eva@mail.example');
  expect(await flows({ redaction: DEFAULT_REDACTION }, 'redact', 'order')).toMatchObject({ code: 0 });
  expect(text()).not.toContain('eva@mail.example');
  expect(readTape('order', linesOf(text())).header.redaction.emails).toBe(true);
});

it('keeps concealing what the tape conceals', async () => {
  const redaction = { ...KEYS, queries: ['link'], emails: true };
  await flows({ redaction }, 'redact', 'order');
  await flows({ redaction: { keys: [], emails: false } }, 'redact', 'order');
  expect(readTape('order', linesOf(text())).header.redaction).toEqual(redaction);
});

it('writes long actions as they are now, so that the tape plays', async () => {
  expect(text()).toContain('"$long":');
  expect(await flows({ redaction: KEYS }, 'redact', 'order')).toEqual({ code: 0, text: `Redacted: ${file}\n` });
  expect(text()).not.toContain(IBAN);
  expect(await flows({ redaction: KEYS }, 'play', 'order')).toMatchObject({ code: 0 });
});

it('keeps a long action that the app had changed before, so that play still reports it', async () => {
  const { boot } = shop('noted');
  expect(await flows({ redaction: KEYS, app: { boot } }, 'redact', 'order')).toMatchObject({ code: 0 });
  expect(text()).not.toContain(IBAN);
  expect(await flows({ redaction: KEYS, app: { boot } }, 'play', 'order')).toMatchObject({ code: 1 });
});

it.each<[string, Partial<App>]>([
  ['does something else', { boot: shop('removed').boot }],
  [
    'does not start',
    {
      boot: () => {
        throw new Error('no reducer');
      },
    },
  ],
])('conceals secrets also if the app %s, and says which actions may not play', async (_, app) => {
  const { code, text: said } = await flows({ redaction: KEYS, app }, 'redact', 'order');
  expect(code).toBe(0);
  expect(said).toMatch(/, so 1 long actions are as before\. .* play order --update\.$/m);
  expect(text()).not.toContain(IBAN);
});

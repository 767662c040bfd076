/** The files and helpers that the guides and the architecture name must exist, so that a rename cannot outdate them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const LAYERS = ['contract', 'machines', 'sagas', 'src', 'server', 'tape', 'test', 'scripts', 'deploy', 'docs'];
const guides = readdirSync(path.join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);
const PAGES = [
  ...guides,
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/testing.md',
  'docs/flow-tapes.md',
  'README.md',
];

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const everything = LAYERS.flatMap((layer) => [
  layer,
  ...readdirSync(path.join(root, layer), { recursive: true, encoding: 'utf8' }).map((entry) => `${layer}/${entry}`),
]);
/** Full paths from the root, or the last part of a path. */
const exists = (named: string) =>
  everything.some((entry) => entry === named.replace(/\/$/, '') || entry.endsWith(`/${named.replace(/\/$/, '')}`));
/** The texts of code spans. */
const spans = (file: string) => [...read(file).matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? '');

test.each(PAGES)('%s names only existing files and folders', (page) => {
  const named = spans(page).filter((text) => /^(\w[\w.-]*\/)+([\w-][\w.-]*)?$|^[\w.-]+\.(tsx?|mjs)$/.test(text));
  const written = [
    'x.slice.ts',
    'x.selectors.ts',
    'x.rules.ts',
    'x.saga.ts',
    'docs/testing-long.md',
    'bench/results-long.md',
  ];
  const ours = named.filter((text) => !text.includes('/') || LAYERS.includes(text.split('/')[0] ?? ''));
  expect(ours.filter((text) => !written.includes(text) && !exists(text))).toEqual([]);
});

test('the address that flow-tapes.md explains is on a tape', () => {
  const [address = 'none'] = spans('docs/flow-tapes.md').filter((text) => text.startsWith('rootSaga/'));
  const tapes = everything.filter((entry) => entry.startsWith('test/flows/') && entry.endsWith('.tape.jsonl'));
  expect(tapes.filter((tape) => read(tape).includes(`"${address}"`))).not.toEqual([]);
});

test('security.md names every address of the settings that the server connects to', () => {
  const [, section = ''] = /## Outgoing connections\n([^#]*)/.exec(read('docs/security.md')) ?? [];
  const settings = [...read('server/base/config.ts').matchAll(/\burl\(env, '(\w+)'/g)].map(([, name]) => name ?? '');
  const ownAddress = 'PUBLIC_URL';
  const called = settings.filter((name) => name !== ownAddress);
  expect(called).toContain('DATABASE_URL');
  expect(called.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

test.each(guides)('%s names only existing helpers, on at most 40 lines', (guide) => {
  const sources = everything.filter((entry) => /^(contract|sagas|server)\/.*(?<!\.test)\.ts$/.test(entry)).map(read);
  const helpers = spans(guide).flatMap((text) =>
    [...text.matchAll(/(?<![.\w])([a-z]\w{3,})\(/g)].map(([, name]) => name),
  );
  const unknown = helpers.filter(
    (name) => !sources.some((source) => new RegExp(`\\b(const|function\\*?) ${name}\\b`).test(source)),
  );
  expect(unknown).toEqual([]);
  // Members, such as `session.userId`; not files.
  const members = spans(guide)
    .filter((text) => !/\.(tsx?|mjs|md)\b/.test(text))
    .flatMap((text) => text.match(/(?<![\w./-])[a-z]\w+(\.[a-z]\w+)+/g) ?? []);
  expect(members.filter((member) => !sources.some((source) => source.includes(member)))).toEqual([]);
  expect(read(guide).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

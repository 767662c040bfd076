/** deploy/ and docs/operations.md: an upgrade keeps the data, an image has no secrets, and commands work as written. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const operations = read('docs/operations.md');

/** What `npm run package` copies; only node itself can import its module. */
async function archived(): Promise<readonly string[]> {
  const address = pathToFileURL(path.join(root, 'scripts/lib/package.mjs')).href;
  const script = `console.log(JSON.stringify((await import(${JSON.stringify(address)})).COPIED))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout) as readonly string[];
}

describe('compose', () => {
  const compose = read('deploy/compose.yaml');

  test('names its project, so that the volumes do not depend on the folder', () => {
    expect(compose).toMatch(/^name: staffing-vms$/m);
  });

  test('starts the app on the database that .env names, so that a restored one stays in use after an upgrade', () => {
    expect(compose).toMatch(/DATABASE_URL: postgres:.*@db:5432\/\$\{DATABASE_NAME:-vms\}$/m);
    expect(operations).toContain('DATABASE_NAME=');
  });

  test('the example says which of its settings do not count with compose, which has its own', () => {
    const [, own = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose) ?? [];
    const names = [...own.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }));
    const fixed = names.filter(({ name, value }) => !value.startsWith(`\${${name}:-`)).map(({ name }) => name);
    expect(fixed).toContain('DATABASE_URL');
    const lines = read('deploy/environment.example').split('\n');
    const comments = fixed.map(
      (fixedName) => lines[lines.findIndex((line) => /^#?(\w+)=/.exec(line)?.[1] === fixedName) - 1],
    );
    for (const comment of comments) expect(comment).toMatch(/^# .*compose\.yaml has its own/);
  });

  test('builds the image of the folder at each start by its documented command', () => {
    const commands = [compose, operations].flatMap((text) => text.match(/docker compose .* up .*/g) ?? []);
    expect(commands.length).toBeGreaterThanOrEqual(2);
    for (const command of commands) expect(command).toContain('--build');
  });
});

test('the image has only what the server runs, none of the settings in the folder', () => {
  const copied = [...read('deploy/Containerfile').matchAll(/^(?:COPY|ADD) (.+) \S+$/gm)].map(([, from]) => from);
  expect(copied).toEqual(['package.json', 'node_modules', 'dist']);
});

describe('the example of the settings', () => {
  const FILLED = {
    DATABASE_URL: 'postgres://vms:pass$word@db.example.org/vms?sslmode=require&application_name=vms',
    MAIL_FROM: 'Staffing VMS <vms@example.org>',
  };
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'environment-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('keeps addresses and names as they are when a shell reads them', () => {
    let text = read('deploy/environment.example');
    for (const [name, value] of Object.entries(FILLED)) {
      text = text.replace(
        new RegExp(`^#?${name}=('?).*\\1$`, 'm'),
        (_, quote: string) => `${name}=${quote}${value}${quote}`,
      );
    }
    const file = path.join(folder, 'environment');
    writeFileSync(file, text);
    const script = 'set -a; . "$1"; set +a; printf "%s\\n" "$DATABASE_URL" "$MAIL_FROM"';
    const printed = execFileSync('sh', ['-c', script, 'sh', file], { encoding: 'utf8', stdio: 'pipe' });
    expect(printed.trimEnd().split('\n')).toEqual(Object.values(FILLED));
  });

  test('wins over the defaults of the commands, as it does over those of the service', () => {
    const [line = ''] = /^set -a; .*$/m.exec(operations) ?? [];
    const file = path.join(folder, 'environment');
    writeFileSync(file, "DATA_DIR='/var/lib/staffing-vms/restored'\n");
    const script = `${line.replace('/etc/staffing-vms/environment', file)}; printf "%s %s" "$APP_MODE" "$DATA_DIR"`;
    const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(printed).toBe('production /var/lib/staffing-vms/restored');
  });
});

test.each(['docs/operations.md', 'docs/security.md'])('%s links only to files of the archive', async (page) => {
  const copied = await archived();
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) =>
    path.posix.join(path.posix.dirname(page), link),
  );
  expect(links.length).toBeGreaterThan(3);
  const isCopied = (file: string) => copied.some((part) => file === part || file.startsWith(`${part}/`));
  expect(links.filter((file) => !isCopied(file))).toEqual([]);
});

test('operations.md says what to do about each alert', () => {
  const [, section = ''] = /^## When something is wrong\n([\s\S]*?)^## /m.exec(operations) ?? [];
  const symptoms = section.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split('|')[1] ?? ''] : []));
  const alerts = [...read('deploy/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(alerts.length).toBeGreaterThan(8);
  expect(alerts.filter((name) => !symptoms.some((symptom) => symptom.includes(`\`${name}\``)))).toEqual([]);
});

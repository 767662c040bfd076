/**
 * The command `shots`: compares pictures with the accepted ones. It takes them of flows, which the built app replays
 * without a server, at named steps, and of the components of src/ui.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { TapeError, linesOf, readTape } from '../../../tape';
import type { FlowsConfig } from '../../../tape/cli/config';
import { launchChromium } from '../../browser/support/chromium';
import { compare } from './compare';
import { flowSubject } from './pictures';
import { findingText, FOLDERS, reviewPage, type Finding } from './review';
import { stopsOf, type Step } from './steps';
import type { Picture, Subject, View } from './subject';

export const HELP = `shots [NAME...]           compares pictures of flows, at named steps, and of parts with the accepted ones;
                          --accept accepts the new ones; --widths 1440,820,390 --schemes light,dark
`;

export interface ShotsOptions {
  readonly config: Pick<FlowsConfig, 'app' | 'folder'>;
  /** The steps of each flow. */
  readonly steps: Readonly<Record<string, readonly Step[]>>;
  /** The build for browsers. */
  readonly build: string;
  /** Where pictures are stored. */
  readonly pictures: string;
  /** Other subjects besides flows. */
  readonly others?: Readonly<Record<string, Subject>>;
}

/** Reported in one line, without a stack trace. */
export class WrongCall extends Error {}

/** Exit codes as in the other commands: 1 where a picture differs or was never accepted, 2 for a wrong call or tape. */
export async function shots(
  options: ShotsOptions,
  words: readonly string[],
  print: (text: string) => void,
): Promise<0 | 1 | 2> {
  try {
    return await run(options, words, print);
  } catch (error) {
    if (!(error instanceof WrongCall) && !(error instanceof TapeError)) throw error;
    print(`${error.message}\n`);
    return 2;
  }
}

async function run(
  { config, steps, build, pictures, others = {} }: ShotsOptions,
  words: readonly string[],
  print: (text: string) => void,
): Promise<0 | 1> {
  const { names, views, isAccepting } = readWords(words, [...Object.keys(steps), ...Object.keys(others)]);
  if (!existsSync(path.join(build, 'index.html')))
    throw new WrongCall('The app has not been built. Run npm run build first.');
  const folderOf = (kind: keyof typeof FOLDERS, name: string) => path.join(pictures, FOLDERS[kind], name);
  const flow = async (name: string): Promise<Subject> => {
    const text = readFileSync(path.join(config.folder, `${name}.tape.jsonl`), 'utf8');
    const stops = await stopsOf(config.app, readTape(name, linesOf(text)), steps[name] ?? []);
    return flowSubject(build, { name, text }, stops);
  };
  const findings: Finding[] = [];
  let all = 0;
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    for (const name of names) {
      const take = others[name] ?? (await flow(name));
      for (const kind of ['now', 'difference'] as const) fresh(folderOf(kind, name));
      const accepted = folderOf('accepted', name);
      const taken = new Set<string>();
      const compared = async (wanted: readonly View[]): Promise<readonly Compared[]> => {
        const found: Compared[] = [];
        for (const picture of await take(browser, wanted)) {
          const file = fileOf(picture);
          taken.add(file);
          writeFileSync(path.join(folderOf('now', name), file), picture.png);
          const before = path.join(accepted, file);
          const one = { picture, file: `${name}/${file}`, title: titleOf(name, picture) };
          if (!existsSync(before)) found.push({ ...one, kind: 'new', pixels: 0 });
          else {
            const difference = await compare(page, readFileSync(before), picture.png);
            if (difference === null) continue;
            writeFileSync(path.join(folderOf('difference', name), file), difference.png);
            found.push({ ...one, kind: 'different', pixels: difference.pixels });
          }
        }
        return found;
      };
      const first = await compared(views);
      findings.push(...(await differingTwice(first, views, compared)));
      all += taken.size;
      for (const file of filesIn(accepted).filter((one) => isOfViews(one, views) && !taken.has(one)))
        findings.push({ file: `${name}/${file}`, title: `${name}, ${file}`, kind: 'gone', pixels: 0 });
    }
  } finally {
    await browser.close();
  }
  writeFileSync(path.join(pictures, 'review.html'), reviewPage(findings, all));
  for (const finding of findings) print(`${findingText(finding)}\n`);
  if (isAccepting) {
    for (const { file, kind } of findings) accept(pictures, file, kind);
    print(`${all} pictures, ${findings.length} of them newly accepted.\n`);
    return 0;
  }
  print(
    findings.length === 0
      ? `${all} ${all === 1 ? 'picture is' : 'pictures are'} as accepted.\n`
      : `${findings.length} of ${all} pictures differ. Look at ${path.join(pictures, 'review.html')}; --accept takes them.\n`,
  );
  return findings.length === 0 ? 0 : 1;
}

interface Compared extends Finding {
  readonly picture: Picture;
}

/**
 * Once in some ten thousand pictures the browser leaves a dialog out although the page has it, so what differs must
 * differ again on a new page. New pictures are found at once.
 */
async function differingTwice(
  first: readonly Compared[],
  views: readonly View[],
  compared: (views: readonly View[]) => Promise<readonly Compared[]>,
): Promise<readonly Finding[]> {
  const differ = first.filter(({ kind }) => kind === 'different');
  const isOf = (view: View) => differ.some(({ picture }) => viewText(picture) === viewText(view));
  const again = differ.length === 0 ? [] : await compared(views.filter(isOf));
  const isStill = ({ file, kind }: Finding) => kind === 'new' || again.some((one) => one.file === file);
  return first.filter(isStill).map(({ file, title, kind, pixels }) => ({ file, title, kind, pixels }));
}

function readWords(words: readonly string[], known: readonly string[]) {
  let read;
  try {
    read = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        accept: { type: 'boolean', default: false },
        widths: { type: 'string', default: '1440,820,390' },
        schemes: { type: 'string', default: 'light,dark' },
      },
    });
  } catch (error) {
    throw new WrongCall((error as Error).message);
  }
  const { values, positionals } = read;
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new WrongCall(
      `There are no steps of "${unknown}". Name them in test/flows/flows.config.ts. There are those of ${known.join(', ')}.`,
    );
  const widths = values.widths.split(',').map(Number);
  if (widths.some((width) => !Number.isInteger(width) || width < 200 || width > 4_000))
    throw new WrongCall(`--widths needs numbers of pixels from 200 to 4000, not "${values.widths}".`);
  const schemes = values.schemes.split(',');
  const isScheme = (one: string): one is View['scheme'] => one === 'light' || one === 'dark';
  if (!schemes.every(isScheme)) throw new WrongCall(`--schemes needs light, dark or both, not "${values.schemes}".`);
  return {
    names: positionals.length > 0 ? positionals : known,
    views: schemes.flatMap((scheme) => widths.map((width): View => ({ width, scheme }))),
    isAccepting: values.accept,
  };
}

const viewText = ({ width, scheme }: View) => `${width}.${scheme}.png`;
const fileOf = (picture: Picture) => `${picture.step}.${viewText(picture)}`;
const titleOf = (name: string, { step, width, scheme }: Picture) => `${name}, ${step}, ${width} wide, ${scheme}`;
const isOfViews = (file: string, views: readonly View[]) => views.some((view) => file.endsWith(`.${viewText(view)}`));

const filesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

function fresh(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

function accept(pictures: string, file: string, kind: Finding['kind']): void {
  const target = path.join(pictures, FOLDERS.accepted, file);
  if (kind === 'gone') return rmSync(target);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, readFileSync(path.join(pictures, FOLDERS.now, file)));
}

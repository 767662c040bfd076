/**
 * Pictures of the twelve most used screens. The answers of a server with the demo's data are stored once with their
 * time; from then on the built app runs with those answers at that time, without a server. Remove the file to record
 * the demo again.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core';
import type { RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import { signedInCaller } from '../../browser/support/caller';
import { beginSession } from '../../browser/support/enterAs';
import { fillDemo, startProduct } from '../../browser/support/product';
import { parentOfTemporaryFolders } from '../../support/temporaryFolders';
import { fileOf, ORIGIN, pageOf } from './site';
import { inContext, TIMEOUT_MS, settled, turnTo, type Picture, type Subject, type View } from './subject';

const WHO = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
const WHERE = { timezoneId: 'America/Chicago', locale: 'en-US' };
/** The first answer of each request is stored. */
const ALL = [1440, 820, 390].map((width): View => ({ width, scheme: 'light' }));
/** A table row, or its card on a narrow page. */
const ROW = '.data-table tbody tr, .records > li';
const BELL = '.bell button';
const JOBS = '/vms/jobs';
const JOB = 'job';

interface Screen {
  readonly step: string;
  readonly path: string;
  /** The part that appears last. */
  readonly shown: string;
  readonly press?: string;
}
const HOME = { path: '/vms/dashboard', shown: '.needs-you li' };
const SCREENS: readonly Screen[] = [
  { step: 'home', ...HOME },
  { step: 'jobs', path: JOBS, shown: ROW },
  { step: JOB, path: JOBS, shown: '.record-page h1' },
  { step: 'submissions', path: '/vms/jobs/submissions', shown: ROW },
  { step: 'candidates', path: '/vms/allCandidates', shown: ROW },
  { step: 'assignments', path: '/vms/assignments/active', shown: ROW },
  { step: 'compliance', path: '/vms/compliance/viewAll', shown: ROW },
  { step: 'timesheets', path: '/vms/timesheets/invoicetimesheet', shown: ROW },
  { step: 'business-analysis', path: '/vms/supplierbidashboard/bussiness-analysis', shown: '.card-foot' },
  { step: 'tasks', path: '/vms/vms-task', shown: ROW },
  { step: 'reviews', path: '/vms/compliance/reviewdocs/credentials', shown: ROW },
  { step: 'notifications', ...HOME, press: BELL },
];

interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** As base64. */
  readonly body: string;
}
interface Kept {
  readonly at: number;
  readonly config: RuntimeConfig;
  readonly jobPath: string;
  /** By method, address and request body. */
  readonly answers: Readonly<Record<string, Answer>>;
}

export type WithUrl = (use: (url: string) => Promise<void>) => Promise<void>;

/** `build`: the build for browsers. `file`: where the answers are stored. */
export const screensSubject =
  (build: string, file: string, withUrl: WithUrl): Subject =>
  async (browser, views) => {
    const [first] = views;
    if (first === undefined) return [];
    if (!existsSync(file)) {
      await withUrl(async (url) => {
        const kept = await record(browser, url);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify(kept));
      });
    }
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    const ofScreen = (screen: Screen): Promise<readonly Picture[]> =>
      inContext(browser, first, WHERE, async (page, troubles) => {
        const strange: string[] = [];
        await page.route('**/*', answersOf(build, kept, strange));
        const taken = await show(page, ORIGIN, screen, kept, views);
        const [trouble] = [...troubles, ...strange.map((one) => `it requested ${one}, which was not recorded`)];
        if (trouble !== undefined) throw new Error(`${screen.step} is not what it was: ${trouble}`);
        return taken;
      });
    // Side by side, because most of the time is spent waiting.
    return (await Promise.all(SCREENS.map(ofScreen))).flat();
  };

/** A separate demo, for as long as it is used. */
export async function withDemo(use: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(parentOfTemporaryFolders(), 'vms-screens-'));
  // If root runs it, the database user needs access; else its files would be created elsewhere.
  chmodSync(folder, 0o711);
  process.env['BROWSER_TEST_DATA'] = folder;
  try {
    await fillDemo();
    const product = await startProduct();
    try {
      await use(product.url);
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens all screens at each width and stores the answers. A repeated request gets the first answer again. */
async function record(browser: Browser, url: string): Promise<Kept> {
  const answers: Record<string, Answer> = {};
  const at = Date.now();
  let jobPath = '';
  let config: RuntimeConfig | null = null;
  // Toasts close after real time, not after the page's clock.
  await (
    await signedInCaller(url, WHO)
  )('/api-user/v1/notifications/popup', { checked: false }, 'PUT');
  const cookies = await sessionCookies(browser, url);
  for (const first of ALL)
    for (const screen of SCREENS)
      await inContext(browser, first, WHERE, async (page) => {
        await page.context().addCookies(cookies);
        await page.route(`${url}/api*/**`, async (route) => {
          const key = keyOf(route.request(), url) ?? '';
          if (answers[key] === undefined) {
            const response = await route.fetch();
            answers[key] ??= {
              status: response.status(),
              contentType: response.headers()['content-type'] ?? 'application/json',
              body: (await response.body()).toString('base64'),
            };
          }
          await route.fulfill(asResponse(answers[key]));
        });
        await show(page, url, screen, { at, jobPath }, ALL);
        if (jobPath === '' && screen.path === JOBS)
          jobPath =
            (await page.locator(`.shell-page :is(tbody, .records) a[href^="${JOBS}/"]`).first().getAttribute('href')) ??
            '';
        config ??= JSON.parse((await page.locator('#runtime-config').textContent()) ?? '') as RuntimeConfig;
      });
  if (config === null || jobPath === '') throw new Error('The demo shows no job.');
  return { at, config, jobPath, answers };
}

async function sessionCookies(browser: Browser, url: string) {
  const context = await browser.newContext();
  try {
    await beginSession(context, url, WHO);
    return await context.cookies();
  } finally {
    await context.close();
  }
}

/**
 * Of the page at rest, in each view. The clock is stopped except for a few steps, which end pauses and finish charts.
 */
async function show(
  page: Page,
  origin: string,
  screen: Screen,
  { at, jobPath }: Pick<Kept, 'at' | 'jobPath'>,
  views: readonly View[],
): Promise<readonly Picture[]> {
  await savingData(page.context());
  // It carries no news, but a page whose socket is silent for long would show that it may be out of date.
  await page.routeWebSocket('**/*', (socket) => {
    const timer = setInterval(() => socket.send(NO_NEWS), NO_NEWS_EVERY_MS);
    const stop = () => clearInterval(timer);
    socket.onClose(stop);
    page.once('close', stop);
  });
  const rest = restOf(page);
  let now = at;
  const goOn = async (steps: number): Promise<void> => {
    await rest();
    for (let step = 0; step < steps; step += 1) {
      now += STEP_MS;
      await page.clock.setFixedTime(now);
      await rest();
    }
  };
  await page.clock.setFixedTime(now);
  await page.goto(origin + (screen.step === JOB ? jobPath : screen.path));
  await page.locator('.shell-page h1').first().waitFor({ state: 'attached' });
  await goOn(STEPS);
  await page.locator(screen.shown).first().waitFor({ state: 'attached' });
  if (screen.press !== undefined) await page.locator(screen.press).first().click();
  await goOn(1);
  const pictures: Picture[] = [];
  for (const view of views) {
    await turnTo(page, view);
    await goOn(1);
    pictures.push({ ...view, step: screen.step, png: await settled(page) });
  }
  return pictures;
}
const STEPS = 2;
/** A frame without messages. */
const NO_NEWS = '[]';
const NO_NEWS_EVERY_MS = 5_000;
const STEP_MS = 1_000;
/** Signs that more content is loading. */
const LOADING = '[aria-busy="true"], .page-loading, .skeleton-bar, .skeleton-line, .skeleton-figure';
/** An answer may cause further requests, which wait for an idle moment. */
const LOOKS = 5;

/** Returns a function that waits until all requests sent since have been answered and idle time sends no more. */
function restOf(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  const over = (request: Request) => void pending.delete(request);
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return async () => {
    const deadline = performance.now() + TIMEOUT_MS;
    for (let quiet = 0; quiet < LOOKS;) {
      const isLoading = await page.evaluate(async (loading) => {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => requestIdleCallback(resolve));
        return document.querySelector(loading) !== null;
      }, LOADING);
      quiet = isLoading || pending.size > 0 ? 0 : quiet + 1;
      if (performance.now() > deadline)
        throw new Error(`The page waits forever, as for ${[...pending].map((one) => one.url()).join(', ')}.`);
    }
  };
}

/** Null if it is not a call of the app. */
function keyOf(request: Request, origin: string): string | null {
  const url = new URL(request.url());
  if (url.origin !== origin || !url.pathname.startsWith('/api')) return null;
  return [request.method(), url.pathname + url.search, request.postData() ?? ''].join(' ');
}

const answersOf = (build: string, kept: Kept, strange: string[]) => {
  const page = pageOf(build, kept.config, 'starting.html');
  return (route: Route): Promise<void> => {
    const request = route.request();
    const { origin, pathname } = new URL(request.url());
    const key = keyOf(request, ORIGIN);
    const answer = key === null ? undefined : kept.answers[key];
    if (answer !== undefined) return route.fulfill(asResponse(answer));
    if (request.isNavigationRequest()) return route.fulfill({ contentType: 'text/html; charset=utf-8', body: page });
    const file = key === null && origin === ORIGIN ? fileOf(build, pathname) : null;
    if (file !== null) return route.fulfill(file);
    strange.push(key ?? request.url());
    return route.abort();
  };
};

const asResponse = ({ status, contentType, body }: Answer) => ({
  status,
  contentType,
  body: Buffer.from(body, 'base64'),
});

/** Nothing is prefetched. */
const savingData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

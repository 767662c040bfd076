/**
 * Records in a real browser over the demo's data: from the press on a name until the page of the record is painted;
 * from the press on an action until its answer, and until another user who has the same record open sees its result.
 */
import type { Page } from 'playwright-core';
import { launch } from '../lib/chromium';
import { startDemo } from '../lib/ourServer';
import { skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';
import { goTo, signedIn } from '../lib/signedIn';
import { waitsRow } from '../lib/waits';

const PAINTED = { id: 'records.painted', what: 'a record painted after the press on its name', limitMs: 150 };
const ANSWERED = { id: 'records.answered', what: 'answer to an action after its press', limitMs: 200 };
const SEEN = {
  id: 'records.seen',
  what: 'an action seen on the screen of somebody else after its press',
  limitMs: 300,
};

/** Lists, and where their records are. */
const PLACES = [
  ['/vms/jobs', '/vms/jobs/'],
  ['/vms/allCandidates', '/vms/allCandidates/'],
  ['/vms/jobs/submissions', '/vms/jobs/submissions/'],
  ['/vms/assignments/active', '/vms/assignments/'],
  ['/vms/compliance/viewAll', '/vms/compliance/files/'],
  ['/vms/timesheets/invoicetimesheet', '/vms/timesheets/invoicetimesheet/'],
] as const;
const QUEUE = '/vms/compliance/reviewdocs/credentials';
const DOCUMENT = '/vms/compliance/documents/';
/** The lists and sockets are at rest. */
const REST_MS = 1_500;
const POLL_MS = 50;

export const records: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined) {
    return [PAINTED, ANSWERED, SEEN].map(({ id, what, limitMs }) =>
      skipped(id, what, `< ${limitMs} ms`, 'no Chromium'),
    );
  }
  const server = await startDemo();
  const browser = await launch(chromium);
  try {
    const { page } = await signedIn(browser, server.base, 'vms.manager', 'MERIDIAN');
    note(`records: ${PLACES.length} kinds, ${rounds} of each`);
    const painted = await opened(page, rounds);
    const { page: other } = await signedIn(browser, server.base, 'msp.manager', 'MERIDIAN');
    note(`records: ${rounds} documents approved`);
    return [painted, ...(await acted(page, other, rounds))];
  } finally {
    await browser.close();
    await server.stop();
  }
};

/** The records that the list on screen links to, each once, without links to other lists. */
async function recordsNamed(page: Page, section: string, wanted: number): Promise<string[]> {
  const names = page.locator(`.data-table tbody a[href^="${section}"]:not([href*="?"])`);
  const hrefs = async (): Promise<string[]> => [
    ...new Set(await names.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))),
  ];
  await names.first().waitFor();
  while ((await hrefs()).length < wanted) await page.waitForTimeout(POLL_MS);
  return (await hrefs()).slice(0, wanted);
}

const linkTo = (href: string): string => `.data-table tbody a[href="${href}"]`;

/** Another record each time; the first of a kind, which fetches its screen, is not counted. */
async function opened(page: Page, rounds: number): Promise<Row> {
  const waits: number[] = [];
  for (const [list, section] of PLACES) {
    await goTo(page, list);
    for (const [round, href] of (await recordsNamed(page, section, rounds + 1)).entries()) {
      await goTo(page, list);
      await page.locator(linkTo(href)).first().waitFor();
      await page.waitForTimeout(REST_MS);
      const wait = await page.evaluate(openRecord, linkTo(href));
      if (round > 0) waits.push(wait);
    }
  }
  return waitsRow(PAINTED.id, PAINTED.what, waits, PAINTED.limitMs);
}

/** Runs in the page: milliseconds to the second frame with the facts of the record. */
async function openRecord(link: string): Promise<number> {
  const there = '.record-page[aria-busy="false"] .record-facts';
  const begun = performance.now();
  document.querySelector<HTMLElement>(link)?.click();
  while (document.querySelector(there) === null) {
    if (performance.now() - begun > 30_000) throw new Error(`${link} opened no record`);
    await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}

/** Two people have the same document open; one of them approves it. */
async function acted(page: Page, other: Page, rounds: number): Promise<Row[]> {
  await goTo(page, QUEUE);
  const answers: number[] = [];
  const sights: number[] = [];
  for (const [round, href] of (await recordsNamed(page, DOCUMENT, rounds + 1)).entries()) {
    for (const each of [page, other]) {
      await goTo(each, href);
      await each.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    }
    await page.waitForTimeout(REST_MS);
    const [{ pressed, answered }, seen] = await Promise.all([page.evaluate(approve), other.evaluate(untilApproved)]);
    if (round === 0) continue;
    answers.push(answered - pressed);
    sights.push(seen - pressed);
  }
  return [
    waitsRow(ANSWERED.id, ANSWERED.what, answers, ANSWERED.limitMs),
    waitsRow(SEEN.id, SEEN.what, sights, SEEN.limitMs),
  ];
}

/**
 * Runs in the page of the user who acts: the times of the press and of the answer, in milliseconds of the machine's
 * clock.
 */
async function approve(): Promise<{ pressed: number; answered: number }> {
  const button = [...document.querySelectorAll<HTMLElement>('.record-page button')].find(
    ({ textContent }) => textContent === 'Approve',
  );
  // The browser's list of requests is full after 250.
  performance.clearResourceTimings();
  const pressed = performance.now();
  button?.click();
  while (performance.now() - pressed < 30_000) {
    const answer = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(
      ({ name, startTime }) => startTime >= pressed && name.endsWith('/records/document/actions'),
    );
    if (answer) {
      return { pressed: performance.timeOrigin + pressed, answered: performance.timeOrigin + answer.responseEnd };
    }
    await new Promise(requestAnimationFrame);
  }
  throw new Error('the approval was not answered');
}

/** Runs in the page of the other user: the time of the second frame that shows the result. */
async function untilApproved(): Promise<number> {
  const begun = performance.now();
  while (!/Approved/.test(document.querySelector('.record-title')?.textContent ?? '')) {
    if (performance.now() - begun > 30_000) throw new Error('the approval was not seen');
    await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
  return performance.timeOrigin + performance.now();
}

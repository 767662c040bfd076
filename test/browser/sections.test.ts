/**
 * Every section of the shell, for every kind of user: Back, Forward, a copied link, a reload, and what axe finds there.
 */
import type { Page } from 'playwright-core';
import { cases } from '../support/cases';
import { settled, violations } from './support/axe';
import { enterAs } from './support/enterAs';
import { goTo } from './support/goTo';
import { useWorld } from './support/world';

const world = useWorld();

const SHARED = ['facility/list', 'supplier/list', 'jobs', 'compliance/viewAll', 'assignments/active'];
const BEHIND = ['timesheets/dashboard/travel', 'prn/orders', 'nexusreports/assignments'];
const ALL_BEHIND = cases('kinds of people who visit each section that is the same for them', { usual: 1, long: 3 }) > 1;
/** What one kind of people visits of them: on regular runs one section each, in rotation. */
const behind = (turn: number) => BEHIND.filter((_, at) => ALL_BEHIND || at === turn);
const VMS = [
  'supplierbidashboard/bussiness-analysis',
  'admin/users',
  'profile/security',
  'vms-task',
  'allCandidates',
  ...SHARED,
];
const SUPPLIER = [
  'users',
  'supplier-scorecard',
  'assignment',
  'jobs/view/alljobs',
  'compliance/filesdues',
  'candidates',
];
/** One of each kind, and a page of each of their sections. */
const PEOPLE: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['owner.admin', 'PLATFORM', 'owner', ['home', 'admin/users', 'reports/candidateprofile']],
  ['subowner.admin', 'PLATFORM', 'subowner', ['home', 'admin/users']],
  ['vms.manager', 'MERIDIAN', 'vms', ['dashboard', ...VMS, ...behind(0)]],
  ['client.manager', 'LAKESIDE', 'facility', ['dashboard', 'admin/users', 'kpidashboard', ...SHARED, ...behind(1)]],
  ['agency.recruiter', 'SUMMIT', 'supplier', ['dashboard', ...SUPPLIER, 'assignments/active', ...behind(2)]],
];

/** A page's address, its name in the tab, and its heading. */
type Standing = readonly [string, string, string];

/** The current location, once the page at `path` has loaded, or the last one seen. */
async function standing(page: Page, path: string, due?: Standing): Promise<Standing> {
  await page.waitForURL((url) => url.pathname === path);
  const shown = page.locator('.shell-page h1');
  await shown.waitFor({ state: 'attached' });
  const isDue = ([, title, heading]: Standing) =>
    document.title === title && document.querySelector('.shell-page h1')?.textContent === heading;
  if (due) await page.waitForFunction(isDue, due).catch(() => undefined);
  return [new URL(page.url()).pathname, await page.title(), (await shown.textContent()) ?? ''];
}

const BY_EACH = cases('times a section is looked at that several kinds of people have', { usual: 1, long: 3 }) > 1;
/** All sections are visited; one of this many is also found by Back and Forward. */
const ONE_IN = cases('sections to each that is found again', { usual: 3, long: 1 });
const ALL_COPIED = cases('sections that each kind of people opens by a copied link', { usual: 1, long: 20 }) > 1;
/** One section represents all, but not the first: most people land there anyway. */
const isCopied = (place: number): boolean => ALL_COPIED || place === 1;
/** At first those that other tests check: `shell`, `homeDashboard`, `kpiDashboards`, `lists`, `secondFactors`. */
const ELSEWHERE = [
  'home',
  'dashboard',
  'supplierbidashboard/bussiness-analysis',
  'kpidashboard',
  'supplier-scorecard',
  'jobs',
  'profile/security',
];
const lookedAt = new Set(ELSEWHERE);
/** Once per run for all kinds of users who have it. */
function isToLookAt(section: string): boolean {
  const isNew = !lookedAt.has(section);
  lookedAt.add(section);
  return isNew || BY_EACH;
}

it.each(PEOPLE)(
  '%s reaches every section by a copied link, by Back and Forward, and after a reload',
  async (...who) => {
    const [userName, organizationCode, root, sections] = who;
    const first = `/${root}/${sections[0]!}`;
    const options = { reducedMotion: 'reduce', bypassCSP: true } as const;
    const { context, open, page, troubles } = await enterAs(world, { userName, organizationCode }, first, options);
    await page.locator('.shell-page h1').waitFor({ state: 'attached' });
    const copy = await open('about:blank');

    const wrong: unknown[] = [];
    const all: Standing[] = [];
    /** Whether axe has checked the frame around the sections, which is the same for all sections of a user. */
    let framed = false;
    for (const [place, section] of sections.entries()) {
      const path = `/${root}/${section}`;
      const due = await walkTo(page, path);
      all.push(due);
      if (isCopied(place)) {
        await copy.goto(world.product.url + path);
        wrong.push(...differing(due, { copied: await standing(copy, path, due) }));
      }
      if (!isToLookAt(section)) continue;
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      for (const found of await violations(page, 'all', framed && !BY_EACH ? '#page' : undefined))
        wrong.push({ path, found });
      framed = true;
    }
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    if (fetched.some((name) => name.includes('/admin-screens.')))
      wrong.push('A user who saves data prefetched a screen.');
    // A reload equals a copied link except for tab and history state, so one section represents all.
    wrong.push(...differing(all.at(-1)!, { reloaded: await go(page.reload, page, all.at(-1)!) }));
    const jumps = Array.from({ length: Math.floor((all.length - 1) / ONE_IN) }, (_, nth) => (nth + 1) * ONE_IN);
    for (const back of jumps) {
      const due = all.at(-1 - back)!;
      wrong.push(...differing(due, { back: await go(() => page.evaluate(jump, -ONE_IN), page, due) }));
    }
    for (const back of [...jumps].reverse()) {
      const due = all.at(-1 - back + ONE_IN)!;
      wrong.push(...differing(due, { forward: await go(() => page.evaluate(jump, ONE_IN), page, due) }));
    }
    expect(wrong).toEqual([]);
    expect(new Set(all.map(([, title]) => title)).size).toBe(all.length);
    expect(troubles).toEqual([]);
    await context.close();
  },
);

/** Back by a negative number of entries, forward by a positive one. */
const jump = (by: number): void => history.go(by);

/** The titles of all sections differ, so a new title shows that the page has changed. */
async function walkTo(page: Page, path: string): Promise<Standing> {
  const before = await page.title();
  if (new URL(page.url()).pathname !== path) {
    await goTo(page, path);
    await page.waitForFunction((title) => document.title !== title, before);
    await settled(page);
  }
  return standing(page, path);
}

async function go(step: (this: Page) => Promise<unknown>, page: Page, due: Standing): Promise<Standing> {
  await step.call(page);
  return standing(page, due[0], due);
}

const differing = (due: Standing, found: Readonly<Record<string, Standing>>) =>
  Object.entries(found).flatMap(([how, there]) => (there.join() === due.join() ? [] : [{ how, due, there }]));

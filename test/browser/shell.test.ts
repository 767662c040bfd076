/** The shell in a real browser: menus by keyboard, addresses, hand-offs. */
import type { Page } from 'playwright-core';
import { cases } from '../support/cases';
import { VIEWS, overflows, violations } from './support/axe';
import { enterAs } from './support/enterAs';
import { heading, logOut, profile, type Person } from './support/signIn';
import { useWorld } from './support/world';

const world = useWorld();

const OWNER: Person = { userName: 'owner.admin', organizationCode: 'PLATFORM' };
const MANAGER: Person = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
const CLIENT: Person = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const RECRUITER: Person = { userName: 'agency.recruiter', organizationCode: 'SUMMIT' };
/** Users, their organizations and their first screens: those with different menus first. */
const PEOPLE: readonly (readonly [Person, string, string])[] = [
  [OWNER, 'Staffing Platform', '/owner/home'],
  [MANAGER, 'Meridian Workforce Partners', '/vms/dashboard'],
  [CLIENT, 'Lakeside Medical Center', '/facility/facility/list'],
  [RECRUITER, 'Summit Healthcare Staffing', '/supplier/dashboard'],
  [{ userName: 'subowner.admin', organizationCode: 'PLATFORM' }, 'Staffing Platform', '/subowner/home'],
  [{ userName: 'vms.analyst', organizationCode: 'MERIDIAN' }, 'Meridian Workforce Partners', '/vms/dashboard'],
  [{ userName: 'msp.manager', organizationCode: 'MERIDIAN' }, 'Meridian Workforce Partners', '/vms/dashboard'],
  [{ userName: 'agency.sales', organizationCode: 'SUMMIT' }, 'Summit Healthcare Staffing', '/supplier/dashboard'],
];
const WALKERS = PEOPLE.slice(0, cases('people who walk their menu by keyboard', { usual: 4, long: 8 }));

const pathOf = (page: Page) => new URL(page.url()).pathname;
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const at = (path: string) => `${world.product.url}${path}`;
const topLevel = (page: Page) => page.locator('.main-menu > ul > li');
const TOP_ENTRY = '.menu-link, .disclosure-button';

/** The user's first screen. */
async function enter(person: Person) {
  const someone = await enterAs(world, person, '/', { reducedMotion: 'reduce' });
  await someone.page.locator('.shell-page h1').waitFor();
  return someone;
}

/** Those who have several tests, each with one page for all of them: the order of the tests matters. */
const staying = new Map<Person, Awaited<ReturnType<typeof enter>>>();
beforeAll(async () => {
  for (const person of [OWNER, MANAGER, CLIENT]) staying.set(person, await enter(person));
});
const visit = async (person: Person) => staying.get(person) ?? enter(person);

/**
 * Pages already visited by users of the same kind. test/sagas/menus.test.ts proves that no entry leads to a forbidden
 * page.
 */
const visited = new Set<string>();

/**
 * Opens a top entry's submenu with the arrow key and activates one of its entries; null if it leads out of the app or
 * to a page already visited.
 */
async function press(page: Page, top: number, inner: number | null): Promise<string | null> {
  await topLevel(page).nth(top).locator(TOP_ENTRY).first().focus();
  for (let step = -1; step < (inner ?? -1); step++) await page.keyboard.press('ArrowDown');
  const href = await page.evaluate(() => document.activeElement?.getAttribute('href') ?? null);
  const isNew = href !== null && !visited.has(href);
  await page.keyboard.press(isNew ? 'Enter' : 'Escape');
  if (!isNew) return null;
  visited.add(href);
  return href;
}

const EVERY_ENTRY = cases('entries pressed in each list of the menu', { usual: 1, long: 50 }) > 1;
/** The last entry of a submenu, by the manager; on long runs all of them, by everyone. */
const pressedBy = (person: Person, size: number): readonly number[] =>
  Array.from({ length: size }, (_, entry) => entry).filter(
    (entry) => EVERY_ENTRY || (person === MANAGER && entry === size - 1),
  );

/** Moves along the bar with one arrow key and returns how many entries each menu has, null for a plain link. */
async function measureMenu(page: Page): Promise<(number | null)[]> {
  const tops = await topLevel(page).all();
  const sizes: (number | null)[] = [];
  await tops[0]!.locator(TOP_ENTRY).first().focus();
  for (const [index, item] of tops.entries()) {
    if (index > 0) await page.keyboard.press('ArrowRight');
    const reached = await item.evaluate((element) => element.contains(document.activeElement));
    expect({ index, reached }).toEqual({ index, reached: true });
    if ((await item.locator('.disclosure-button').count()) === 0) {
      sizes.push(null);
      continue;
    }
    await page.keyboard.press('ArrowDown');
    const entries = item.locator('.menu-item');
    await entries.first().waitFor();
    sizes.push(await entries.count());
    await page.keyboard.press('Escape');
  }
  return sizes;
}

/** The links in the page footer, where popups also open. */
const outOfReach = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const covered = [...document.querySelectorAll('.shell-footer a')].filter((link) => {
      const { left, top, width, height } = link.getBoundingClientRect();
      return !link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    scrollTo(0, 0);
    return covered.map(({ textContent }) => textContent);
  });

const FRAMES: readonly (readonly [string, Person, string])[] = [
  [MANAGER.userName, MANAGER, 'Back Office'],
  [OWNER.userName, OWNER, 'Reports'],
  [CLIENT.userName, CLIENT, 'Back Office'],
  [RECRUITER.userName, RECRUITER, 'Back Office'],
];
it.each(FRAMES.slice(0, cases('people whose frame axe looks at', { usual: 2, long: 4 })))(
  'for %s axe finds nothing and nothing is cut off, at three widths, light and dark',
  async (_, person, group) => {
    // `homeDashboard` checks the page of the manager.
    const within = person === MANAGER ? '.shell-bar' : undefined;
    const found: string[] = [];
    const { page } = await visit(person);
    for (const { colorScheme, size, rules } of VIEWS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { width } = size;
      await page.setViewportSize({ width, height: 900 });
      const look = async (what: string, within?: string) => {
        const seen = await violations(page, rules, within);
        if (await overflows(page)) seen.push('wider than the window');
        found.push(...seen.map((line) => `${colorScheme}, ${width} px, ${what}: ${line}`));
      };
      for (const contact of await outOfReach(page)) found.push(`${width} px: something lies over ${contact}`);
      await profile(page).click();
      await look('where they land, with the profile menu', within);
      await page.keyboard.press('Escape');
      const bar = await page.locator('.shell-bar').boundingBox();
      if (width >= 1400 && (bar?.height ?? 0) > 60) found.push(`${width} px: the menu takes a second row`);
      const narrow = width <= 1024;
      if (narrow) await page.getByRole('button', { name: 'Menu', exact: true }).click();
      const menu = narrow ? page.getByRole('dialog', { name: 'Menu' }) : page.locator('.main-menu');
      await menu.getByRole('button', { name: group }).click();
      await look('menu', narrow ? '[role="dialog"]' : '.main-menu');
      await page.keyboard.press('Escape');
      if (narrow) await menu.waitFor({ state: 'detached' });
    }
    expect(found).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);

it.each(WALKERS.map(([person, ...more]) => [person.userName, ...more, person] as const))(
  '%s of %s lands at %s and walks the whole menu by keyboard',
  async (_, organization, landing, person) => {
    const { page, troubles } = await visit(person);
    expect(pathOf(page)).toBe(landing);
    await page.getByRole('banner').getByText(organization).first().waitFor();
    const wrong: unknown[] = [];
    for (const [top, size] of (await measureMenu(page)).entries()) {
      for (const inner of pressedBy(person, size ?? 1)) {
        const before = pathOf(page);
        const href = await press(page, top, size === null ? null : inner);
        if (href === null) continue;
        await page.waitForURL((url) => url.pathname === href.split('?')[0]);
        const title = page.locator('.shell-page h1');
        await title.waitFor();
        const text = (await title.textContent()) ?? '';
        // On the current page the focus has nowhere to go.
        if (before !== href.split('?')[0]) {
          const atHeading = () => document.activeElement?.tagName === 'H1';
          await page.waitForFunction(atHeading).catch(() => undefined);
          if ((await focusedText(page)) !== text) wrong.push([href, 'focus', await focusedText(page)]);
        }
        if (!/ · Staffing VMS$/.test(await page.title())) wrong.push([href, 'title', await page.title()]);
        if (/went wrong|Unauthorized|not found/i.test(text)) wrong.push([href, 'page', text]);
      }
    }
    expect(wrong).toEqual([]);
    expect(troubles).toEqual([]);
  },
);

describe('addresses', () => {
  it('without permission lead to the unauthorized page with a link home; unknown addresses sign out with a message', async () => {
    const { page } = await visit(CLIENT);
    await page.goto(at('/vms/jobs'));
    await heading(page, 'Unauthorized access.').waitFor();
    expect(pathOf(page)).toBe('/unauthorized');
    await page.getByRole('link', { name: 'Go to your home page' }).click();
    await heading(page, 'Facilities').waitFor();
    await page.goto(at('/facility/nowhere'));
    await page.getByText('Invalid URL').waitFor();
    await heading(page, 'Sign in').waitFor();
  });
});

describe('other services', () => {
  let page: Page;
  beforeAll(async () => ({ page } = await visit(MANAGER)));

  const askFor = async (name: string) => {
    const entry = page.getByRole('button', { name: `${name} (opens a new tab)` });
    if (!(await entry.isVisible())) await page.getByRole('button', { name: 'Learning', exact: true }).click();
    await entry.click();
  };
  /** The new tab, once the other service has signed the user in. */
  const tabAfter = async (press: () => Promise<void>): Promise<Page> => {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), press()]);
    await tab.getByText('You are signed in here').waitFor();
    return tab;
  };

  it.each([
    ['Tutorials', '/demo/training', 'vms.manager@meridian.example'],
    ['Nexus University', '/demo/learning', 'You are signed in here'],
  ])('%s opens in a new tab and signs the user in', async (name, path, shown) => {
    const tab = await tabAfter(() => askFor(name));
    expect(pathOf(tab)).toBe(path);
    expect(await tab.getByText(shown).count()).toBeGreaterThan(0);
    expect(await tab.evaluate(() => window.opener === null)).toBe(true);
    await tab.close();
  });

  it.each([
    ['Tutorials', 'button'],
    ['Nexus University', 'link'],
  ] as const)('%s leaves a working %s if the browser blocks the tab', async (name, role) => {
    await page.evaluate(() => {
      window.open = () => null;
    });
    await askFor(name);
    const tab = await tabAfter(() => page.getByRole(role, { name: `Open ${name}` }).click());
    await page.getByText('Your browser did not open a new tab.').waitFor({ state: 'detached' });
    await tab.close();
  });
});

it('addresses carry the chosen facility from page to page, with Back, Forward, a reload and a second tab', async () => {
  const { page, open } = await visit(MANAGER);
  await page.getByRole('button', { name: 'Facility: All facilities' }).click();
  const search = page.getByRole('combobox', { name: 'Search Facility' });
  await search.fill('lakeside');
  await page
    .getByRole('option', { name: /^Lakeside/ })
    .first()
    .waitFor();
  await search.press('Enter');
  await page.waitForURL(/clientId=/);
  await page.locator('.main-menu').getByRole('link', { name: 'Jobs' }).click();
  await heading(page, 'Jobs Pending Review').waitFor();
  expect(new URL(page.url()).searchParams.get('clientId')).toMatch(/^[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Facility: Lakeside Medical Center' }).waitFor();
  await page.locator('.main-menu').getByRole('link', { name: 'Compliance' }).click();
  await heading(page, 'Documents Pending Review').waitFor();
  await page.goBack();
  await heading(page, 'Jobs Pending Review').waitFor();
  await page.goForward();
  await heading(page, 'Documents Pending Review').waitFor();
  await page.reload();
  await heading(page, 'Documents Pending Review').waitFor();
  const second = await open(page.url());
  await heading(second, 'Documents Pending Review').waitFor();
  await logOut(second);
  await heading(page, 'Sign in').waitFor();
});

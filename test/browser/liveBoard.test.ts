/** The live board in the built product: arrival, retention and memory. */
import type { Page } from 'playwright-core';
import { VIEWS, flaws, overflows, settled, violations } from './support/axe';
import { signedInCaller } from './support/caller';
import { enterAs } from './support/enterAs';
import { goTo } from './support/goTo';
import { useWorld } from './support/world';

const world = useWorld();
const READER = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const SENDER = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
const BOARD = '/facility/notifications/live';

const rows = (page: Page) => page.locator('.board .note');
const subjects = (page: Page) => page.locator('.board .note-subject').allTextContents();

/** Notifies all users of the program, as another user. */
async function sender() {
  const post = await signedInCaller(world.product.url, SENDER);
  return (subject: string) =>
    post('/api-user/v1/notifications/company', {
      subject,
      template: `About ${subject}`,
      requestId: crypto.randomUUID(),
    });
}

const OPTIONS = { bypassCSP: true, reducedMotion: 'reduce' } as const;
const drawn = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: 'Live Board' }).waitFor();
  await rows(page).first().waitFor();
  await page.getByRole('img', { name: /^Notifications per hour/ }).waitFor();
};

/** Shared by the tests about one board. */
let reader: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  reader = await enterAs(world, READER, '/facility/profile/notifications', OPTIONS);
  await reader.page.getByRole('button', { name: /^Notifications/ }).click();
  await reader.page.getByRole('link', { name: 'Live Board' }).click();
  await drawn(reader.page);
});

it('shows new entries immediately, holds them back while someone reads, and releases them with one key', async () => {
  const notify = await sender();
  const { troubles, page } = reader;
  await notify('First');
  await page.getByText('First', { exact: true }).waitFor();

  await page.keyboard.press('j');
  const read = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
  await notify('Second');
  await notify('Third');
  await page.getByRole('button', { name: '2 new' }).waitFor();
  expect((await subjects(page))[0]).toBe('First');
  expect(await page.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBe(read);
  await page.keyboard.press('n');
  await page.locator('.board').getByText('Third', { exact: true }).waitFor();
  expect((await subjects(page)).slice(0, 3)).toEqual(['Third', 'Second', 'First']);

  await page.getByRole('button', { name: 'Pause' }).click();
  await notify('Fourth');
  await page.getByRole('button', { name: '1 new' }).waitFor();
  await page.keyboard.press('p');
  await page.locator('.board').getByText('Fourth', { exact: true }).waitFor();

  // The table has the figures of the chart, the filter is in the address, and both survive a reload.
  await page.keyboard.press('t');
  await page.keyboard.press('6');
  await page.waitForURL((url) => url.search === '?kinds=BROADCAST&view=table');
  const notified = Number(
    await page.locator('.board-kind', { hasText: 'Nexus VMS' }).locator('.board-total').textContent(),
  );
  await page.reload();
  await page.getByRole('region', { name: /^Notifications per hour/ }).waitFor();
  await page.locator('.chart-table').waitFor();
  const cells = await page.locator('.chart-table td').allTextContents();
  expect([notified >= 4, cells.reduce((sum, cell) => sum + Number(cell), 0)]).toEqual([true, notified]);

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys of the live board' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(BOARD);
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname !== BOARD);
  expect(troubles).toEqual([]);
});

describe('one board', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = reader);
    await goTo(page, BOARD);
    await drawn(page);
  });
  afterAll(() => reader.context.close());

  it('at three widths, light and dark: axe finds nothing, nothing is cut off, no rows overlap, each kind has its color', async () => {
    const found: Record<string, readonly string[]> = {};
    for (const { colorScheme, size, rules } of VIEWS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      await settled(page);
      const name = `${colorScheme} ${size.width}`;
      await page.waitForFunction(() => {
        const edges = [...document.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect());
        return edges.every(({ bottom }, index) => bottom <= (edges[index + 1]?.top ?? bottom) + 0.5);
      });
      found[name] = await violations(page, rules);
      if (await overflows(page)) found[`cut off ${name}`] = ['wider than the window'];
    }
    expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
    const colors = await page
      .locator('.board .swatch')
      .evaluateAll((swatches) =>
        swatches.map((swatch) => getComputedStyle(swatch).backgroundColor + getComputedStyle(swatch).backgroundImage),
      );
    expect(new Set(colors).size).toBe(6);
  });

  it('a chart that is no longer shown leaves nothing behind', async () => {
    const canvases = () => page.evaluate(() => document.querySelectorAll('canvas').length);
    const live = await page.evaluate(() => {
      const counted = { observers: 0 };
      const Observer = window.ResizeObserver;
      // The page's other observers are not counted.
      window.ResizeObserver = class extends Observer {
        private isOfChart = false;
        override observe(target: Element) {
          if (target.classList.contains('chart-place') && !this.isOfChart) {
            this.isOfChart = true;
            counted.observers += 1;
          }
          super.observe(target);
        }
        override disconnect() {
          if (this.isOfChart) counted.observers -= 1;
          this.isOfChart = false;
          super.disconnect();
        }
      };
      Object.assign(window, { counted });
      return counted.observers;
    });
    expect([live, await canvases()]).toEqual([0, 1]);
    for (let round = 0; round < 10; round += 1) {
      await page.keyboard.press('t');
      await page.locator('.chart-table').waitFor();
      await page.keyboard.press('t');
      await page.locator('.chart canvas').waitFor();
    }
    await page.keyboard.press('t');
    await page.locator('.chart-table').waitFor();
    // The chart drawn before the counting began is gone, too.
    expect([
      await page.evaluate(() => (window as unknown as { counted: { observers: number } }).counted.observers),
      await canvases(),
    ]).toEqual([0, 0]);
  });
});

describe('boards of two people', () => {
  const onBoard = (userName: string) =>
    enterAs(world, { userName, organizationCode: 'MERIDIAN' }, '/vms/notifications/live', OPTIONS);
  let other: Awaited<ReturnType<typeof onBoard>>;
  beforeAll(async () => void (other = await onBoard('msp.manager')));
  afterAll(() => other.context.close());

  it('an acknowledgement shows on all screens, a shift is handed over, and a wall board is read-only, by keyboard', async () => {
    const notify = await sender();
    // The sender's own page would be signed out: a person has one session.
    const one = await onBoard('vms.analyst');
    const people = [one, other];
    await notify('Who takes this');
    for (const { page } of people) await page.getByText('Who takes this', { exact: true }).waitFor();

    await one.page.keyboard.press('j');
    await one.page.keyboard.press('a');
    for (const { page } of people)
      await page
        .getByText(/^Assigned to Adrian Kowalski since /)
        .first()
        .waitFor();
    expect(await other.page.getByRole('button', { name: 'Acknowledge Who takes this' }).count()).toBe(0);

    // The focus stays in the row whose button is gone, and the list is live again once it leaves.
    await notify('One more shift');
    await other.page.getByRole('button', { name: 'Acknowledge One more shift' }).press('Enter');
    await other.page.waitForFunction(() => document.activeElement?.textContent === 'One more shift');
    await other.page.keyboard.press('/');
    await notify('Still live');
    await other.page.getByText('Still live', { exact: true }).waitFor();
    await other.page.keyboard.type('who takes');
    await other.page.waitForURL((url) => url.search === '?q=who+takes');
    await other.page.getByLabel('Assignee').selectOption('taken');
    await other.page.reload();
    await other.page.getByText('Who takes this', { exact: true }).waitFor();
    expect(await rows(other.page).count()).toBe(1);
    await settled(other.page);
    expect(await violations(other.page)).toEqual([]);

    await one.page.getByRole('button', { name: 'Hand over' }).press('Enter');
    await one.page.getByLabel('What the next shift needs to know').fill('Lakeside has two disputes <b>open</b>.');
    expect(await flaws(one.page, '[role="dialog"]')).toEqual({});
    await one.page.setViewportSize({ width: 1440, height: 900 });
    await one.page.getByRole('button', { name: 'Hand over', exact: true }).last().press('Enter');
    await one.page.getByText(/^The note is shown on all boards/).waitFor();
    await one.page.keyboard.press('Escape');
    await other.page.getByText('Lakeside has two disputes <b>open</b>.').waitFor();
    await other.page.getByRole('button', { name: 'Take over' }).press('Enter');
    for (const { page } of people) await page.getByRole('region', { name: 'Handover' }).waitFor({ state: 'detached' });

    await one.page.getByRole('button', { name: 'Large view' }).press('Enter');
    await one.page.getByText(/are open$|One is open/).waitFor();
    expect(await one.page.locator('.board :is(button, select, input):visible').count()).toBe(0);
    const cap = await one.page
      .locator('.board .note-subject')
      .first()
      .evaluate((each) => parseFloat(getComputedStyle(each).fontSize));
    // A capital letter has about 0.7 of the font size; at 1440 px of width it must have 1/45 of the height.
    expect(cap).toBeGreaterThan(24);
    expect(await flaws(one.page)).toEqual({});
    await one.page.keyboard.press('Escape');
    await one.page.getByRole('button', { name: 'Hand over' }).waitFor();
    expect(people.flatMap(({ troubles }) => troubles)).toEqual([]);
    await one.context.close();
  });

  it('an alarm is set, tested, raised on every board, acknowledged by one user, and removed, by keyboard', async () => {
    const one = await onBoard('vms.manager');
    const people = [one, other];
    await goTo(other.page, '/vms/notifications/live');
    const dialog = one.page.getByRole('dialog');
    await one.page.getByRole('button', { name: 'Alarms', exact: true }).press('Enter');
    await dialog.getByText(/^No alarms yet/).waitFor();
    await dialog.getByRole('button', { name: 'Add an alarm' }).press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.getByText('Please give the alarm a name.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('No <b>approvals</b>');
    await dialog.getByLabel('When', { exact: true }).selectOption('NONE_FOR');
    await dialog.getByLabel('What', { exact: true }).selectOption('TIMESHEET_APPROVED');
    await dialog.getByLabel('Minutes', { exact: true }).fill('1');
    await dialog.getByRole('button', { name: /^Facility/ }).press('Enter');
    // Its panel is loaded with the first one that is opened.
    await dialog.locator('input[role="combobox"]:focus').waitFor();
    await one.page.keyboard.type('lakeside');
    await one.page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Facility.*Lakeside/ }).waitFor();
    for (const day of ['Sat', 'Sun']) await dialog.getByLabel(day, { exact: true }).press('Space');
    await dialog.getByLabel('Escalate if no one acknowledges it').press('Space');
    expect(await flaws(one.page, '[role="dialog"]')).toEqual({});
    await dialog.getByRole('button', { name: 'Try it' }).press('Enter');
    await dialog.getByText(/^Within the last 7 days it would /).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.getByText(/^No timesheet approved at .*Lakeside.* for 1 min$/).waitFor();
    await one.page.keyboard.press('Escape');

    for (const { page } of people)
      await page.getByRole('list', { name: 'Alarms', exact: true }).getByText('No <b>approvals</b>').waitFor();
    await settled(other.page);
    expect(await violations(other.page)).toEqual([]);
    await other.page.getByRole('button', { name: /^Acknowledge alarm/ }).press('Enter');
    for (const { page } of people) await page.getByText(/acknowledged by Miriam Okafor/).waitFor();
    // The recipients of the rule are notified.
    await one.page.getByText('Alarm: No <b>approvals</b>', { exact: true }).first().waitFor();

    await one.page.getByRole('button', { name: 'Alarms', exact: true }).press('Enter');
    await dialog.getByRole('button', { name: /^Remove/ }).press('Enter');
    await dialog.getByText(/^No alarms yet/).waitFor();
    await other.page.getByRole('list', { name: 'Alarms', exact: true }).waitFor({ state: 'hidden' });

    // Without its rule the alarm stays in the history, for all users.
    await other.page.getByRole('button', { name: 'Past alarms' }).press('Enter');
    const past = other.page.getByRole('dialog', { name: 'Past alarms' });
    await past.getByText(/Acknowledged by Miriam Okafor/).waitFor();
    expect(await past.getByText('No <b>approvals</b>').count()).toBe(1);
    expect(await flaws(other.page, '[role="dialog"]')).toEqual({});
    await other.page.keyboard.press('Enter');
    await past.waitFor({ state: 'detached' });
    expect(people.flatMap(({ troubles }) => troubles)).toEqual([]);
    await one.context.close();
  });
});

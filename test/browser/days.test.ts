/**
 * Dates and times in browsers of several time zones. In one of the first two, the date always differs from the UTC
 * date.
 */
import { DateTime } from 'luxon';
import { cases } from '../support/cases';
import { enterAs } from './support/enterAs';
import { goTo } from './support/goTo';
import { listTotal } from './support/listTotal';
import { useWorld } from './support/world';

const world = useWorld();
const SUPPLIER = { userName: 'agency.recruiter', organizationCode: 'SUMMIT' };
const ALL_ZONES = ['Pacific/Kiritimati', 'Pacific/Niue', 'America/Los_Angeles'];
const ZONES = ALL_ZONES.slice(0, cases('time zones of browsers', { usual: 2, long: 3 }));
/** The chosen dates: the first of the demo's last twelve months. */
const MONTH = DateTime.utc().minus({ months: 2 });
const PERIOD = `${MONTH.startOf('month').toISODate()}..${MONTH.endOf('month').toISODate()}`;
const totals = new Map<string, number>();

test.each(ZONES)('in %s ranges end today, and lists show the rows of their period', async (timezoneId) => {
  const { page, troubles } = await enterAs(world, SUPPLIER, '/supplier/dashboard', { timezoneId });
  const card = page.locator('section.card').filter({ has: page.getByRole('heading', { name: 'Submissions' }) });
  await card.locator('.card-foot').waitFor();
  const today = () => DateTime.now().setZone(timezoneId);
  const before = today();
  const now = (format: string): readonly string[] => [before.toFormat(format), today().toFormat(format)];

  const link = card.getByRole('link', { name: /^Qualified / });
  const count = Number((await link.locator('.legend-count').innerText()).replace(/,/g, ''));
  const leadsTo = await link.getAttribute('href');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await drawer.getByRole('button', { name: 'Choose days' }).click();
  expect(now('MM/dd/yyyy')).toContain(await drawer.getByPlaceholder('MM/DD/YYYY').last().inputValue());

  await page.keyboard.press('Escape');
  await goTo(page, leadsTo!);
  expect(await listTotal(page)).toBe(count);
  const [, from = '', to = ''] = /period=([\d-]+)\.\.([\d-]+)/.exec(decodeURIComponent(page.url())) ?? [];
  expect(now('yyyy-MM-dd')).toContain(to);
  // Dates in the facilities' time zones, all of them in America.
  const cells = await page
    .locator('tbody td')
    .filter({ hasText: /^\d\d\/\d\d\/\d{4} \d/ })
    .allInnerTexts();
  const submitted = cells.map((text) => /^(\d\d)\/(\d\d)\/(\d{4}) [\d:]+\s[AP]M( \w{3})?$/.exec(text));
  expect(submitted.length).toBeGreaterThan(0);
  expect(submitted.filter((found) => found === null)).toEqual([]);
  // Times in the viewer's own time zone are shown without it.
  if (!timezoneId.startsWith('America')) expect(submitted.every((found) => found?.[4] !== undefined)).toBe(true);
  expect(from < to).toBe(true);

  await page.goto(`${world.product.url}/supplier/jobs/view/submittals?period=${PERIOD}`);
  totals.set(timezoneId, await listTotal(page));
  expect(troubles).toEqual([]);
});

test('the same dates have the same rows in all time zones', () => {
  expect([totals.size, new Set(totals.values()).size]).toEqual([ZONES.length, 1]);
  expect([...totals.values()][0]).toBeGreaterThan(10);
});

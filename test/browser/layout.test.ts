/**
 * Nothing lies outside the window, under another layer or over another control, and nothing is cut off without an
 * ellipsis, on the screens that all users have, with their menus and dialogs. layout.long.test.ts covers all other
 * screens.
 */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { settled } from './support/axe';
import { newPerson } from './support/chromium';
import { enterAs } from './support/enterAs';
import { faultsInPage } from './support/faultsInPage';
import { goTo } from './support/goTo';
import { faultsOf } from './support/layoutFaults';
import { heading } from './support/signIn';
import { useWorld } from './support/world';

const world = useWorld();

it('owner.admin of PLATFORM at /', async () => {
  const owner = { userName: 'owner.admin', organizationCode: 'PLATFORM' };
  const { context, page } = await enterAs(world, owner, '/', { reducedMotion: 'reduce' });
  await page.locator('h1').first().waitFor();
  expect(await faultsOf(page, 390)).toEqual([]);
  await context.close();
});

const LARGE = { width: 1600, height: 1000 };
const sizeOf = async (part: Locator) => {
  await part.waitFor();
  const { width, height } = (await part.boundingBox())!;
  return [Math.round(width), Math.round(height)];
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

describe('vms.manager of MERIDIAN', () => {
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    const manager = { userName: 'vms.manager', organizationCode: 'MERIDIAN' };
    ({ context, page } = await enterAs(world, manager, '/vms/profile/notifications', { reducedMotion: 'reduce' }));
  });
  afterAll(() => context.close());

  it.each([
    ['/vms/dashboard', '.card-foot', [1440, 390], undefined],
    ['/vms/jobs', '.data-table tbody a', [390], 1],
    ['/vms/supplierbidashboard/bussiness-analysis', '.card-foot', [1440], 2],
  ])('at %s', async (path, shown, widths, turn) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await goTo(page, path);
    await page.locator(shown).first().waitFor();
    for (const width of widths) expect([width, await faultsOf(page, width, turn)]).toEqual([width, []]);
  });

  it('in a window of 1600 by 1000 the dialogs of notifications are 60vw wide, and the preferences scroll in 300px', async () => {
    await page.setViewportSize(LARGE);
    await goTo(page, '/vms/profile/notifications');
    await page.getByRole('button', { name: /^Profile of/ }).click();
    await page.getByRole('button', { name: 'Notification Preferences' }).click();
    expect((await sizeOf(page.getByRole('region', { name: 'Preferences' })))[1]).toBe(300);
    expect((await sizeOf(dialog(page, 'Notification Preferences')))[0]).toBe(960);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('button', { name: 'Add notification' }).click();
    const company = dialog(page, 'Company Notification');
    expect((await sizeOf(company))[0]).toBe(960);
    await page.setViewportSize({ width: 820, height: 1000 });
    expect((await sizeOf(company))[0]).toBe(600);
    await page.setViewportSize({ width: 390, height: 1000 });
    expect((await sizeOf(company))[0]).toBe(390);
  });
});

describe('the sign-in', () => {
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    const person = await newPerson(world.browser, { reducedMotion: 'reduce' });
    context = person.context;
    page = await person.open(`${world.product.url}/signin`);
    await heading(page, 'Sign in').waitFor();
  });
  afterAll(() => context.close());

  it.each([1440, 390])('has no fault at %d pixels', async (width) => {
    expect(await faultsOf(page, width)).toEqual([]);
  });

  it('in a window of 1600 by 1000 the dialog Reset Password is 30vw by 40vh', async () => {
    await page.setViewportSize(LARGE);
    await page.getByRole('button', { name: 'Forgot password' }).click();
    expect(await sizeOf(dialog(page, 'Reset Password'))).toEqual([480, 400]);
    await page.keyboard.press('Escape');
    await dialog(page, 'Reset Password').waitFor({ state: 'detached' });
  });

  it('replaced by faulty pages: each kind of fault is found', async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    const styled = async (html: string, styles: readonly (readonly [string, Readonly<Record<string, string>>])[]) => {
      await page.evaluate(
        ([text, rules]) => {
          document.body.innerHTML = new DOMParser().parseFromString(text, 'text/html').body.innerHTML;
          for (const [selector, rule] of rules)
            for (const each of document.querySelectorAll<HTMLElement>(selector)) Object.assign(each.style, rule);
        },
        [html, styles] as const,
      );
      await settled(page);
      // Directly, because nothing here is still being drawn: on real pages a finding has to last.
      return (await page.evaluate(faultsInPage, null)).map((fault) => fault.replace(/:.*/, ''));
    };
    expect(await styled('<p>well</p>', [])).toEqual([]);
    const place = { position: 'absolute', top: '40px', left: '40px', width: '80px', height: '30px' };
    expect(await styled('<p>outside</p>', [['p', { position: 'absolute', left: '250px', width: '200px' }]])).toEqual([
      'the page scrolls sideways',
    ]);
    expect(await styled('<p>outside</p>', [['p', { position: 'absolute', left: '-30px' }]])).toEqual([
      'text outside the window',
    ]);
    expect(
      await styled('<p>a text that is cut</p>', [['p', { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' }]]),
    ).toEqual(['cut']);
    expect(
      await styled('<p>a text that is cut</p>', [
        ['p', { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' }],
      ]),
    ).toEqual(['cut, and nowhere in full']);
    expect(await styled('<input placeholder="Search by name or job">', [['input', { width: '60px' }]])).toEqual([
      'hardly readable',
    ]);
    expect(await styled('<input placeholder="Search by name or job">', [['input', { width: '140px' }]])).toEqual([]);
    expect(await styled('<button>under</button><div></div>', [['button, div', place]])).toEqual([
      'under another layer',
    ]);
    expect(
      await styled('<button>one</button><input>', [
        ['button', place],
        ['input', { ...place, top: '60px', width: '20px' }],
      ]),
    ).toContain('two controls overlap');
    const markedLink = (size: string, left: string) =>
      styled('<a href="#row">197</a><a href="#changed">−1</a>', [
        ['a', { ...place, width: '160px', height: '60px' }],
        ['a + a', { left, width: size, height: size }],
      ]);
    expect(await markedLink('24px', '170px')).toEqual([]);
    expect(await markedLink('20px', '170px')).toEqual(['two controls overlap']);
    expect(await markedLink('24px', '40px')).toContain('two controls overlap');
    const underStrip = (edge: 'left' | 'bottom') =>
      styled('<div><a href="#row">a cell</a></div><a href="#toast">a toast</a>', [
        ['div', { height: '900px', paddingTop: '840px' }],
        ['div a', { position: 'sticky', [edge]: '0', width: '200px', display: 'block' }],
        ['div + a', { position: 'fixed', left: '80px', bottom: '0', width: '200px', height: '56px' }],
      ]);
    expect(await underStrip('left')).toEqual([]);
    expect(await underStrip('bottom')).toContain('two controls overlap');
    expect(
      await styled('<input><button>x</button>', [
        ['input', { ...place, width: '160px' }],
        ['button', { ...place, left: '80px', width: '24px', height: '24px' }],
      ]),
    ).toEqual(['two controls overlap']);
  });
});

/** The PDF viewer in the built product: what users do with it, and what hostile documents attempt. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { broadcastPdf } from '../../server/features/broadcasts/pdf';
import { complianceDocumentPdf } from '../../server/features/documents/complianceDocument';
import { render } from '../../server/platform/pdf/render';
import { COMPLIANCE_DOCUMENT } from '../server/support/complianceDocument';
import { damaged, hostile } from './pdf/damage';
import { openAll, type Outcome } from './pdf/openAll';
import { ADDRESS, PASSWORD, filled, filledUnpainted, linked, locked, scanned, tall } from './pdf/papers';
import { cases } from '../support/cases';
import { readPdfs } from '../support/readPdf';
import { violations } from './support/axe';
import { TIMEOUT_MS } from './support/chromium';
import { enterAs } from './support/enterAs';
import { useWorld } from './support/world';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
const PERSON = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const OTHER = { userName: 'agency.recruiter', organizationCode: 'SUMMIT' };
const DAMAGED = cases('damaged documents', { usual: 16, long: 2_000 });
const OPENED = cases('documents opened one after the other', { usual: 10, long: 50 });
/** What a closed document may leave behind; a retained one takes more than a megabyte. */
const LEFT_OF_EACH = 400_000;
/** The page's own growth by then: compiled code and what the first visit loads. */
const LEFT_OF_PAGE = 3_000_000;
/** Between two looks at the memory, because collecting it keeps a processor busy. */
const LOOKS_AGAIN_AFTER_MS = 500;
const TABS = 2;

const world = useWorld();
let context: BrowserContext;
let page: Page;
let troubles: readonly string[];
let checklist: Buffer;
let originals: readonly Buffer[];

beforeAll(async () => {
  const papers = ['Skills checklist', 'State license', 'References'].map((name) =>
    complianceDocumentPdf({ ...COMPLIANCE_DOCUMENT, name }),
  );
  const letters = { ...COMPLIANCE_DOCUMENT, name: 'BLS', person: 'Łukasz Ελένη' };
  const notice = { sender: 'Meridian', subject: 'New rules', message: 'One.\n\nTwo.', sentAt: new Date(0) };
  originals = await Promise.all(
    [...papers, complianceDocumentPdf(letters), broadcastPdf(notice)].map((paper) => render(paper)),
  );
  checklist = originals[0]!;
  ({ context, troubles, page } = await enterAs(world, PERSON, '/unauthorized', { acceptDownloads: true }));
  await page.locator('#page').waitFor();
});
afterAll(() => context.close());

const sheet = (state = 'drawn') => page.locator(`.pdf-page[data-state="${state}"]`);
const tool = (name: string) => page.getByRole('button', { name, exact: true });
const isAt = (counter: string) => page.locator(`.pdf-page[data-state="drawn"][aria-label="${counter}"]`).waitFor();

/** The page `viewpdf`, with these bytes as the answer of the call. */
async function view(bytes: Buffer, tab = page): Promise<void> {
  await openAll([tab], [{ name: 'the only one', bytes }]);
}

/** Presses Print; what would be printed stays in the page, because no test can answer the dialog of the browser. */
async function printed(tab: Page): Promise<void> {
  await tab.evaluate(() => {
    window.print = () => {
      const kept = document.querySelector('.pdf-print')?.cloneNode(true) as HTMLElement;
      kept.dataset['kept'] = '';
      document.body.append(kept);
    };
  });
  await tab.getByRole('button', { name: 'Print', exact: true }).click();
  await tab.locator('.pdf-print[data-kept]').waitFor({ state: 'attached' });
  await tab.locator('.pdf-print:not([data-kept])').waitFor({ state: 'detached' });
  await tab.emulateMedia({ media: 'print' });
}

test('a document opens from its list on its own page, is downloaded byte for byte, and Back returns to the same position', async () => {
  const list = '/facility/compliance/expiringdocs/credentials';
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, list);
  const opener = page.locator('main tbody a[href*="/compliance/documents/"]').first();
  const name = await opener.innerText();
  const href = await opener.getAttribute('href');
  let served: Buffer = Buffer.alloc(0);
  await page.route('**/preview', async (route) => {
    const response = await route.fetch();
    served = await response.body();
    await route.fulfill({ response });
  });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  await sheet().waitFor();
  await page.unroute('**/preview');
  const [download] = await Promise.all([page.waitForEvent('download'), tool('Download').click()]);
  expect(served.subarray(0, 5).toString()).toBe('%PDF-');
  expect(readFileSync(await download.path()).equals(served)).toBe(true);
  expect(download.suggestedFilename()).toMatch(/^[\w ()/-]+ - .+\.pdf$/);
  await page.goBack();
  await page.locator('.pdf-viewer').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(list);
  await page.waitForFunction((to) => document.activeElement?.getAttribute('href') === to, href);
});

test('by keyboard alone: pages, zoom and rotation, with the states of the buttons', async () => {
  await view(checklist);
  await page.locator('.pdf-page').focus();
  const pages = Number((await page.locator('.pdf-counter').textContent())?.split(' of ')[1]);
  expect(pages).toBeGreaterThanOrEqual(3);
  const disabled = async () => {
    const names = ['First page', 'Previous page', 'Next page', 'Last page', 'Zoom out', 'Zoom in'];
    const states = await Promise.all(names.map((name) => tool(name).isDisabled()));
    return names.filter((_, index) => states[index]);
  };
  expect(await disabled()).toEqual(['First page', 'Previous page', 'Zoom out']);
  await page.keyboard.press('ArrowRight');
  await isAt(`Page 2 of ${pages}`);
  expect(await disabled()).toEqual(['Zoom out']);
  expect(await page.locator('.pdf-viewer [role="status"]').last().textContent()).toBe(`Page 2 of ${pages}`);
  await page.keyboard.press('End');
  await isAt(`Page ${pages} of ${pages}`);
  expect(await disabled()).toEqual(['Next page', 'Last page', 'Zoom out']);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Home');
  await isAt(`Page 1 of ${pages}`);

  const size = () =>
    page
      .locator('.pdf-sheet')
      .first()
      .evaluate(({ clientWidth: w, clientHeight: h }) => [w, h] as const);
  const [width, height] = await size();
  await page.keyboard.press('+');
  await page.getByText('125%').waitFor();
  await sheet().waitFor();
  expect((await size())[0] / width).toBeCloseTo(1.25, 1);
  await page.keyboard.press('-');
  await page.keyboard.press('r');
  await sheet().waitFor();
  expect(await size()).toEqual([height, width]);
  for (let turn = 0; turn < 3; turn++) await page.keyboard.press('r');
  await sheet().waitFor();
  expect(await size()).toEqual([width, height]);
  await page.keyboard.press('Shift+R');
  await sheet().waitFor();
  expect(await size()).toEqual([height, width]);

  // A button that disables itself passes the focus to the page, where the keys still work.
  await tool('Last page').focus();
  await page.keyboard.press('Enter');
  await isAt(`Page ${pages} of ${pages}`);
  await page.keyboard.press('Home');
  await isAt(`Page 1 of ${pages}`);
});

test('its text can be selected and has the right reading order', async () => {
  await view(checklist);
  await page.locator('.pdf-text span', { hasText: 'Patient care' }).waitFor();
  const text = await page.locator('.pdf-text').first().innerText();
  expect(text.indexOf('Maya Ortiz')).toBeLessThan(text.indexOf('Patient care'));
  expect(text.indexOf('Patient care')).toBeLessThan(text.indexOf('Head-to-toe assessment'));
  await page.locator('.pdf-text span', { hasText: 'Patient care' }).first().dblclick();
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toMatch(/^(Patient|care)$/);
});

test.each(SIZES)('at $width px it fits, is sharp, and axe finds nothing', async (size) => {
  await page.setViewportSize(size);
  await view(checklist);
  expect(await violations(page)).toEqual([]);
  const measures = await page.evaluate(() => {
    const [region, canvas] = [document.querySelector('.pdf-page')!, document.querySelector('canvas')!];
    return {
      overflows: document.documentElement.scrollWidth > innerWidth,
      tooWide: region.scrollWidth > region.clientWidth,
      sharpness: canvas.width / canvas.clientWidth / devicePixelRatio,
    };
  });
  expect(measures).toMatchObject({ overflows: false, tooWide: false });
  expect(measures.sharpness).toBeCloseTo(1, 1);
  await page.setViewportSize(SIZES[0]!);
});

describe('real-world documents', () => {
  const focused = () => page.evaluate(() => document.activeElement?.id);
  const dialog = () => page.getByRole('dialog', { name: 'Open this link?' });

  test('the password dialog takes the focus and repeats until the password is right', async () => {
    await view(await locked());
    await page.getByText('This document is protected by a password.').waitFor();
    expect([await violations(page), await focused()]).toEqual([[], 'pdf-password']);
    await page.keyboard.type('a guess');
    await page.keyboard.press('Enter');
    await page.getByText('This is not the password of the document.').waitFor();
    expect(await focused()).toBe('pdf-password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await isAt('Page 1 of 1');
    await page.locator('.pdf-text').getByText('Behind a password').waitFor();
  });

  test('a link asks for confirmation before it opens, a script link is ignored, and an internal link turns the page', async () => {
    await view(await linked());
    const links = page.locator('.pdf-link');
    await links.first().waitFor();
    expect(await links.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual([
      `Link to ${ADDRESS}`,
      'Go to another page of the document',
    ]);
    await links.first().click();
    await dialog().getByText(ADDRESS).waitFor();
    expect(await violations(page, undefined, '[role="dialog"]')).toEqual([]);
    const open = dialog().getByRole('link', { name: 'Open in a new tab' });
    expect([await open.getAttribute('href'), await open.getAttribute('rel')]).toEqual([ADDRESS, 'noopener noreferrer']);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await links.first().evaluate((link) => link === document.activeElement)).toBe(true);
    await page.context().route(`${ADDRESS}*`, (route) => route.fulfill({ status: 200, body: 'the policy' }));
    await page.keyboard.press('Enter');
    const [tab] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
    expect([tab.url(), await tab.evaluate(() => window.opener)]).toEqual([ADDRESS, null]);
    await tab.close();
    await page.context().unroute(`${ADDRESS}*`);
    await links.last().click();
    await isAt('Page 3 of 3');
  });

  test('filled form fields are shown, read aloud and searchable; secret ones are not', async () => {
    await view(await filled());
    const values = page.locator('.pdf-field');
    await values.first().waitFor();
    expect(await values.locator('.visually-hidden').allTextContents()).toEqual([
      'Candidate: Maya Ortiz',
      'Shift: Night',
    ]);
    await page.getByRole('searchbox', { name: 'Find in the document' }).fill('ortiz');
    await page.keyboard.press('Enter');
    await page.getByRole('search').getByText('Page 1').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('searchbox', { name: 'Find in the document' }).inputValue()).toBe('');
  });

  test('a filled form is printed with its values, where they belong, and without its links', async () => {
    await view(await filledUnpainted());
    await printed(page);
    const value = page.locator('.pdf-print .pdf-field [aria-hidden="true"]', { hasText: 'Maya Ortiz' });
    expect([await value.isVisible(), await page.locator('.pdf-print .pdf-text').first().isVisible()]).toEqual([
      true,
      false,
    ]);
    const places = await page.locator('.pdf-print .pdf-sheet').evaluate((sheet) => {
      const [paper, picture, field] = [sheet, sheet.querySelector('canvas')!, sheet.querySelector('.pdf-field')!].map(
        (each) => each.getBoundingClientRect(),
      );
      const heightOf = Math.abs(paper!.height - picture!.height);
      return { heightOf, left: (field!.left - paper!.left) / paper!.width, width: field!.width / paper!.width };
    });
    expect(places.heightOf).toBeLessThan(1);
    // 72 points from the left of 612, and 200 wide.
    expect(places.left).toBeCloseTo(72 / 612, 2);
    expect(places.width).toBeCloseTo(200 / 612, 2);
    await page.emulateMedia({ media: null });
    await page.locator('.pdf-print').evaluate((kept) => kept.remove());
  });

  test('on a screen of two dots per pixel, taller pages than the paper are printed on one sheet each, in pictures of one', async () => {
    const own = await enterAs(world, OTHER, '/unauthorized', { deviceScaleFactor: 2 });
    await own.page.locator('#page').waitFor();
    await view(await tall(), own.page);
    await printed(own.page);
    const widths = await own.page
      .locator('.pdf-print canvas')
      .evaluateAll((all) => all.map((canvas) => (canvas as HTMLCanvasElement).width));
    expect(widths).toEqual([1_600, 1_600]);
    const sheets = await readPdfs([await own.page.pdf({ format: 'Letter' })]);
    expect(sheets[0]?.pages).toHaveLength(2);
    await own.context.close();
  });

  test('a scan shows that it has no text', async () => {
    await view(await scanned());
    await page.getByText('There is no text on this page.').waitFor();
    await view(checklist);
    await page.locator('.pdf-text span').first().waitFor();
    expect(await page.getByText('There is no text on this page.').count()).toBe(0);
  });

  test('Escape closes only the topmost dialog over a document', async () => {
    const manager = await enterAs(
      world,
      { userName: 'vms.manager', organizationCode: 'MERIDIAN' },
      '/vms/admin/broadcasts',
    );
    const own = manager.page;
    const titles = () => own.locator('[role="dialog"] h2').allInnerTexts();
    await own.route('**/document/preview', async (route) =>
      route.fulfill({ status: 200, headers: { 'content-type': 'application/pdf' }, body: await linked() }),
    );
    await own.getByRole('link', { name: 'Release 26.3' }).click();
    await own.getByRole('button', { name: 'Show' }).click();
    await own.locator('.pdf-link').first().click();
    await own.getByRole('dialog', { name: 'Open this link?' }).waitFor();
    await own.keyboard.press('Escape');
    await own.getByRole('dialog', { name: 'Open this link?' }).waitFor({ state: 'detached' });
    expect(await titles()).toEqual(['Release 26.3']);
    const search = own.getByRole('searchbox', { name: 'Find in the document' });
    await search.fill('In between');
    await own.keyboard.press('Escape');
    expect([await search.inputValue(), await titles()]).toEqual(['', ['Release 26.3']]);
    await own.keyboard.press('Escape');
    await own.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await own.evaluate(() => document.activeElement?.textContent)).toBe('Show');
    expect(manager.troubles).toEqual([]);
    await manager.context.close();
  });
});

describe('broken files', () => {
  const abroad: string[] = [];
  const dialogs: string[] = [];
  const crashes: string[] = [];

  /** Of the same user, used at the same time; every navigation, dialog and crash is recorded. */
  let tabs: readonly Page[];
  beforeAll(async () => {
    const own = new URL(world.product.url).host;
    const watch = (tab: Page) => {
      tab.on('dialog', (dialog) => (dialogs.push(dialog.message()), void dialog.dismiss()));
      tab.on('crash', () => crashes.push('a tab crashed'));
      tab.on('popup', (popup) => dialogs.push(`a window for ${popup.url()}`));
    };
    context.on('request', (request) => {
      const { host, protocol } = new URL(request.url());
      if (/^(http|ws)/.test(protocol) && host !== own) abroad.push(request.url());
    });
    tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
    await Promise.all(
      tabs.map(async (tab) => {
        watch(tab);
        await tab.goto(`${world.product.url}/unauthorized`);
        await tab.locator('#page').waitFor();
      }),
    );
  });
  afterAll(() => Promise.all(tabs.map((tab) => tab.close())));

  const unanswered = (outcomes: readonly Outcome[]) => outcomes.filter(({ kind }) => kind === 'nothing');

  test('hostile documents end in a page or a message, and reach nothing', async () => {
    const specimens = hostile();
    const outcomes = await openAll(tabs, specimens);
    expect(unanswered(outcomes)).toEqual([]);
    const shown = specimens.filter(({ shows }) => shows).map(({ name }) => name);
    const hidden = outcomes.filter(
      ({ name, kind, text }) => shown.includes(name) && !(kind === 'drawn' && /Hello/.test(text)),
    );
    expect(hidden).toEqual([]);
    const sentenceOf = (name: string) => outcomes.find((outcome) => outcome.name === name)?.text;
    expect(sentenceOf('a password')).toMatch(/protected by a password/);
    expect(sentenceOf('a page of HTML')).toMatch(/damaged/);
    expect([abroad, dialogs, crashes]).toEqual([[], [], []]);
  });

  test(`${DAMAGED} damaged documents each end in a page or a message`, async () => {
    const outcomes = await openAll(tabs, damaged(originals, DAMAGED));
    expect(outcomes).toHaveLength(DAMAGED);
    expect(unanswered(outcomes)).toEqual([]);
    expect([abroad, dialogs, crashes]).toEqual([[], [], []]);
    // Damage that changes neither result would not be damage.
    const kinds = new Set(outcomes.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['drawn', 'failed']));
  });

  test('saved state that names another request sends nothing', async () => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await page.evaluate(() => {
      sessionStorage.setItem('vms.pdfPreview', '{"method":"POST","path":"/api-user/v1/session/end","body":{}}');
    });
    await page.goto(`${world.product.url}/viewpdf`);
    await page.getByText('There is no document to show here').waitFor();
    expect(calls.filter((url) => /session\/end|preview/.test(url))).toEqual([]);
  });
});

test(`${OPENED} documents opened and closed leave little behind`, async () => {
  const session = await context.newCDPSession(page);
  const used = async () => {
    for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
    const { usedSize, ...other } = await session.send('Runtime.getHeapUsage');
    const { embedderHeapUsedSize = 0, backingStorageSize = 0 } = other as Record<string, number>;
    return usedSize + embedderHeapUsedSize + backingStorageSize;
  };
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `${index}`, bytes: checklist }));
  const away = async () => {
    await page.evaluate(() => {
      history.pushState(null, '', '/unauthorized');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.locator('.pdf-viewer').waitFor({ state: 'detached' });
  };
  await openAll([page], many(5));
  await away();
  const before = await used();
  const outcomes = await openAll([page], many(OPENED));
  await away();
  expect(outcomes.filter(({ kind }) => kind !== 'drawn')).toEqual([]);
  // The browser frees the workers' memory eventually.
  const most = OPENED * LEFT_OF_EACH + LEFT_OF_PAGE;
  const deadline = Date.now() + TIMEOUT_MS;
  let left = (await used()) - before;
  while (left >= most && Date.now() < deadline) {
    await page.waitForTimeout(LOOKS_AGAIN_AFTER_MS);
    left = (await used()) - before;
  }
  expect(left).toBeLessThan(most);
  expect(page.workers()).toEqual([]);
  expect(troubles.filter((trouble) => /pdf|font|canvas/i.test(trouble))).toEqual([]);
});

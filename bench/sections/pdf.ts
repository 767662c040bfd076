/** The viewer compared with pdf.js alone, and the memory that fifty documents leave. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { broadcastPdf } from '../../server/features/broadcasts/pdf';
import { render } from '../../server/platform/pdf/render';
import { launch } from '../lib/chromium';
import { startDemo } from '../lib/ourServer';
import { interleave, median, pairwise } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';
import { goTo, signedIn } from '../lib/signedIn';

const FIRST = 'pdf.first-page';
const FIRST_WHAT = 'first page painted after it was asked for, ms';
const FIRST_GOAL = '<= 1.3 x pdf.js alone';
const LEAK = 'pdf.memory';
const LEAK_WHAT = 'left behind by 50 documents, MB';
const LEAK_GOAL = '< 20 MB';
const CALL = '/api-agency/v1/compliance/documents/00000000-0000-4000-8000-000000000001/preview';

export const pdf: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined)
    return [
      skipped(FIRST, FIRST_WHAT, FIRST_GOAL, 'no Chromium'),
      skipped(LEAK, LEAK_WHAT, LEAK_GOAL, 'no Chromium', true),
    ];
  const server = await startDemo();
  const browser = await launch(chromium);
  try {
    const { context, page } = await signedIn(browser, server.base, 'client.manager', 'LAKESIDE');
    const message = 'The rules for night shifts change with the new year. '.repeat(120);
    const sentAt = new Date(0);
    await answerWith(context, await render(broadcastPdf({ sender: 'Meridian', subject: 'Rules', message, sentAt })));
    const bare = await context.newPage();
    await bare.goto(`${server.base}/bare/page.html`);
    const asWide = await widthOfOurs(page);
    note(`pdf: ${rounds} rounds`);
    const times = await interleave({ ours: () => openOurs(page), alone: () => openAlone(bare, asWide) }, rounds);
    return [firstPage(times['ours'] ?? [], times['alone'] ?? []), await memory(context, page)];
  } finally {
    await browser.close();
    await server.stop();
  }
};

function firstPage(ours: readonly number[], alone: readonly number[]): Row {
  const { ratio, spread } = pairwise(ours, alone);
  return {
    id: FIRST,
    what: FIRST_WHAT,
    ours: `${median(ours).toFixed(0)} ms`,
    other: `pdf.js alone ${median(alone).toFixed(0)} ms`,
    ratio,
    spread,
    goal: FIRST_GOAL,
    verdict: reached(ratio <= 1.3),
    exact: false,
  };
}

async function memory(context: BrowserContext, page: Page): Promise<Row> {
  const session = await context.newCDPSession(page);
  const used = async (): Promise<number> => {
    for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
    const { usedSize, ...other } = await session.send('Runtime.getHeapUsage');
    const { embedderHeapUsedSize = 0, backingStorageSize = 0 } = other as Record<string, number>;
    return usedSize + embedderHeapUsedSize + backingStorageSize;
  };
  const many = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await openOurs(page);
    await goTo(page, '/unauthorized');
    await page.locator('.pdf-viewer').waitFor({ state: 'detached' });
  };
  await many(5);
  const before = await used();
  await many(50);
  const left = ((await used()) - before) / 2 ** 20;
  return {
    id: LEAK,
    what: LEAK_WHAT,
    ours: `${left.toFixed(1)} MB`,
    other: 'limit 20 MB',
    goal: LEAK_GOAL,
    verdict: reached(left < 20),
    exact: true,
  };
}

/** The same bytes for both, and pdf.js as its package has it for the one without an app. */
async function answerWith(context: BrowserContext, bytes: Buffer): Promise<void> {
  const script = (name: string) => readFileSync(require.resolve(`pdfjs-dist/build/${name}`));
  const serve = (path: string, contentType: string, body: Buffer | string) =>
    context.route(`**${path}`, (route) =>
      route.fulfill({ body, contentType, headers: { 'cache-control': 'max-age=600' } }),
    );
  await serve(CALL, 'application/pdf', bytes);
  await serve('/bare/page.html', 'text/html', '<!doctype html><body><script type="module" src="main.mjs"></script>');
  await serve('/bare/main.mjs', 'text/javascript', ALONE);
  await serve('/bare/pdf.min.mjs', 'text/javascript', script('pdf.min.mjs'));
  await serve('/bare/pdf.worker.min.mjs', 'text/javascript', script('pdf.worker.min.mjs'));
}

/** As in the package's own example: a worker for each document, one page, one canvas. */
const ALONE = `
  import { getDocument, GlobalWorkerOptions } from './pdf.min.mjs';
  GlobalWorkerOptions.workerSrc = './pdf.worker.min.mjs';
  window.openAlone = async (call, width) => {
    document.querySelector('canvas')?.remove();
    const begun = performance.now();
    const task = getDocument({ data: await (await fetch(call)).arrayBuffer() });
    const page = await (await task.promise).getPage(1);
    const plain = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: width / plain.width });
    const canvas = document.body.appendChild(document.createElement('canvas'));
    Object.assign(canvas, { width: viewport.width, height: viewport.height });
    await page.render({ canvas, viewport }).promise;
    const ms = performance.now() - begun;
    await task.destroy();
    return ms;
  };
`;

async function openAlone(page: Page, width: number): Promise<number> {
  await page.bringToFront();
  return page.evaluate(`window.openAlone(${JSON.stringify(CALL)}, ${width})`);
}

async function openOurs(page: Page): Promise<number> {
  await page.bringToFront();
  await goTo(page, '/unauthorized');
  await page.locator('.document-page').waitFor({ state: 'detached' });
  return page.evaluate(
    (path) =>
      new Promise<number>((painted) => {
        sessionStorage.setItem('vms.pdfPreview', JSON.stringify({ method: 'GET', path, body: null }));
        const begun = performance.now();
        const watcher = new MutationObserver(() => {
          if (!document.querySelector('.pdf-page[data-state="drawn"]')) return;
          watcher.disconnect();
          painted(performance.now() - begun);
        });
        watcher.observe(document.body, { childList: true, subtree: true, attributes: true });
        history.pushState(null, '', '/viewpdf');
        dispatchEvent(new PopStateEvent('popstate'));
      }),
    CALL,
  );
}

/** CSS pixels of the sheet, so that both paint the same. */
async function widthOfOurs(page: Page): Promise<number> {
  await openOurs(page);
  return page
    .locator('.pdf-sheet')
    .first()
    .evaluate((sheet) => sheet.clientWidth);
}

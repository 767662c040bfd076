/** Opens many documents one after the other in the real viewer, in several tabs at the same time. */
import type { Page } from 'playwright-core';
import type { Specimen } from './damage';

export interface Outcome {
  readonly name: string;
  /** `nothing`: no result within the time a user would wait. */
  readonly kind: 'drawn' | 'notDrawn' | 'failed' | 'nothing';
  readonly ms: number;
  /** The text of the page or of the message. */
  readonly text: string;
}

/** The viewer gives up after ten; a busy machine needs longer to show that. */
const GIVE_UP_MS = 60_000;
const TEXT_WITHIN_MS = 60_000;
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** The last one stays open. */
export async function openAll(tabs: readonly Page[], specimens: readonly Specimen[]): Promise<Outcome[]> {
  const waiting = specimens.map(({ name, shows }, index) => ({
    name,
    id: idOf(index),
    textWithinMs: shows ? TEXT_WITHIN_MS : 0,
  }));
  await Promise.all(tabs.map((tab) => answerWith(tab, specimens)));
  const outcomes: Outcome[] = [];
  await Promise.all(
    tabs.map(async (tab) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const outcome = await tab.evaluate(openOne, { ...next, giveUpMs: GIVE_UP_MS });
        outcomes.push({ name: next.name, ...outcome });
      }
    }),
  );
  await Promise.all(tabs.map((tab) => tab.unroute('**/preview')));
  return outcomes;
}

async function answerWith(tab: Page, specimens: readonly Specimen[]): Promise<void> {
  await tab.route('**/preview', (route) => {
    const index = Number(/-(\d{12})\/preview$/.exec(route.request().url())?.[1]);
    const specimen = specimens[index];
    if (specimen === undefined) return route.continue();
    const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="x.pdf"' };
    return route.fulfill({ status: 200, headers, body: specimen.bytes });
  });
}

/** Runs in the page. */
async function openOne({
  id,
  textWithinMs,
  giveUpMs,
}: {
  id: string;
  textWithinMs: number;
  giveUpMs: number;
}): Promise<Omit<Outcome, 'name'>> {
  const go = (path: string) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  go('/unauthorized');
  while (document.querySelector('.document-page')) await pause();
  const path = `/api-agency/v1/compliance/documents/${id}/preview`;
  sessionStorage.setItem('vms.pdfPreview', JSON.stringify({ method: 'GET', path, body: null }));
  const begun = performance.now();
  go('/viewpdf');
  for (;;) {
    const ms = Math.round(performance.now() - begun);
    const drawn = document.querySelector('.pdf-page[data-state="drawn"]');
    const text = document.querySelector('.pdf-text')?.textContent ?? '';
    // The text layer, if any, follows the picture in a moment.
    if (drawn && (text !== '' || ms > textWithinMs)) return { kind: 'drawn', ms, text };
    const message = document.querySelector('.document-page .negative.message, .pdf-failed .message')?.textContent;
    if (message) return { kind: document.querySelector('.pdf-failed') ? 'failed' : 'notDrawn', ms, text: message };
    if (ms > giveUpMs) return { kind: 'nothing', ms, text: document.body.innerText.slice(0, 200) };
    await pause();
  }
}

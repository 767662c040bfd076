import type { Browser, Page } from 'playwright-core';
import type { Product } from './product';

const ANSWERS_WITHIN_MS = 3_000;
const LOG_LINES = 12;
const TROUBLE = /^\{"level":[456]0,/;

/** Every open page and the end of the server's log, to diagnose a failure. */
export async function describeWorld(browser: Browser, product: Product): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const screens = await Promise.all(pages.map(describePage));
  const lines = product.log().trimEnd().split('\n');
  const log = lines.filter((line) => !line.includes('"path":"/assets')).slice(-LOG_LINES);
  const troubles = lines.filter((line) => TROUBLE.test(line)).slice(-LOG_LINES);
  return [
    ...screens,
    `The server warned of:\n${troubles.join('\n')}`,
    `The server wrote last:\n${log.join('\n')}`,
  ].join('\n\n');
}

async function describePage(page: Page): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, ANSWERS_WITHIN_MS, 'it does not answer'));
  const seen = page.evaluate(look).catch((error: unknown) => String(error));
  return `${page.url()}: ${await Promise.race([seen, late])}`;
}

/** Runs in the page. */
async function look(): Promise<string> {
  const frame = new Promise<string>((resolve) => {
    requestAnimationFrame(() => resolve('painting'));
    setTimeout(resolve, 1_000, 'NOT painting');
  });
  const text = document.body.innerText.replace(/\s+/g, ' ').slice(0, 600);
  return `${document.visibilityState}, ${document.readyState}, ${await frame}: ${text}`;
}

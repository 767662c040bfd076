import type { RuntimeConfig } from '../../contract';
import { PRERENDERED_PAGES, type PrerenderedPage } from './prerendered';

interface Page {
  readonly root: HTMLElement;
  readonly config: RuntimeConfig;
  readonly prerendered: PrerenderedPage;
}

/** What the served document says about itself. */
export function readPage(document: Document): Page {
  const root = document.getElementById('root');
  const config = document.getElementById('runtime-config')?.textContent;
  const prerendered = PRERENDERED_PAGES.find((page) => page === document.documentElement.dataset['page']);
  if (root === null || !config || prerendered === undefined) {
    throw new Error('This document is not a page of the app: #root, #runtime-config or data-page is missing.');
  }
  return { root, config: JSON.parse(config) as RuntimeConfig, prerendered };
}

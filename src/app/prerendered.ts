import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import type { AppState } from '../../sagas/app/state';

/** The pages that the build prerenders: the sign-in form, and the loading state for people who may have a session. */
const PRERENDERED_PAGES = ['sign-in', 'starting'] as const;
export type PrerenderedPage = (typeof PRERENDERED_PAGES)[number];

const SIGNED_OUT: AppState['machines'] = {
  session: { value: 'signedOut', context: { reason: null }, tags: ['signedOut'], can: [], status: 'active' },
};

/**
 * The state of each prerendered page. The demo users are not in it, because one build serves both modes: their list
 * renders after hydration, where it moves nothing.
 */
export function prerenderedState(page: PrerenderedPage, config: RuntimeConfig): AppState {
  return { machines: page === 'sign-in' ? SIGNED_OUT : {}, config: { ...config, mode: 'production', demoUsers: [] } };
}

interface Page {
  readonly root: HTMLElement;
  readonly config: RuntimeConfig;
  readonly prerendered: PrerenderedPage;
}

/**
 * Reads the root element, the configuration and the page's name from the served document. Throws Error for any other
 * document.
 */
export function readPage(document: Document): Page {
  const root = document.getElementById('root');
  const config = document.getElementById('runtime-config')?.textContent;
  const prerendered = PRERENDERED_PAGES.find((page) => page === document.documentElement.dataset['page']);
  if (root === null || !config || prerendered === undefined) {
    throw new Error('This document is not a page of the app: #root, #runtime-config or data-page is missing.');
  }
  return { root, config: JSON.parse(config) as RuntimeConfig, prerendered };
}

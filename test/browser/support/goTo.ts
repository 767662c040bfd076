import type { Page } from 'playwright-core';

/** A step within the app, to a path of it: the server is not asked for the page again. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

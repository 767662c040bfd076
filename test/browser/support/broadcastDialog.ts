import type { Locator, Page } from 'playwright-core';

/** The dialog that shows a broadcast, by its subject. */
export const broadcastDialog = (page: Page, subject: string): Locator =>
  page
    .getByRole('dialog', { name: 'Broadcast Notification Details', exact: true })
    .filter({ has: page.getByRole('heading', { name: subject, exact: true }) });

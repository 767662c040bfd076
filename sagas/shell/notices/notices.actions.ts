import { createAction } from '@reduxjs/toolkit';

interface Notice {
  readonly tone: 'positive' | 'info' | 'warning' | 'negative';
  /** A sentence, with a next step where something went wrong. */
  readonly text: string;
}

/** Something to say that belongs to no one place on the page. */
export const noticeShown = createAction<Notice>('notices/shown');

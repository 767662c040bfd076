/** Short words in a corner of the page: what happened, where nothing else shows it. */
import { createAction, nanoid, type UnknownAction } from '@reduxjs/toolkit';

export interface Notice {
  readonly id: string;
  readonly tone: 'positive' | 'info' | 'warning' | 'negative';
  readonly text: string;
  /** What takes it back. */
  readonly undo?: UnknownAction;
}

/** Stays for 5 seconds, or 10 where it can be undone; longer while somebody looks at it. */
export const noticeShown = createAction('notices/shown', (notice: Omit<Notice, 'id'>) => ({
  payload: { ...notice, id: nanoid() },
}));

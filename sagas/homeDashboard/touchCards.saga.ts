/** What happens in the business touches the cards that count it; only these are asked again, and not in a hidden tab. */
import { createAction } from '@reduxjs/toolkit';
import { call, put, select, take, type SagaGenerator } from '../effects';
import type { NotificationCategory } from '../../contract';
import type { Widget } from '../../contract/dashboard';
import type { eventsArrived, snapshotArrived } from '../notifications/notifications.events';
import { attentionMoved } from '../notifications/notifications.events';
import { selectAttention } from '../notifications/notifications.selectors';
import { pause } from '../time.saga';
import { cardsTouched } from './homeDashboard.reducer';
import { selectHome } from './requests.selectors';

/** Touched cards are to be asked again. */
export const cardsDue = createAction('homeDashboard/cardsDue');

/** A burst is one refresh, and there is at most one in so long a time. */
const REFRESH_MS = 2_000;

const TOUCHES: Partial<Record<NotificationCategory, readonly Widget[]>> = {
  JOBSORDERS: ['JOBS'],
  JOB: ['JOBS'],
  SUBMISSIONS: ['SUBMISSIONS', 'JOBS'],
  COMPLIANCE: ['COMPLIANCE'],
  ASSIGNMENTS: ['ASSIGNMENTS', 'COMPLIANCE', 'SUBMISSIONS'],
  BACK_OFFICE: ['TIMESHEET', 'INVOICE'],
};

export function* touchCards({ payload }: ReturnType<typeof eventsArrived>): SagaGenerator<void> {
  const widgets = payload.events.flatMap(({ notification }) =>
    notification === undefined ? [] : (TOUCHES[notification.categoryCode] ?? []),
  );
  if (widgets.length > 0) yield* put(cardsTouched({ widgets: [...new Set(widgets)] }));
}

/** After a loss of connection nobody knows what was missed. */
export function* touchAllCards(_: ReturnType<typeof snapshotArrived>): SagaGenerator<void> {
  const { cards } = yield* select(selectHome);
  yield* put(cardsTouched({ widgets: Object.keys(cards) as Widget[] }));
}

export function* refreshTouched(): SagaGenerator<void> {
  while (true) {
    yield* take(cardsTouched);
    yield* call(pause, REFRESH_MS);
    while ((yield* select(selectAttention))?.visible === false) yield* take(attentionMoved);
    yield* put(cardsDue());
  }
}

/** What a person does with the cards of the home dashboard. */
import { createAction } from '@reduxjs/toolkit';
import type { ComplianceView, TimesheetView, Widget } from '../../contract/dashboard';
import type { Arrangement } from './arrangement';

/** Shown or hidden, or in another order. Undone with what there was before. */
export const cardsArranged = createAction<{ readonly cards: Arrangement<Widget>; readonly undoing?: boolean }>(
  'homeDashboard/cardsArranged',
);
export const statusesArranged = createAction<{ readonly widget: Widget; readonly statuses: Arrangement<string> }>(
  'homeDashboard/statusesArranged',
);
/** One more was wanted than can be selected. */
export const tooManySelected = createAction('homeDashboard/tooManySelected');
/** The selector was closed: what was chosen in it is kept. */
export const statusesClosed = createAction<{ readonly widget: Widget }>('homeDashboard/statusesClosed');
export const complianceViewChosen = createAction<ComplianceView>('homeDashboard/complianceViewChosen');
export const timesheetViewChosen = createAction<TimesheetView>('homeDashboard/timesheetViewChosen');
/** Of one card, or of all. */
export const cardRetried = createAction<{ readonly widget: Widget }>('homeDashboard/cardRetried');
export const cardViewChosen = createAction<{ readonly widget: Widget; readonly view: 'chart' | 'table' }>(
  'homeDashboard/cardViewChosen',
);

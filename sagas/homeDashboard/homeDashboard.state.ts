import type { ComplianceView, TimesheetView, Widget } from '../../contract/dashboard';
import type { Failure } from '../../machines/failure';
import type { Arrangement } from './arrangement';
import type { CardData } from './cards';

/** Names a question: the same card, filter and view have the same key. */
export type CardKey = string;

export interface CardState {
  /** What is asked; numbers of another key are not shown. */
  readonly key: CardKey;
  readonly busy: boolean;
  readonly data: CardData | null;
  /** When the numbers came, in epoch milliseconds. */
  readonly at: number | null;
  readonly failure: Failure | null;
  /** Something happened since that may have changed them. */
  readonly stale: boolean;
}

export interface HomeDashboardState {
  readonly cards: Readonly<Partial<Record<Widget, CardState>>>;
  /** Chosen in this session; null for what the server keeps. */
  readonly arranged: Arrangement<Widget> | null;
  readonly statuses: Readonly<Partial<Record<Widget, Arrangement<string>>>>;
  readonly complianceView: ComplianceView | null;
  readonly timesheetView: TimesheetView | null;
  readonly views: Readonly<Partial<Record<Widget, 'chart' | 'table'>>>;
}

export const NO_CARDS: HomeDashboardState = {
  cards: {},
  arranged: null,
  statuses: {},
  complianceView: null,
  timesheetView: null,
  views: {},
};

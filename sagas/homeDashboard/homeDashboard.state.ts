import type { ComplianceView, TimesheetView, Widget } from '../../contract/dashboard';
import type { Card } from '../cards/card.state';
import type { Arrangement } from './arrangement';
import type { CardData } from './cards';

export type CardState = Card<CardData>;

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

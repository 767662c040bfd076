/** The live board in the address: `?kinds=SUBMISSIONS,COMPLIANCE&hours=48&view=table&keys=off`. Nothing said is the usual. */
import { NOTIFICATION_TABS, type NotificationTab } from '../../contract/notifications';

export const BOARD_HOURS = [12, 24, 48] as const;
export type BoardHours = (typeof BOARD_HOURS)[number];
const USUAL_HOURS: BoardHours = 24;

export interface BoardPlace {
  /** In the order of the panel's tabs; never none. */
  readonly tabs: readonly NotificationTab[];
  /** How far back the counts go. */
  readonly hours: BoardHours;
  readonly view: 'chart' | 'table';
  /** Whether single keys do something. */
  readonly keys: boolean;
}

/** What it does not know it passes over; no kind that it knows is all of them. */
export function readBoard(params: URLSearchParams): BoardPlace {
  const named = params.get('kinds')?.split(',') ?? [];
  const tabs = NOTIFICATION_TABS.filter((tab) => named.includes(tab));
  return {
    tabs: tabs.length === 0 ? NOTIFICATION_TABS : tabs,
    hours: BOARD_HOURS.find((hours) => String(hours) === params.get('hours')) ?? USUAL_HOURS,
    view: params.get('view') === 'table' ? 'table' : 'chart',
    keys: params.get('keys') !== 'off',
  };
}

/** What else is in the query stays there. */
export function writeBoard(params: URLSearchParams, { tabs, hours, view, keys }: BoardPlace): string {
  const next = new URLSearchParams(params);
  // In one order, whatever was chosen first: the same board has the same address.
  const set = (name: string, value: string | null) => {
    next.delete(name);
    if (value !== null) next.set(name, value);
  };
  const named = NOTIFICATION_TABS.filter((tab) => tabs.includes(tab));
  set('kinds', named.length === NOTIFICATION_TABS.length || named.length === 0 ? null : named.join(','));
  set('hours', hours === USUAL_HOURS ? null : String(hours));
  set('view', view === 'chart' ? null : view);
  set('keys', keys ? null : 'off');
  // Commas may stand in a query as they are, and read better so.
  const text = next.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** One kind more, or one less; the last one left cannot be taken away, which shows all again. */
export function withTab({ tabs }: BoardPlace, tab: NotificationTab): readonly NotificationTab[] {
  if (tabs.length === NOTIFICATION_TABS.length) return [tab];
  const next = NOTIFICATION_TABS.filter((each) => (each === tab ? !tabs.includes(tab) : tabs.includes(each)));
  return next.length === 0 ? NOTIFICATION_TABS : next;
}

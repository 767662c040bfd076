/**
 * The live board in the address:
 * `?kinds=SUBMISSIONS,COMPLIANCE&show=open&q=lakeside&hours=48&view=table&wall=on`. Defaults are left out.
 */
import { createSelector } from 'reselect';
import { NOTIFICATION_TABS, type NotificationTab } from '../../../contract/notifications/categories';
import { selectPersistentQuery } from '../../navigation/location/location.selectors';
import { rootOf } from '../../navigation/routes/resolve';
import { selectUser } from '../../session/session.selectors';

/** How far back the board counts. */
export const BOARD_HOURS = [12, 24, 48] as const;
export type BoardHours = (typeof BOARD_HOURS)[number];
const USUAL_HOURS: BoardHours = 24;

export interface BoardPlace {
  /** In the order of the panel's tabs; never empty. */
  readonly tabs: readonly NotificationTab[];
  /** How many hours are counted. */
  readonly hours: BoardHours;
  readonly view: 'chart' | 'table';
  readonly show: BoardShown;
  /** Words that all have to be found in an entry; empty for all. */
  readonly words: string;
  /** The large view, which is read-only. */
  readonly wall: boolean;
}

/** All entries, open ones, the reader's own, or all assigned ones. */
export const BOARD_SHOWN = ['all', 'open', 'mine', 'taken'] as const;
export type BoardShown = (typeof BOARD_SHOWN)[number];
export const BOARD_WORDS_MAX_LENGTH = 100;

/** The address of the board for the signed-in user. */
export const selectBoardAddress = createSelector([selectUser, selectPersistentQuery], (user, persistentQuery) =>
  user === null ? '/' : `/${rootOf(user)}/notifications/live${persistentQuery}`,
);

/** Unknown values are ignored; without a known kind, all are shown. */
export function readBoard(params: URLSearchParams): BoardPlace {
  const named = params.get('kinds')?.split(',') ?? [];
  const tabs = NOTIFICATION_TABS.filter((tab) => named.includes(tab));
  return {
    tabs: tabs.length === 0 ? NOTIFICATION_TABS : tabs,
    hours: BOARD_HOURS.find((hours) => String(hours) === params.get('hours')) ?? USUAL_HOURS,
    view: params.get('view') === 'table' ? 'table' : 'chart',
    show: BOARD_SHOWN.find((each) => each === params.get('show')) ?? 'all',
    words: (params.get('q') ?? '').trim().slice(0, BOARD_WORDS_MAX_LENGTH),
    wall: params.get('wall') === 'on',
  };
}

/** Keeps other parameters of the query. */
export function writeBoard(params: URLSearchParams, { tabs, hours, view, show, words, wall }: BoardPlace): string {
  const next = new URLSearchParams(params);
  // In a fixed order, so that the same board has the same address.
  const set = (name: string, value: string | null) => {
    next.delete(name);
    if (value !== null) next.set(name, value);
  };
  const named = NOTIFICATION_TABS.filter((tab) => tabs.includes(tab));
  set('kinds', named.length === NOTIFICATION_TABS.length || named.length === 0 ? null : named.join(','));
  set('hours', hours === USUAL_HOURS ? null : String(hours));
  set('view', view === 'chart' ? null : view);
  set('show', show === 'all' ? null : show);
  set('q', words === '' ? null : words);
  set('wall', wall ? 'on' : null);
  // Commas are allowed in a query, and read better unescaped.
  const text = next.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** Adds or removes a kind; removing the last one shows all again. */
export function withTab({ tabs }: BoardPlace, tab: NotificationTab): readonly NotificationTab[] {
  if (tabs.length === NOTIFICATION_TABS.length) return [tab];
  const next = NOTIFICATION_TABS.filter((each) => (each === tab ? !tabs.includes(tab) : tabs.includes(each)));
  return next.length === 0 ? NOTIFICATION_TABS : next;
}

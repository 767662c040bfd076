/** What the page of a record shows. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { lists } from '../../../contract/lists/catalog';
import { visibleTo, type ListColumn, type ListDefinition, type ListRow } from '../../../contract/lists/list';
import { records } from '../../../contract/records/catalog';
import { RECORD_LISTS, type RecordKind } from '../../../contract/records/kinds';
import { OWN_COLUMNS } from '../../../contract/records/links';
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import { TAB_PARAM, type RecordDefinition } from '../../../contract/records/record';
import type { Failure } from '../../../machines/failure';
import { ownZone } from '../../base/dates';
import { failureText } from '../../base/http/failureText';
import { selectPersistentQuery, selectPathname, selectQuery } from '../../navigation/location/location.selectors';
import { recordAddress } from '../../navigation/routes/records.sections';
import { rootOf } from '../../navigation/routes/resolve';
import { selectUser } from '../../session/session.selectors';
import type { DocumentAddress } from '../documents/documentAddress';
import { linksFrom } from '../lists/cellLinks';
import { formatCell, type Cell } from '../lists/cellText';
import type { ShownColumn } from '../lists/lists.selectors';
import { selectRecordAt, tabKey, type RecordAt } from '../lists/recordTabs';
import type { WithRecordActions } from '../recordActions/recordActions.selectors';
import { eventText, type EventText } from './eventText';
import type { RecordPage, RecordsState } from './records.slice';

/** Undefined until the part that loads records has been added to the store. */
export const selectRecords = (state: { readonly records?: RecordsState }): RecordsState | undefined => state.records;

const selectPageOf = (state: { readonly records?: RecordsState }, id: string): RecordPage | null => {
  const page = selectRecords(state)?.page ?? null;
  return page?.id === id ? page : null;
};

/** The version that an action would send; undefined while it is not known. */
export const selectKnownVersion = ({ recordActions }: WithRecordActions, id: string): number | undefined => {
  const record: ActionableRecord | undefined = recordActions?.known[id];
  return record?.version;
};

/** Whether the page shows the record in an older version than the one that an action would send. */
export const selectIsOutdated = (state: WithRecordActions & { readonly records?: RecordsState }, id: string): boolean =>
  (selectKnownVersion(state, id) ?? 0) > (selectPageOf(state, id)?.version ?? Infinity);

/** Whether the page shows the version that an action would change, so that the user may act. */
export const selectMayAct = (state: WithRecordActions & { readonly records?: RecordsState }, id: string): boolean =>
  selectPageOf(state, id) !== null && !selectIsOutdated(state, id);

const definitionOf = (kind: RecordKind): RecordDefinition => records[kind];

/** A column of the record's list, or a detail; undefined for one that this organization does not see. */
function columnOf(kind: RecordKind, name: string, user: UserInfo): ShownColumn | undefined {
  const { columns }: ListDefinition = lists[RECORD_LISTS[kind][0]];
  const column: ListColumn | undefined = definitionOf(kind).details[name] ?? columns[name];
  return column !== undefined && visibleTo(user.organizationType)(column) ? { ...column, name } : undefined;
}

const isNumbered = (value: unknown): boolean => typeof value === 'number';

/** 'Job 10023', or the record's name if it has one. */
export function nameOf({ kind, row }: Pick<RecordPage, 'kind' | 'row'>): string {
  const { noun, name } = definitionOf(kind);
  const value = row[name];
  if (value === undefined || value === null) return noun;
  return isNumbered(value) ? `${noun} ${value}` : String(value);
}

/** The PDF of a record; null where there is none yet. */
export function documentOf(page: RecordPage): (DocumentAddress & { readonly title: string }) | null {
  const { kind, id, row } = page;
  if (kind === 'document') {
    const title = `${row['name']}, ${row['candidate']}`;
    return row['uploadedAt'] == null ? null : { kind: 'complianceDocument', id, title };
  }
  return kind === 'invoice' || kind === 'reverseInvoice' ? { kind: 'invoice', id, title: nameOf(page) } : null;
}

/** The address of a tab; what belongs to the list of another tab is left out. */
function tabAddress(pathname: string, { tabs }: RecordAt, tab: string, persistentQuery: string): string {
  const params = new URLSearchParams(persistentQuery);
  if (tabs[0]?.name !== tab) params.set(TAB_PARAM, tab);
  const search = params.toString();
  return search === '' ? pathname : `${pathname}?${search}`;
}

export interface Fact {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly cell: Cell & { readonly href: string | null };
}

/** The facts with these names that the user sees; those without a value only if `empty`. */
export function factsOf(
  page: Pick<RecordPage, 'kind' | 'row'>,
  names: readonly string[],
  user: UserInfo,
  persistentQuery: string,
  empty: boolean,
): readonly Fact[] {
  const { kind } = page;
  const row = page.row as ListRow;
  const [list] = RECORD_LISTS[kind];
  // The page of a record counts for all facilities.
  const linkOf = linksFrom(user, list, persistentQuery, '');
  const zone = typeof row['zone'] === 'string' ? row['zone'] : undefined;
  return names.flatMap((name): Fact[] => {
    const column = columnOf(kind, name, user);
    if (column === undefined) return [];
    const cell = formatCell(column, row[name], zone, ownZone());
    if (cell.text === '' && !empty) return [];
    // A link to the page it is on is useless.
    const href = OWN_COLUMNS[list]?.[name] === kind ? null : linkOf(name, row);
    const { label, hint } = column;
    return [{ name, label, ...(hint !== undefined && { hint }), cell: { ...cell, href } }];
  });
}

/** `missing`: no record has this id, or it belongs to others. */
export type RecordPhase = 'loading' | 'missing' | 'failed' | 'full';

function phaseOf(page: RecordPage | null, failure: Failure | null): RecordPhase {
  if (page !== null) return 'full';
  if (failure === null) return 'loading';
  return failure.kind === 'refused' && failure.code === 'not.found' ? 'missing' : 'failed';
}

/** The page of the record at the address; null on other pages. */
export const selectRecordView = createSelector(
  [selectRecordAt, selectRecords, selectUser, selectPersistentQuery, selectPathname],
  (at, state, user, persistentQuery, pathname) => {
    if (at === null || user === null) return null;
    const isShown = state?.shown?.kind === at.kind && state.shown.id === at.id;
    const page = isShown ? state.page : null;
    const failure = isShown ? state.failure : null;
    const { kind, id, definition, tabs, tab } = at;
    const facts = (names: readonly string[], empty: boolean) =>
      page === null ? [] : factsOf(page, names, user, persistentQuery, empty);
    const phase = phaseOf(page, failure);
    return {
      kind,
      id,
      noun: definition.noun,
      phase,
      title: page === null ? definition.noun : nameOf(page),
      about: facts(definition.about, false).map(({ cell }) => cell.text),
      status: definition.status === undefined ? null : (facts([definition.status], false)[0]?.cell ?? null),
      facts: facts(definition.facts, false),
      tabs: tabs.map(({ name, tab: each }) => ({
        name,
        label: each.label,
        to: tabAddress(pathname ?? '', at, name, persistentQuery),
        current: name === tab.name,
        count: each.show === 'list' ? (page?.counts[name] ?? null) : null,
      })),
      tab,
      groups:
        tab.tab.show === 'facts'
          ? tab.tab.groups.map(({ title, facts: names }) => ({ title, facts: facts(names, true) }))
          : [],
      hasDocument: page !== null && documentOf(page) !== null,
      /** What is shown may be outdated. */
      error: failure === null ? null : failureText(failure),
    };
  },
);
export type RecordView = NonNullable<ReturnType<typeof selectRecordView>>;

/** A tab that is shown before it is loaded does not show why the one before it failed. */
const failureOfTab = ({ tabFailures }: RecordsState, at: RecordAt) => tabFailures[tabKey(at)] ?? null;

/** In the address and in the rows of a deal sheet: the kind of version. */
const VERSION_TYPE = 'versionType';

/** The table of the tab; null if the tab is not a table. */
export const selectRecordTable = createSelector(
  [selectRecordAt, selectRecords, selectUser, selectPersistentQuery, selectQuery],
  (at, state, user, persistentQuery, query) => {
    if (at === null || user === null || at.tab.tab.show !== 'table') return null;
    const { columns, own, noun, empty, note, sumId, label } = at.tab.tab;
    const shown = Object.entries(columns)
      .filter(([, column]) => visibleTo(user.organizationType)(column))
      .map(([name, column]): ShownColumn => ({ ...column, name }));
    const isShown = state?.shown?.kind === at.kind && state.shown.id === at.id;
    const all = (isShown ? state.tables[tabKey(at)] : undefined) as readonly ListRow[] | undefined;
    // Links of notifications name the version that they are about.
    const version = columns[VERSION_TYPE]?.options?.find(({ value }) => value === query.get(VERSION_TYPE));
    const rows = version === undefined ? all : all?.filter((row) => row[VERSION_TYPE] === version.value);
    const failure = isShown ? failureOfTab(state, at) : null;
    const root = rootOf(user);
    // Other records are shown as in their lists.
    const linkOf = linksFrom(user, RECORD_LISTS[at.kind][0], persistentQuery);
    return {
      label,
      noun,
      empty:
        at.recruiterId === null
          ? empty
          : 'This recruiter has no candidate here. The tab above shows the candidates of all recruiters.',
      note:
        version !== undefined
          ? `Only its ${version.label} version. The tab above shows all of them.`
          : at.recruiterId !== null
            ? `Only candidates of ${String(rows?.[0]?.['recruiter'] ?? 'one recruiter')}. The tab above shows all of them.`
            : note,
      sumId,
      columns: shown,
      rows: rows ?? null,
      hrefOf: (row: ListRow, column: string): string | null =>
        own?.column === column
          ? recordAddress(user, root, { kind: own.kind, id: row.id }, persistentQuery)
          : OWN_COLUMNS[RECORD_LISTS[at.kind][0]]?.[column] !== undefined
            ? null
            : linkOf(column, row),
      error: failure === null ? null : failureText(failure),
    };
  },
);

export interface TimelineItem extends EventText {
  readonly id: string;
  readonly href: string | null;
}

/** The timeline of the tab, newest first; null on other tabs. */
export const selectTimeline = createSelector(
  [selectRecordAt, selectRecords, selectUser, selectPersistentQuery],
  (at, state, user, persistentQuery) => {
    if (at === null || user === null || at.tab.tab.show !== 'timeline') return null;
    const isShown = state?.shown?.kind === at.kind && state.shown.id === at.id;
    const timeline = isShown ? state.timeline : null;
    const failure = isShown ? failureOfTab(state, at) : null;
    const zoneOfRow = isShown ? state.page?.row['zone'] : undefined;
    const zone = typeof zoneOfRow === 'string' ? zoneOfRow : undefined;
    const root = rootOf(user);
    return {
      items:
        timeline === null
          ? null
          : timeline.events.map((event): TimelineItem => ({
              id: event.id,
              ...eventText(event, zone),
              href:
                event.subject === null
                  ? null
                  : recordAddress(user, root, { kind: event.kind, id: event.recordId }, persistentQuery),
            })),
      hasOlder: timeline?.next != null,
      loading: timeline?.loading ?? false,
      error: failure === null ? null : failureText(failure),
    };
  },
);

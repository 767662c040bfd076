/** The record at the address and its tabs, of which some are lists. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { lists } from '../../../contract/lists/catalog';
import { visibleTo, type ListDefinition } from '../../../contract/lists/list';
import { records } from '../../../contract/records/catalog';
import { isUuid } from '../../../contract/base/uuid';
import type { RecordKind } from '../../../contract/records/kinds';
import { RECRUITER_PARAM, TAB_PARAM, type RecordDefinition, type RecordTab } from '../../../contract/records/record';
import { selectQuery, selectResolution } from '../../navigation/location/location.selectors';
import { RECORD_PARAM } from '../../navigation/routes/records.sections';
import { selectUser } from '../../session/session.selectors';

export interface NamedTab {
  readonly name: string;
  readonly tab: RecordTab;
}

export interface RecordAt {
  readonly kind: RecordKind;
  readonly id: string;
  readonly definition: RecordDefinition;
  /** Those that the user may see. */
  readonly tabs: readonly NamedTab[];
  /** The one at the address, otherwise the first. */
  readonly tab: NamedTab;
  /** The recruiter whose candidates the tab shows; null for all. */
  readonly recruiterId: string | null;
}

/** Identifies what the tab shows. */
export const tabKey = ({ tab, recruiterId }: RecordAt): string =>
  recruiterId === null ? tab.name : `${tab.name} of ${recruiterId}`;

/** The record at the address; null on other pages. */
export const selectRecordAt = createSelector(
  [selectResolution, selectUser, selectQuery],
  (resolution, user, query): RecordAt | null => {
    if (user === null || resolution.kind !== 'screen' || resolution.route.record === undefined) return null;
    const kind = resolution.route.record;
    const definition: RecordDefinition = records[kind];
    const tabs = Object.entries(definition.tabs).flatMap(([name, tab]) => (isFor(user, tab) ? [{ name, tab }] : []));
    const tab = tabs.find(({ name }) => name === query.get(TAB_PARAM)) ?? tabs.find(isFlagged(query)) ?? tabs[0];
    if (tab === undefined) return null;
    const id = (resolution.params[RECORD_PARAM] ?? '').toLowerCase();
    const recruiter = query.get(RECRUITER_PARAM) ?? '';
    const recruiterId = 'byRecruiter' in tab.tab && isUuid(recruiter) ? recruiter.toLowerCase() : null;
    return { kind, id, definition, tabs, tab, recruiterId };
  },
);

const isFlagged =
  (query: URLSearchParams) =>
  ({ tab }: NamedTab): boolean =>
    tab.show === 'table' && tab.flag !== undefined && query.get(tab.flag) === 'true';

/** Lists are tabs only for users who may see them. */
function isFor({ organizationType, permissions }: UserInfo, tab: RecordTab): boolean {
  if (tab.show === 'chat') return organizationType !== 'CLIENT' && permissions.includes('MENU_CANDIDATE');
  const list = tab.show === 'list' ? tab.list : tab.show === 'table' ? tab.of : undefined;
  if (list === undefined) return true;
  const { anyOf, hiddenFrom, filters }: ListDefinition = lists[list];
  const filter = tab.show === 'list' ? filters[tab.filter] : undefined;
  return (
    hiddenFrom?.includes(organizationType) !== true &&
    (anyOf.length === 0 || anyOf.some((permission) => permissions.includes(permission))) &&
    (tab.show !== 'list' || (filter !== undefined && visibleTo(organizationType)(filter)))
  );
}

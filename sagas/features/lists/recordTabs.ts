/** The record at the address and its tabs, of which some are lists. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../../contract/identity/access.endpoints';
import { lists } from '../../../contract/lists/catalog';
import { visibleTo, type ListDefinition } from '../../../contract/lists/list';
import { records } from '../../../contract/records/catalog';
import type { RecordKind } from '../../../contract/records/kinds';
import { TAB_PARAM, type RecordDefinition, type RecordTab } from '../../../contract/records/record';
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
  /** Those that this user may see. */
  readonly tabs: readonly NamedTab[];
  /** The one at the address, otherwise the first. */
  readonly tab: NamedTab;
}

/** The record at the address; null on other pages. */
export const selectRecordAt = createSelector(
  [selectResolution, selectUser, selectQuery],
  (resolution, user, query): RecordAt | null => {
    if (user === null || resolution.kind !== 'screen' || resolution.route.record === undefined) return null;
    const kind = resolution.route.record;
    const definition: RecordDefinition = records[kind];
    const tabs = Object.entries(definition.tabs).flatMap(([name, tab]) => (isFor(user, tab) ? [{ name, tab }] : []));
    const tab = tabs.find(({ name }) => name === query.get(TAB_PARAM)) ?? tabs[0];
    const id = (resolution.params[RECORD_PARAM] ?? '').toLowerCase();
    return tab === undefined ? null : { kind, id, definition, tabs, tab };
  },
);

/** Lists are tabs of those who may see them. */
function isFor({ organizationType, permissions }: UserInfo, tab: RecordTab): boolean {
  if (tab.show !== 'list') return true;
  const { anyOf, hiddenFrom, filters }: ListDefinition = lists[tab.list];
  const filter = filters[tab.filter];
  return (
    hiddenFrom?.includes(organizationType) !== true &&
    (anyOf.length === 0 || anyOf.some((permission) => permissions.includes(permission))) &&
    filter !== undefined &&
    visibleTo(organizationType)(filter)
  );
}

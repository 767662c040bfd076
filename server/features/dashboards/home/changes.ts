/** What entered and left the figures of the home dashboard since the caller last looked. */
import { sql } from 'kysely';
import type { Permission } from '../../../../contract/base/permissions';
import { showsChange, VISIT_PAUSE_MINUTES } from '../../../../contract/dashboards/visit.endpoints';
import { drillTarget, periodOfFigure, type DrillContext } from '../../../../contract/dashboards/drill';
import { translateFilters, type ListFilters } from '../../../../contract/dashboards/filter';
import {
  COMPLIANCE_VIEW_PERMISSION,
  WIDGETS,
  WIDGET_PERMISSIONS,
  codesFor,
  type Widget,
  type WidgetCode,
} from '../../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../../contract/endpoints';
import { CHANGE_DAYS, type ListName } from '../../../../contract/lists/list';
import type { Queries, Scope } from '../../../database';
import { changedIds, recordsAsOf, wholeListOf, withChanges } from '../../lists/changes';
import { listTable, listWhere, sourceOf } from '../../lists/engine';
import type { DashboardQuery } from '../query';

/**
 * Records a visit of the caller. A visit ends after a pause without views. Changes are counted from the end of the
 * previous visit, or from now if `seen`. Null at the first visit.
 */
export async function recordVisit(
  queries: Queries,
  { userId, organizationId }: Scope,
  seen: boolean,
): Promise<Date | null> {
  const { rows } = await sql<{ since: Date; isFirst: boolean }>`
    insert into dashboard_visits as l (user_id, organization_id, since, seen_at)
    -- One reading of the clock: the first visit is known by the same time in both.
    select ${userId}::uuid, ${organizationId}::uuid, at, at from (select clock_timestamp() as at) as visit
    on conflict (user_id) do update set
      since = case
        when ${seen}::boolean then excluded.seen_at
        when l.seen_at < excluded.seen_at - make_interval(mins => ${VISIT_PAUSE_MINUTES}::integer) then l.seen_at
        else l.since end,
      seen_at = excluded.seen_at
    returning greatest(since, now() - make_interval(days => ${CHANGE_DAYS}::integer)) as since,
      since = seen_at as "isFirst"`.execute(queries);
  return rows[0] === undefined || rows[0].isFirst ? null : rows[0].since;
}

interface Figure {
  readonly widget: Widget;
  readonly code: WidgetCode;
  readonly filters: ListFilters;
}

/** The figures that show a change to the caller, by the list they count. */
function figuresOf(
  { scope, filter, period }: DashboardQuery,
  views: Omit<DrillContext, 'type' | 'today'>,
  held: readonly Permission[],
): ReadonlyMap<ListName, readonly Figure[]> {
  const type = scope.organizationType;
  const byList = new Map<ListName, Figure[]>();
  const permitted = WIDGETS.filter((widget) =>
    widget === 'COMPLIANCE'
      ? held.includes(COMPLIANCE_VIEW_PERMISSION[views.complianceView])
      : WIDGET_PERMISSIONS[widget].some((permission) => held.includes(permission)),
  );
  for (const widget of permitted) {
    for (const code of codesFor(widget, type).filter((each) => showsChange(widget, each, type))) {
      const target = drillTarget(widget, code, { ...views, type, today: '' });
      const within = periodOfFigure(widget, code, period);
      const chosen = translateFilters(target.list, filter, within?.period ?? null, type, within?.by).filters;
      const figure = { widget, code, filters: { ...target.fixed, ...target.query, ...chosen } };
      byList.set(target.list, [...(byList.get(target.list) ?? []), figure]);
    }
  }
  return byList;
}

/**
 * Of each figure, the rows that its list shows for `change=entered@...` and `change=left@...`. Each list's records that
 * changed are read twice, as they are and as they were then, and every figure's condition is decided about both.
 */
export async function countChanges(
  query: DashboardQuery,
  since: Date,
  views: Omit<DrillContext, 'type' | 'today'>,
  held: readonly Permission[],
): Promise<ResponseOf<'homeChanges'>['figures']> {
  const { queries, scope, filter } = query;
  const at = since.toISOString();
  const changed: ResponseOf<'homeChanges'>['figures'] = [];
  for (const [list, figures] of figuresOf(query, views, held)) {
    const name = (index: number, of: string) => sql.id(`${of}${index}`);
    const matches = figures.map(
      ({ filters }, index) =>
        sql`(${listWhere(list, { filters, clientId: filter.clientId }, scope)}) is true as ${name(index, 'f')}`,
    );
    const counts = figures.flatMap((_, index) => {
      const [now, then] = [sql`n.${name(index, 'f')}`, sql`coalesce(b.${name(index, 'f')}, false)`];
      return [
        sql`count(*) filter (where ${now} and not ${then}) as ${name(index, 'entered')}`,
        sql`count(*) filter (where ${then} and not ${now}) as ${name(index, 'left')}`,
      ];
    });
    const { rows } = await sql<Record<string, number>>`
      ${withChanges(list, at, scope)}
      select ${sql.join(counts)}
      from (
        select r.id, ${sql.join(matches)} from ${listTable(list)}
        where r.id in (${changedIds}) and ${sourceOf(wholeListOf(list)).visible(scope)}
      ) n
      left join (select r.id, ${sql.join(matches)} from ${recordsAsOf(list)}) b on b.id = n.id`.execute(queries);
    for (const [index, { widget, code }] of figures.entries()) {
      const [entered = 0, left = 0] = ['entered', 'left'].map((of) => rows[0]?.[`${of}${index}`] ?? 0);
      if (entered + left > 0) changed.push({ widget, code, entered, left });
    }
  }
  return changed;
}

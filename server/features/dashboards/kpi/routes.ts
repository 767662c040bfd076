/** Endpoints of the KPI dashboards. Permissions are checked before input, so that errors do not leak information. */
import type { FastifyInstance } from 'fastify';
import type { OrganizationType } from '../../../../contract/base/organizations';
import type { Permission } from '../../../../contract/base/permissions';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  SUPPLIER_KPI_PERMISSION,
  TOP_SUPPLIERS_TILE,
  TOP_SUPPLIER_WIDGETS,
} from '../../../../contract/dashboards/kpiDashboards';
import { LIST_FILTER_OF, choiceFiltersOf, type ChoiceField } from '../../../../contract/dashboards/filter';
import { permissionsOfKpi } from '../../../../contract/dashboards/kpiBreakdown';
import { ApiError } from '../../../base/errors';
import type { Scope } from '../../../database';
import { permissionsOf } from '../../../identity/permissions';
import { sessionScope, type CurrentSession } from '../../../platform/session';
import { dashboardQuery, requireAll, type DashboardQuery, type WidgetFilter } from '../query';
import { kpiFigure } from './breakdown';
import { compareSuppliers } from './comparison';
import { businessAnalysis, facilityKpi, permissionsOfKpiDashboard } from './kpiDashboards';
import { figuresOf, periodsOf } from './kpiValues';
import { scorecards, topSuppliers } from './suppliers';
import { readTargets, saveTarget } from './targets';
import type { Audit } from '../../../platform/audit';
import type { RouteServices } from '../../../platform/http/registry';

interface Call {
  readonly session: CurrentSession;
  readonly body: WidgetFilter;
}
interface Admitted {
  readonly query: DashboardQuery;
  readonly held: readonly Permission[];
}
type Audience = Partial<Record<OrganizationType, readonly Permission[]>>;

/** The permission of a supplier's own scorecard: that of its page. */
const OWN_SCORECARD: Permission = 'SUBMENU_HOME_AGENCY_DASHBOARD';

/** The cards of the KPI dashboards and the figures above their reports. */
interface KpiRouteServices extends RouteServices {
  readonly audit: Audit;
}

/** The calls of the KPI dashboards. Each answers `server.unauthorized` without a permission of its audience. */
export function kpiRoutes(app: FastifyInstance, { endpoints, database, audit }: KpiRouteServices): void {
  /** Admits the organization types in `audience` with any of their permissions. */
  const admit = <T>(
    audience: Audience,
    { session, body }: Call,
    work: (admitted: Admitted) => Promise<T>,
    offers?: typeof offersInLists,
  ): Promise<T> => {
    const anyOf = audience[session.organizationType];
    if (anyOf === undefined) throw new ApiError('server.unauthorized');
    const scope = sessionScope(session);
    return database.reading(scope, async (queries) => {
      const held = scope.userId === null ? [] : await permissionsOf(queries, scope.userId);
      if (!anyOf.some((permission) => held.includes(permission))) throw new ApiError('server.unauthorized');
      return work({ query: dashboardQuery(queries, scope, body, new Date(), offers), held });
    });
  };

  endpoints.register(app, 'businessAnalysis', (call) =>
    admit({ VMS: permissionsOfKpiDashboard(BUSINESS_ANALYSIS) }, call, ({ query, held }) =>
      businessAnalysis(query, call.body, held),
    ),
  );

  const facility = permissionsOfKpiDashboard(FACILITY_KPI);
  endpoints.register(app, 'facilityKpiDashboard', (call) =>
    admit({ VMS: facility, CLIENT: facility }, call, ({ query, held }) => facilityKpi(query, call.body, held)),
  );

  endpoints.register(app, 'supplierKpiBoard', async (call) => {
    const { fetchKpiDashboardData, agencyIds = [], ...form } = call.body;
    const { session } = call;
    const own = session.organizationType === 'AGENCY';
    // A supplier may name only itself: dashboardQuery refuses others.
    const isItself = own && agencyIds.every((id) => id === session.organizationId);
    const body = agencyIds.length === 0 || isItself ? form : { ...form, agencyIds };
    const audience = { VMS: [SUPPLIER_KPI_PERMISSION], AGENCY: [OWN_SCORECARD] };
    const query = await admit(audience, { session, body }, async (admitted) => admitted.query);
    if (fetchKpiDashboardData !== true) return periodsOf(query);
    const only = own ? [session.organizationId] : agencyIds;
    const program = programScope(sessionScope(session));
    return database.reading(program, (queries) =>
      scorecards({ ...query, queries, scope: program, filter: form }, only.length === 0 ? null : only, own),
    );
  });

  endpoints.register(app, 'supplierComparison', async (call) => {
    const { agencyIds, ...form } = call.body;
    const { session } = call;
    const own = session.organizationType === 'AGENCY';
    const isItself = own && agencyIds.every((id) => id === session.organizationId);
    const body = isItself ? form : { ...form, agencyIds };
    const audience = { VMS: [SUPPLIER_KPI_PERMISSION], AGENCY: [OWN_SCORECARD] };
    const { query, targets, canSetTargets } = await admit(audience, { session, body }, async (admitted) => ({
      query: admitted.query,
      targets: await readTargets(admitted.query.queries, agencyIds),
      canSetTargets: !own && admitted.held.includes('DASHBOARD_KPI_TARGETS'),
    }));
    const program = programScope(sessionScope(session));
    const answer = await database.reading(program, (queries) =>
      compareSuppliers({ ...query, queries, scope: program, filter: form }, agencyIds, targets, !own),
    );
    return { ...answer, canSetTargets };
  });

  endpoints.register(app, 'saveKpiTarget', async ({ params: { kpi }, body, session, client }) => {
    const scope = sessionScope(session);
    if (session.organizationType !== 'VMS') throw new ApiError('server.unauthorized');
    await database.withScope(scope, async (queries) => {
      await requireAll(queries, scope, ['DASHBOARD_KPI_TARGETS']);
      await saveTarget(queries, scope, kpi, body, { audit, session, client });
    });
    return { kpi, ...body };
  });

  endpoints.register(app, 'topSuppliers', (call) => {
    const { widget } = call.params;
    const { session } = call;
    const { minimumVolume, fetchKpiDashboardData: _sent, ...body } = call.body;
    return admit({ VMS: [TOP_SUPPLIER_WIDGETS[widget].permission] }, { session, body }, ({ query }) =>
      topSuppliers(query, widget, minimumVolume),
    );
  });
  endpoints.register(app, 'kpiFigure', (call) => {
    const { by, ...body } = call.body;
    const { kpi } = call.params;
    const anyOf = permissionsOfKpi(kpi);
    return admit(
      { VMS: anyOf, CLIENT: anyOf, AGENCY: anyOf },
      { session: call.session, body },
      ({ query }) => kpiFigure(query, kpi, by),
      offersInLists,
    );
  });
  endpoints.register(app, 'topSuppliersTimeToFill', (call) =>
    admit({ VMS: [TOP_SUPPLIERS_TILE.permission] }, call, async ({ query }) => {
      const { TIME_TO_FILL: figure } = await figuresOf(query, ['TIME_TO_FILL']);
      if (figure === undefined) throw new Error('TIME_TO_FILL was not computed.');
      return { ...periodsOf(query), figure };
    }),
  );
}

/** A report can be filtered by all that its rows show; its figure takes the same. */
const offersInLists = (field: ChoiceField, type: OrganizationType): boolean =>
  choiceFiltersOf('submittalReport', type).includes(LIST_FILTER_OF[field]);

/**
 * Sees all suppliers, which a ranking needs. Only for scorecards, whose answer contains no other supplier's figures.
 */
const programScope = ({ tenantId, userId, lastWrite }: Scope): Scope => ({
  ...(lastWrite !== undefined && { lastWrite }),
  organizationId: tenantId,
  organizationType: 'VMS',
  tenantId,
  userId,
});

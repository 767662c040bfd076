/** The numbers of the KPI dashboards. Who may ask is decided before what is asked is looked at, so that a refusal tells nothing. */
import type { FastifyInstance } from 'fastify';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  SUPPLIER_KPI_PERMISSION,
  TOP_SUPPLIER_WIDGETS,
  TOP_SUPPLIERS_TILE,
} from '../../contract/dashboard/kpi';
import type { OrganizationType, Permission } from '../../contract';
import { sessionScope, type SessionStanding } from '../access/lookups';
import { permissionsOf } from '../access/permissions';
import { askedFor, type Asked, type WidgetFilter } from '../dashboards/asked';
import { businessAnalysis, facilityKpi, permissionsOfBoard } from '../dashboards/kpi/boards';
import { figuresOf, periodsOf } from '../dashboards/kpi/figures';
import { scorecards, topSuppliers } from '../dashboards/kpi/suppliers';
import type { Scope } from '../database';
import { ApiError } from '../http/errors';
import type { Services } from '../services';

interface Call {
  readonly session: SessionStanding;
  readonly body: WidgetFilter;
}
interface Admitted {
  readonly asked: Asked;
  readonly held: readonly Permission[];
  readonly now: Date;
}
type Audience = Partial<Record<OrganizationType, readonly Permission[]>>;

/** What a supplier's own scorecard stands behind: the page it is on. */
const OWN_SCORECARD: Permission = 'SUBMENU_HOME_AGENCY_DASHBOARD';

export function kpiRoutes(app: FastifyInstance, { endpoints, database }: Services): void {
  /** For these kinds of organisation, and who of them holds any of these permissions. */
  const admit = <T>(
    audience: Audience,
    { session, body }: Call,
    work: (admitted: Admitted) => Promise<T>,
  ): Promise<T> => {
    const anyOf = audience[session.organizationType];
    if (anyOf === undefined) throw new ApiError('server.unauthorized');
    const scope = sessionScope(session);
    return database.withScope(scope, async (queries) => {
      const held = scope.userId === null ? [] : await permissionsOf(queries, scope.userId);
      if (!anyOf.some((permission) => held.includes(permission))) throw new ApiError('server.unauthorized');
      const now = new Date();
      return work({ asked: askedFor(queries, scope, body, now), held, now });
    });
  };

  endpoints.register(app, 'businessAnalysis', (call) =>
    admit({ VMS: permissionsOfBoard(BUSINESS_ANALYSIS) }, call, ({ asked, held, now }) =>
      businessAnalysis(asked, call.body, held, now),
    ),
  );

  const facility = permissionsOfBoard(FACILITY_KPI);
  endpoints.register(app, 'facilityKpiDashboard', (call) =>
    admit({ VMS: facility, CLIENT: facility }, call, ({ asked, held, now }) =>
      facilityKpi(asked, call.body, held, now),
    ),
  );

  endpoints.register(app, 'supplierKpiBoard', async (call) => {
    const { fetchKpiDashboardData, ...body } = call.body;
    const { session } = call;
    const own = session.organizationType === 'AGENCY';
    const audience = { VMS: [SUPPLIER_KPI_PERMISSION], AGENCY: [OWN_SCORECARD] };
    const asked = await admit(audience, { session, body }, async (admitted) => admitted.asked);
    if (fetchKpiDashboardData !== true) return periodsOf(asked);
    const only = own ? [session.organizationId] : (body.agencyIds ?? []);
    const { agencyIds: _chosen, ...filter } = body;
    const programme = programmeScope(sessionScope(session));
    return database.withScope(programme, (queries) =>
      scorecards({ ...asked, queries, scope: programme, filter }, only.length === 0 ? null : only, own),
    );
  });

  endpoints.register(app, 'topSuppliers', (call) => {
    const { widget } = call.params;
    return admit({ VMS: [TOP_SUPPLIER_WIDGETS[widget].permission] }, call, ({ asked }) => topSuppliers(asked, widget));
  });
  endpoints.register(app, 'topSuppliersTimeToFill', (call) =>
    admit({ VMS: [TOP_SUPPLIERS_TILE.permission] }, call, async ({ asked }) => {
      const { TIME_TO_FILL: figure } = await figuresOf(asked, ['TIME_TO_FILL']);
      if (figure === undefined) throw new Error('TIME_TO_FILL was not reckoned.');
      return { ...periodsOf(asked), figure };
    }),
  );
}

/** Sees every supplier, which a rank needs: used for scorecards alone, whose answer holds nobody else's figures. */
const programmeScope = ({ tenantId, userId }: Scope): Scope => ({
  organizationId: tenantId,
  organizationType: 'VMS',
  tenantId,
  userId,
});

/**
 * Endpoints of the home dashboard's cards; `agency...` calls are for suppliers, those of the facility service for
 * everyone else.
 */
import type { FastifyInstance } from 'fastify';
import type { Permission } from '../../../../contract/base/permissions';
import { COMPLIANCE_VIEW_PERMISSION, WIDGET_PERMISSIONS } from '../../../../contract/dashboards/widgets';
import { ApiError } from '../../../base/errors';
import { permissionsOf } from '../../../identity/permissions';
import { sessionScope, type CurrentSession } from '../../../platform/session';
import { dashboardQuery, requireAll, type DashboardQuery, type WidgetFilter } from '../query';
import { assignmentsWidget, upcomingAssignments } from './assignments.card';
import { complianceWidget } from './compliance.card';
import { countChanges, recordVisit } from './changes';
import { needsYou } from './needsYou';
import { invoiceWidget } from './invoice.card';
import { jobTypes, jobsWidget } from './jobs.card';
import { submissionsWidget } from './submissions.card';
import { timesheetWidget, viewFor } from './timesheet.card';
import type { RouteServices } from '../../../platform/http/registry';

type Audience = 'everybody' | 'suppliers' | 'others';

interface Call {
  readonly session: CurrentSession;
  readonly body: WidgetFilter;
}

const ACTIVE = COMPLIANCE_VIEW_PERMISSION.ACTIVE;
const BOOKED = COMPLIANCE_VIEW_PERMISSION.BOOKED;

/** The cards of the home dashboard and their preferences. */
export function homeDashboardRoutes(app: FastifyInstance, { endpoints, database }: RouteServices): void {
  /** Checks audience, permissions and input in this order, so that errors do not leak information. */
  const card =
    (audience: Audience, permissions: readonly Permission[]) =>
    <T>({ session, body }: Call, work: (query: DashboardQuery) => Promise<T>): Promise<T> => {
      const isSupplier = session.organizationType === 'AGENCY';
      if (audience !== 'everybody' && isSupplier !== (audience === 'suppliers')) {
        throw new ApiError('server.unauthorized');
      }
      const scope = sessionScope(session);
      return database.reading(scope, async (queries) => {
        await requireAll(queries, scope, permissions);
        return work(dashboardQuery(queries, scope, body, new Date()));
      });
    };

  const submissions = WIDGET_PERMISSIONS.SUBMISSIONS;
  endpoints.register(app, 'submissionsWidget', (call) => card('others', submissions)(call, submissionsWidget));
  endpoints.register(app, 'agencySubmissionsWidget', (call) => card('suppliers', submissions)(call, submissionsWidget));

  const jobs = WIDGET_PERMISSIONS.JOBS;
  endpoints.register(app, 'jobsWidget', ({ session, body: { notificationDate, ...body } }) =>
    card('others', jobs)({ session, body }, (query) => jobsWidget(query, notificationDate)),
  );
  endpoints.register(app, 'agencyJobsWidget', ({ session, body: { notificationDate, ...body } }) =>
    card('suppliers', jobs)({ session, body }, (query) => jobsWidget(query, notificationDate)),
  );
  endpoints.register(app, 'agencyJobTypes', (call) => card('suppliers', jobs)(call, jobTypes));

  endpoints.register(app, 'activeComplianceWidget', (call) =>
    card('everybody', [ACTIVE])(call, (query) => complianceWidget(query, ['ACTIVE'])),
  );
  endpoints.register(app, 'bookedComplianceWidget', (call) =>
    card('everybody', [BOOKED])(call, (query) => complianceWidget(query, ['BOOKED'])),
  );
  endpoints.register(app, 'agencyComplianceStats', (call) =>
    card('suppliers', [ACTIVE, BOOKED])(call, (query) => complianceWidget(query, ['ACTIVE', 'BOOKED'])),
  );

  const assignments = WIDGET_PERMISSIONS.ASSIGNMENTS;
  endpoints.register(app, 'assignmentsWidget', (call) => card('everybody', assignments)(call, assignmentsWidget));
  endpoints.register(app, 'agencyAssignmentsWidget', (call) => card('suppliers', assignments)(call, assignmentsWidget));
  endpoints.register(app, 'upcomingAssignments', (call) => card('everybody', assignments)(call, upcomingAssignments));

  endpoints.register(app, 'timesheetWidget', ({ session, body: { agencyToggle, clientToggle, ...body } }) =>
    card('everybody', WIDGET_PERMISSIONS.TIMESHEET)({ session, body }, (query) =>
      timesheetWidget(query, viewFor(session.organizationType, { agencyToggle, clientToggle })),
    ),
  );
  endpoints.register(app, 'needsYou', ({ session, body }) => {
    const scope = sessionScope(session);
    return database.reading(scope, async (queries) =>
      needsYou(dashboardQuery(queries, scope, body, new Date()), await permissionsOf(queries, session.userId)),
    );
  });
  endpoints.register(
    app,
    'homeChanges',
    async ({ session, body: { complianceView, timesheetView, seen = false, ...filter } }) => {
      const scope = sessionScope(session);
      const now = new Date();
      const since = await database.withScope(scope, (queries) => {
        // An invalid request is refused before the visit is recorded.
        dashboardQuery(queries, scope, filter, now);
        return recordVisit(queries, scope, seen);
      });
      if (since === null) return { since: null, figures: [] };
      return database.reading(scope, async (queries) => {
        const query = dashboardQuery(queries, scope, filter, now);
        const views = {
          complianceView,
          timesheetView: viewFor(scope.organizationType, { clientToggle: timesheetView === 'facility' }),
        };
        const figures = await countChanges(query, since, views, await permissionsOf(queries, session.userId));
        return { since: since.toISOString(), figures };
      });
    },
  );
  endpoints.register(app, 'invoiceWidget', (call) =>
    card('everybody', WIDGET_PERMISSIONS.INVOICE)(call, invoiceWidget),
  );
}

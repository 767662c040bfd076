/** The numbers of the home dashboard's cards; `agency...` are a supplier's own calls, the facility service's everybody else's. */
import type { FastifyInstance } from 'fastify';
import { COMPLIANCE_VIEW_PERMISSION, WIDGET_PERMISSIONS } from '../../contract/dashboard';
import type { Permission } from '../../contract';
import { sessionScope, type SessionStanding } from '../access/lookups';
import { askedFor, requireAll, type Asked, type WidgetFilter } from '../dashboards/asked';
import { assignmentsWidget, upcomingAssignments } from '../dashboards/widgets/assignments';
import { complianceWidget } from '../dashboards/widgets/compliance';
import { invoiceWidget } from '../dashboards/widgets/invoice';
import { jobsWidget, jobTypes } from '../dashboards/widgets/jobs';
import { submissionsWidget } from '../dashboards/widgets/submissions';
import { timesheetWidget, viewFor } from '../dashboards/widgets/timesheet';
import { ApiError } from '../http/errors';
import type { Services } from '../services';

type Audience = 'everybody' | 'suppliers' | 'others';

interface Call {
  readonly session: SessionStanding;
  readonly body: WidgetFilter;
}

const ACTIVE = COMPLIANCE_VIEW_PERMISSION.ACTIVE;
const BOOKED = COMPLIANCE_VIEW_PERMISSION.BOOKED;

export function homeDashboardRoutes(app: FastifyInstance, { endpoints, database }: Services): void {
  /** Whose card it is, what they hold, what they ask: in this order, so that a refusal tells nothing. */
  const card =
    (audience: Audience, permissions: readonly Permission[]) =>
    <T>({ session, body }: Call, work: (asked: Asked, now: Date) => Promise<T>): Promise<T> => {
      const isSupplier = session.organizationType === 'AGENCY';
      if (audience !== 'everybody' && isSupplier !== (audience === 'suppliers')) {
        throw new ApiError('server.unauthorized');
      }
      const scope = sessionScope(session);
      return database.withScope(scope, async (queries) => {
        await requireAll(queries, scope, permissions);
        const now = new Date();
        return work(askedFor(queries, scope, body, now), now);
      });
    };

  const submissions = WIDGET_PERMISSIONS.SUBMISSIONS;
  endpoints.register(app, 'submissionsWidget', (call) => card('others', submissions)(call, submissionsWidget));
  endpoints.register(app, 'agencySubmissionsWidget', (call) => card('suppliers', submissions)(call, submissionsWidget));

  const jobs = WIDGET_PERMISSIONS.JOBS;
  endpoints.register(app, 'jobsWidget', ({ session, body: { notificationDate, ...body } }) =>
    card('others', jobs)({ session, body }, (asked) => jobsWidget(asked, notificationDate)),
  );
  endpoints.register(app, 'agencyJobsWidget', ({ session, body: { notificationDate, ...body } }) =>
    card('suppliers', jobs)({ session, body }, (asked) => jobsWidget(asked, notificationDate)),
  );
  endpoints.register(app, 'agencyJobTypes', (call) => card('suppliers', jobs)(call, jobTypes));

  endpoints.register(app, 'activeComplianceWidget', (call) =>
    card('everybody', [ACTIVE])(call, (asked) => complianceWidget(asked, ['ACTIVE'])),
  );
  endpoints.register(app, 'bookedComplianceWidget', (call) =>
    card('everybody', [BOOKED])(call, (asked) => complianceWidget(asked, ['BOOKED'])),
  );
  endpoints.register(app, 'agencyComplianceStats', (call) =>
    card('suppliers', [ACTIVE, BOOKED])(call, (asked) => complianceWidget(asked, ['ACTIVE', 'BOOKED'])),
  );

  const assignments = WIDGET_PERMISSIONS.ASSIGNMENTS;
  endpoints.register(app, 'assignmentsWidget', (call) => card('everybody', assignments)(call, assignmentsWidget));
  endpoints.register(app, 'agencyAssignmentsWidget', (call) => card('suppliers', assignments)(call, assignmentsWidget));
  endpoints.register(app, 'upcomingAssignments', (call) => card('everybody', assignments)(call, upcomingAssignments));

  endpoints.register(app, 'timesheetWidget', ({ session, body: { agencyToggle, clientToggle, ...body } }) =>
    card('everybody', WIDGET_PERMISSIONS.TIMESHEET)({ session, body }, (asked) =>
      timesheetWidget(asked, viewFor(session.organizationType, { agencyToggle, clientToggle })),
    ),
  );
  endpoints.register(app, 'invoiceWidget', (call) =>
    card('everybody', WIDGET_PERMISSIONS.INVOICE)(call, invoiceWidget),
  );
}

/** The numbers of the KPI dashboards. */
import type { FastifyInstance } from 'fastify';
import { previousPeriod, rollingMonths } from '../../contract/dashboard/kpi';
import type { OrganizationType } from '../../contract';
import { periodOf } from '../dashboards/period';
import { ApiError } from '../http/errors';
import type { Services } from '../services';

export function kpiRoutes(app: FastifyInstance, { endpoints }: Services): void {
  const periods = (
    type: OrganizationType,
    allowed: readonly OrganizationType[],
    body: Parameters<typeof periodOf>[0],
  ) => {
    if (!allowed.includes(type)) throw new ApiError('server.unauthorized');
    const period = periodOf(body, new Date());
    return { period, previousPeriod: previousPeriod(period) };
  };
  const months = () => [...rollingMonths(new Date().toISOString().slice(0, 10))];

  endpoints.register(app, 'businessAnalysis', async ({ session, body }) => ({
    vmsName: '',
    ...periods(session.organizationType, ['VMS'], body),
    months: months(),
    figures: {},
  }));
  endpoints.register(app, 'facilityKpiDashboard', async ({ session, body }) => ({
    ...periods(session.organizationType, ['VMS', 'CLIENT'], body),
    months: months(),
    figures: {},
  }));
  endpoints.register(app, 'supplierKpiBoard', async ({ session, body }) =>
    periods(session.organizationType, ['VMS', 'AGENCY'], body),
  );
  for (const call of ['topSuppliers', 'topSuppliersTimeToFill'] as const) {
    endpoints.register(app, call, async () => {
      throw new ApiError('service.unavailable');
    });
  }
}

/** Targets of KPIs. They are read with the scorecards that are measured by them. */
import type { Endpoint } from '../base/endpoint';
import { KPI_CODES } from './kpis';

const target = {
  type: ['number', 'null'],
  minimum: 0,
  maximum: 1e12,
  description:
    'In the unit of the KPI: percent up to 100, days, cents; counts and sums are for one month. Null removes it.',
} as const;
const agencyId = {
  type: 'string',
  format: 'uuid',
  description: "A supplier's own target; without it that of all suppliers that have none.",
} as const;

export const kpiTargetEndpoints = {
  saveKpiTarget: {
    method: 'PUT',
    path: '/api-job/v1/dashboard/kpitargets/{kpi}',
    summary: 'Sets or removes the target of a KPI. For managing organizations, with DASHBOARD_KPI_TARGETS.',
    auth: 'bearer',
    params: {
      type: 'object',
      required: ['kpi'],
      properties: { kpi: { type: 'string', enum: KPI_CODES } },
      additionalProperties: false,
    },
    body: {
      title: 'KpiTarget',
      type: 'object',
      required: ['target'],
      properties: { agencyId, target },
      additionalProperties: false,
    },
    response: {
      title: 'SavedKpiTarget',
      type: 'object',
      required: ['kpi', 'target'],
      properties: { kpi: { type: 'string', enum: KPI_CODES }, agencyId, target },
      additionalProperties: false,
    },
    errors: ['server.unauthorized', 'not.found'],
  },
} as const satisfies Record<string, Endpoint>;

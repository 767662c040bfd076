/** What a KPI can be broken down by, and who may request a single KPI. */
import type { OrganizationType } from '../base/organizations';
import type { Permission } from '../base/permissions';
import type { ChoiceField } from './filter';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  SUPPLIER_CARDS,
  SUPPLIER_KPI_PERMISSION,
  TOP_SUPPLIERS_TILE,
  TOP_SUPPLIER_WIDGETS,
} from './kpiDashboards';
import { REPORT_PAGES } from './kpiReports';
import { kpi, type Kpi } from './kpis';

export const BREAKDOWNS = ['facility', 'department', 'specialty', 'supplier'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** The dashboard filter that has one group's id, so that its number leads to its rows. */
export const BREAKDOWN_FIELD = {
  facility: 'clientIds',
  department: 'departmentIds',
  specialty: 'specialtyIds',
  supplier: 'agencyIds',
} as const satisfies Record<Breakdown, ChoiceField>;

/** A facility sees a single facility, a supplier a single supplier, and owners see no KPIs. */
const MEANINGLESS: Readonly<Record<OrganizationType, readonly Breakdown[]>> = {
  VMS: [],
  CLIENT: ['facility'],
  AGENCY: ['supplier'],
  OWNER: BREAKDOWNS,
};

/** What organizations of this type may break KPIs down by. */
export const breakdownsFor = (type: OrganizationType): readonly Breakdown[] =>
  BREAKDOWNS.filter((by) => !MEANINGLESS[type].includes(by));

/** Whether a row is in several parts: a job belongs to every supplier that submitted candidates to it, or to none. */
export const partsOverlap = (code: Kpi, by: Breakdown): boolean =>
  by === 'supplier' && [...kpi(code).of, ...(kpi(code).among ?? [])].some(({ list }) => list === 'jobsReport');

/** Any of these shows the KPI: its report, or a card that has it. */
export function permissionsOfKpi(code: Kpi): readonly Permission[] {
  const dashboards = [...Object.values(BUSINESS_ANALYSIS), ...Object.values(FACILITY_KPI)];
  const ofDashboards = dashboards.filter(({ kpis }) => (kpis as readonly Kpi[]).includes(code));
  const rankings = [...Object.values(TOP_SUPPLIER_WIDGETS), TOP_SUPPLIERS_TILE].filter(({ kpi: of }) => of === code);
  const isOnScorecard = (Object.values(SUPPLIER_CARDS) as readonly Kpi[]).includes(code);
  return [
    ...new Set([
      ...REPORT_PAGES[kpi(code).opens.list].anyOf,
      ...[...ofDashboards, ...rankings].map(({ permission }) => permission),
      ...(isOnScorecard ? ([SUPPLIER_KPI_PERMISSION, 'SUBMENU_HOME_AGENCY_DASHBOARD'] as const) : []),
    ]),
  ];
}

/** The KPI dashboards, apart from the home dashboard, which loads without them. */
export * from './kpiBoards';
export * from './kpiReports';
export * from './kpiRules';
export * from './kpis';
export * from './kpiTarget';
export * from './months';

export { MissingPage } from './MissingPage';
export { NotOfferedPage } from './NotOfferedPage';
export { ReportsPage } from './ReportsPage';
export { UnauthorizedPage } from './UnauthorizedPage';

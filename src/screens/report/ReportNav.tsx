import { Link } from 'react-router';
import { selectReportsBeside } from '../../../sagas/shell/reports.selectors';
import { useAppSelector } from '../../app/state';
import '../../ui/theme/adminNav.css';

/** The reports of the same group. One alone needs no way to others. */
export function ReportNav() {
  const reports = useAppSelector(selectReportsBeside);
  if (reports.length < 2) return null;
  return (
    <nav className="admin-nav" aria-label="Reports of this group">
      <ul>
        {reports.map(({ label, to, current }) => (
          <li key={to}>
            <Link to={to} aria-current={current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { selectReportsBeside } from '../../../sagas/shell/reports.selectors';
import { selectMenu, selectPathname, selectRoute } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { NotePage } from './NotePage';
import { Link } from '../../ui/Link';

/** The reports that this person may open. */
export function ReportsPage() {
  const route = useAppSelector(selectRoute);
  const here = useAppSelector(selectPathname);
  const beside = useAppSelector(selectReportsBeside).filter(({ current }) => !current);
  const group = useAppSelector(selectMenu).find(({ label }) => label === 'Reports');
  const reports = group && 'entries' in group ? group.entries.filter((entry) => 'to' in entry) : [];
  const others = [...beside, ...reports.filter(({ to }) => to.split('?', 1)[0] !== here)];
  return (
    <NotePage title={route?.title ?? ''}>
      {others.length === 0 ? (
        <p>No other report is open to you. Ask the administrator of your organization for the reports you need.</p>
      ) : (
        <>
          <p>Choose a report:</p>
          <ul className="link-grid">
            {others.map(({ label, to }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </NotePage>
  );
}

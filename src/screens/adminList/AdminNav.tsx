import { Link } from 'react-router';
import { selectAdminSections } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import '../../ui/theme/adminNav.css';

/** What there is to look after. One section alone needs no way to others. */
export function AdminNav() {
  const sections = useAppSelector(selectAdminSections);
  if (sections.length < 2) return null;
  return (
    <nav className="admin-nav" aria-label="Administration">
      <ul>
        {sections.map(({ label, to, current }) => (
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

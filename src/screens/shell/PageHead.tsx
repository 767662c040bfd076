import { selectBreadcrumb } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { ClientChooser } from './ClientChooser';
import { Link } from '../../ui/Link';

/** The way here, and what the pages are narrowed down to. */
export function PageHead() {
  const crumbs = useAppSelector(selectBreadcrumb);
  return (
    <div className="page-head">
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumb">
          <ol className="breadcrumb">
            {crumbs.map(({ label, to }, index) => (
              <li key={`${index}-${label}`}>
                {to === null ? (
                  <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{label}</span>
                ) : (
                  <Link to={to}>{label}</Link>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <ClientChooser />
    </div>
  );
}

import { useEffect, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { selectLanding, selectPathname, selectRoute } from '../../../sagas/navigation/location/location.selectors';
import { pageNamed } from '../../../sagas/navigation/location/location.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import type { IconName } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { PageNote } from '../../ui/PageNote';
import { selectSiblingReports } from '../../../sagas/navigation/menus/siblingReports.selectors';
import { selectMenu } from '../../../sagas/navigation/menus/menus.selectors';

interface NotePageProps {
  readonly title: string;
  /** The icon of the picture; absent on a page with a choice. */
  readonly mark?: IconName;
  readonly children: ReactNode;
}

/** A page with a short note and a link home. */
function NotePage({ title, mark, children }: NotePageProps) {
  const home = <Link to={useAppSelector(selectLanding)}>Go to your home page</Link>;
  if (mark !== undefined)
    return (
      <PageNote mark={mark} title={title} actions={home}>
        {children}
      </PageNote>
    );
  return (
    <div className="page-note">
      <h1>{title}</h1>
      {children}
      <p className="page-actions">{home}</p>
    </div>
  );
}

/** Names a page that has no route to do so. */
function usePageName(name: string): void {
  const dispatch = useDispatch();
  const pathname = useAppSelector(selectPathname);
  useEffect(() => {
    if (pathname !== null) dispatch(pageNamed({ pathname, name }));
  }, [dispatch, pathname, name]);
}

/** For an address without a route. */
export function MissingPage() {
  usePageName('Page not found');
  return (
    <NotePage title="Page not found" mark="search">
      <p>There is no page at this address: it may have been moved, or a letter may be missing in the link.</p>
    </NotePage>
  );
}

/** A page that is not available here; its route names what to do instead. */
export function NotOfferedPage() {
  const route = useAppSelector(selectRoute);
  return (
    <NotePage title={route?.title ?? ''} mark="info">
      <p>{route?.note}</p>
    </NotePage>
  );
}

/** For a page that exists but needs a permission the user lacks. */
export function UnauthorizedPage() {
  usePageName('Unauthorized access');
  return (
    <NotePage title="Unauthorized access." mark="lock">
      <p>
        This page is not open to you: ask the administrator of your organization for the permission, or write to the
        support contact below.
      </p>
    </NotePage>
  );
}

/** The reports that this person may open. */
export function ReportsPage() {
  const route = useAppSelector(selectRoute);
  const here = useAppSelector(selectPathname);
  const beside = useAppSelector(selectSiblingReports).filter(({ current }) => !current);
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

import { selectUser } from '../../../../sagas/session/signIn/signIn.selectors';
import type { MenuEntry, MenuLink } from '../../../../sagas/navigation/menus/menus';
import { selectPathname } from '../../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import '../../../ui/theme/home.css';
import { typeText } from './userText';
import { Link } from '../../../ui/Link';
import { selectAdminSections } from '../../../../sagas/navigation/menus/siblingReports.selectors';
import { selectMenu } from '../../../../sagas/navigation/menus/menus.selectors';

interface Area {
  readonly label: string;
  readonly links: readonly MenuLink[];
}

/** Greets the user and links to all sections they may open. */
export function HomeScreen() {
  const user = useAppSelector(selectUser);
  const here = useAppSelector(selectPathname);
  const areas = areasOf(useAppSelector(selectMenu), useAppSelector(selectAdminSections), here);
  if (user === null) return null;
  return (
    <div className="home">
      <h1>Welcome, {user.firstName || user.userName}</h1>
      <p className="quiet">
        You are signed in for {user.organizationName} as {typeText(user)}.
      </p>
      {areas.length > 0 && (
        <ul className="home-areas" aria-label="Where to go">
          {areas.map(({ label, links }) => (
            <li key={label} className="home-area">
              <h2>{label}</h2>
              <ul>
                {links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to}>{link.label}</Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The menu's groups, administration with its lists, and all other entries as one group. */
function areasOf(menu: readonly MenuEntry[], lists: readonly MenuLink[], here: string | null): readonly Area[] {
  const elsewhere = (link: MenuLink) => link.to.split('?', 1)[0] !== here;
  const alone: MenuLink[] = [];
  const groups = menu.flatMap((entry): readonly Area[] => {
    if ('entries' in entry) return [{ label: entry.label, links: entry.entries.filter((inner) => 'to' in inner) }];
    if (!('to' in entry)) return [];
    if (lists.some(({ to }) => to === entry.to)) return [{ label: entry.label, links: lists }];
    alone.push(entry);
    return [];
  });
  return [{ label: 'Sections', links: alone }, ...groups]
    .map(({ label, links }) => ({ label, links: links.filter(elsewhere) }))
    .filter(({ links }) => links.length > 0);
}

import { selectUser } from '../../../sagas/access/access.selectors';
import type { MenuEntry, MenuLink } from '../../../sagas/shell/menus/menu.types';
import { selectAdminSections, selectMenu, selectPathname } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import '../../ui/theme/home.css';
import { typeText } from './typeText';
import { Link } from '../../ui/Link';

interface Area {
  readonly label: string;
  readonly links: readonly MenuLink[];
}

/** Who is signed in, and everything that is open to them, at one look. */
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

/** Groups as they are, and administration with its lists; what else stands alone stands together. */
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

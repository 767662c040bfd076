import { Link } from 'react-router';
import { selectUser } from '../../../sagas/access/access.selectors';
import type { MenuEntry, MenuLink } from '../../../sagas/shell/menus/menu.types';
import { selectMenu, selectPathname } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import '../../ui/theme/home.css';
import { typeText } from './typeText';

interface Area {
  readonly label: string;
  readonly links: readonly MenuLink[];
}

/** Who is signed in, and everything that is open to them, at one look. */
export function HomeScreen() {
  const user = useAppSelector(selectUser);
  const here = useAppSelector(selectPathname);
  const areas = areasOf(useAppSelector(selectMenu), here);
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

/** Groups as they are; entries that stand alone together, for they need no heading each. */
function areasOf(menu: readonly MenuEntry[], here: string | null): readonly Area[] {
  const elsewhere = (link: MenuLink) => link.to.split('?', 1)[0] !== here;
  const alone = menu.filter((entry) => 'to' in entry).filter(elsewhere);
  const groups = menu.flatMap((entry): readonly Area[] =>
    'entries' in entry
      ? [{ label: entry.label, links: entry.entries.filter((inner) => 'to' in inner).filter(elsewhere) }]
      : [],
  );
  return [{ label: 'Sections', links: alone }, ...groups].filter(({ links }) => links.length > 0);
}

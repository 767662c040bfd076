import { useRef } from 'react';
import type { MenuEntry, MenuLink } from '../../../sagas/shell/menus/menu.types';
import { selectCurrentEntry, selectMenu } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { itemsOf, moveFocus } from '../../ui/arrowKeys';
import { Disclosure } from '../../ui/Disclosure';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { MenuChoice } from './MenuChoice';

const TOP_LEVEL = '.menu-link, .disclosure-button';

/** The main menu in the bar. Left and right go from entry to entry, down into a group, Escape out of it. */
export function MainMenu() {
  const menu = useAppSelector(selectMenu);
  const current = useAppSelector(selectCurrentEntry);
  const bar = useRef<HTMLUListElement>(null);
  return (
    <nav className="main-menu" aria-label="Main menu">
      <ul ref={bar} onKeyDown={(event) => moveFocus(event, itemsOf(bar.current, TOP_LEVEL), 'horizontal')}>
        {menu.map((entry) => (
          <li key={entry.label}>
            <TopEntry entry={entry} current={current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function holds(entry: MenuEntry, current: MenuLink | null): boolean {
  if (current === null) return false;
  if ('entries' in entry) return entry.entries.some((inner) => holds(inner, current));
  return 'to' in entry && entry.to === current.to;
}

function TopEntry({ entry, current }: { readonly entry: MenuEntry; readonly current: MenuLink | null }) {
  const isCurrent = holds(entry, current);
  if ('entries' in entry)
    return (
      <Disclosure
        className={isCurrent ? 'menu-group is-current' : 'menu-group'}
        label={
          <>
            {entry.label}
            <Icon name="chevron" />
          </>
        }
      >
        <ul>
          {entry.entries.map((inner) => (
            <li key={inner.label}>
              <MenuChoice entry={inner} current={current} />
            </li>
          ))}
        </ul>
      </Disclosure>
    );
  if (!('to' in entry)) return <MenuChoice entry={entry} current={current} />;
  return (
    <Link className="menu-link" to={entry.to} aria-current={isCurrent ? 'page' : undefined}>
      {entry.label}
    </Link>
  );
}

import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import { handOffRequested } from '../../../sagas/features/handOffs/handOffs.slice';
import type { MenuEntry, MenuHandOff, MenuLink } from '../../../sagas/navigation/menus/menus';
import { menuPressed } from '../../../sagas/navigation/location/location.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Disclosure } from '../../ui/Disclosure';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { itemsOf, moveFocus } from '../../ui/arrowKeys';
import { selectCurrentEntry, selectMenu } from '../../../sagas/navigation/menus/menus.selectors';

const TOP_LEVEL = '.menu-link, .disclosure-button';

/** The main menu in the bar. Left and Right move between entries, Down opens a group, Escape closes it. */
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

/** Whether the current page belongs to this entry. */
export function holds(entry: MenuEntry, current: MenuLink | null): boolean {
  if (current === null) return false;
  if ('entries' in entry) return entry.entries.some((inner) => holds(inner, current));
  return 'to' in entry && entry.to === current.to;
}

function TopEntry({ entry, current }: { readonly entry: MenuEntry; readonly current: MenuLink | null }) {
  const dispatch = useDispatch();
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
  const to = entry.opens ?? entry.to;
  return (
    <Link
      className="menu-link"
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => dispatch(menuPressed({ to }))}
    >
      {entry.label}
    </Link>
  );
}

interface MenuChoiceProps {
  readonly entry: MenuLink | MenuHandOff;
  readonly current: MenuLink | null;
  readonly onChosen?: () => void;
}

/** A menu item: a link to a page, or a hand-off to another service. */
export function MenuChoice({ entry, current, onChosen }: MenuChoiceProps) {
  const dispatch = useDispatch();
  if ('to' in entry) {
    const to = entry.opens ?? entry.to;
    return (
      <Link
        className="menu-item"
        to={to}
        aria-current={entry.to === current?.to ? 'page' : undefined}
        onClick={() => {
          dispatch(menuPressed({ to }));
          onChosen?.();
        }}
      >
        {entry.label}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className="menu-item"
      onClick={() => {
        dispatch(handOffRequested({ to: entry.handOff }));
        onChosen?.();
      }}
    >
      {entry.label}
      <Icon name="external" />
      <span className="visually-hidden">(opens a new tab)</span>
    </button>
  );
}

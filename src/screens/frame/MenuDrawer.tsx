import { useState } from 'react';
import type { MenuEntry, MenuGroup, MenuLink } from '../../../sagas/navigation/menus/menus';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Drawer } from '../../ui/Drawer';
import { Icon } from '../../ui/Icon';
import { MenuChoice, holds } from './MainMenu';
import { selectCurrentEntry, selectMenu } from '../../../sagas/navigation/menus/menus.selectors';

/** The main menu on narrow screens, with the current group expanded. */
export function MenuDrawer({ onClose }: { readonly onClose: () => void }) {
  const menu = useAppSelector(selectMenu);
  const current = useAppSelector(selectCurrentEntry);
  return (
    <Drawer title="Menu" onClose={onClose}>
      <nav aria-label="Main menu">
        <ul className="drawer-menu">
          {menu.map((entry: MenuEntry) => (
            <li key={entry.label}>
              {'entries' in entry ? (
                <Group entry={entry} current={current} onChosen={onClose} />
              ) : (
                <MenuChoice entry={entry} current={current} onChosen={onClose} />
              )}
            </li>
          ))}
        </ul>
      </nav>
    </Drawer>
  );
}

interface GroupProps {
  readonly entry: MenuGroup;
  readonly current: MenuLink | null;
  readonly onChosen: () => void;
}

function Group({ entry, current, onChosen }: GroupProps) {
  const [open, setOpen] = useState(() => holds(entry, current));
  return (
    <>
      <button type="button" className="menu-item" aria-expanded={open} onClick={() => setOpen(!open)}>
        {entry.label}
        <Icon name="chevron" />
      </button>
      {open && (
        <ul>
          {entry.entries.map((inner) => (
            <li key={inner.label}>
              <MenuChoice entry={inner} current={current} onChosen={onChosen} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

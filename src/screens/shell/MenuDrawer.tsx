import { useState } from 'react';
import type { MenuEntry, MenuGroup, MenuLink } from '../../../sagas/shell/menus/menu.types';
import { selectCurrentEntry, selectMenu } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { Drawer } from '../../ui/Drawer';
import { Icon } from '../../ui/Icon';
import { holds } from './MainMenu';
import { MenuChoice } from './MenuChoice';

/** The main menu where there is no room for a bar. The group one is in is open. */
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

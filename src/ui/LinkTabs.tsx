import { Menu, MenuItem } from 'semantic-ui-react';
import './theme/linkTabs.css';
import { Link } from './Link';

export interface LinkTab {
  readonly label: string;
  readonly to: string;
  readonly current: boolean;
  /** How many it shows. */
  readonly count?: number | null;
}

/** Links to sibling pages; not shown for a single page. */
export function LinkTabs({ name, tabs }: { readonly name: string; readonly tabs: readonly LinkTab[] }) {
  if (tabs.length < 2) return null;
  return (
    <nav className="link-tabs" aria-label={name}>
      <Menu as="ul" secondary pointing>
        {tabs.map(({ label, to, current, count }) => (
          <li key={to}>
            <MenuItem as={Link} to={to} active={current} aria-current={current ? 'page' : undefined}>
              {label}
              {count != null && <span className="tab-count">{count.toLocaleString('en-US')}</span>}
            </MenuItem>
          </li>
        ))}
      </Menu>
    </nav>
  );
}

import './theme/linkTabs.css';
import { Link } from './Link';

export interface LinkTab {
  readonly label: string;
  readonly to: string;
  readonly current: boolean;
}

/** Pages beside each other. One alone needs no way to others. */
export function LinkTabs({ name, tabs }: { readonly name: string; readonly tabs: readonly LinkTab[] }) {
  if (tabs.length < 2) return null;
  return (
    <nav className="link-tabs" aria-label={name}>
      <ul>
        {tabs.map(({ label, to, current }) => (
          <li key={to}>
            <Link to={to} aria-current={current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

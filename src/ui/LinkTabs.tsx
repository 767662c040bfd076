import { useLayoutEffect, useRef } from 'react';
import { Menu, MenuItem } from 'semantic-ui-react';
import './theme/linkTabs.css';
import './theme/sideways.css';
import { Link } from './Link';
import { countText } from '../../sagas/base/numbers';

export interface LinkTab {
  readonly label: string;
  readonly to: string;
  readonly current: boolean;
  /** The number of rows on that page; null while unknown. */
  readonly count?: number | null;
}

/** Pixels at an edge of the bar where tabs fade (`linkTabs.css`). */
const FADE = 40;

/** Links to sibling pages; not shown for a single page. */
export function LinkTabs({ name, tabs }: { readonly name: string; readonly tabs: readonly LinkTab[] }) {
  const bar = useRef<HTMLElement>(null);
  const here = tabs.find(({ current }) => current)?.label;
  useLayoutEffect(() => {
    const [list, link] = [bar.current?.querySelector('ul'), bar.current?.querySelector('[aria-current]')];
    if (!list || !link) return;
    let last = list.scrollLeft;
    // Keeps the tab of this page in sight if not all tabs fit.
    const show = () => {
      // Unless the user scrolled, start from the left, since tabs may have been wider for a moment.
      if (list.scrollLeft === last) list.scrollLeft = 0;
      const [frame, tab] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
      if (tab.right > frame.right || tab.left < frame.left) list.scrollLeft += tab.left - frame.left - FADE;
      last = list.scrollLeft;
    };
    const resized = new ResizeObserver(show);
    // Also the tabs, which grow when their counts arrive.
    for (const place of [list, ...list.children]) resized.observe(place);
    return () => resized.disconnect();
  }, [here, tabs.length]);
  if (tabs.length < 2) return null;
  return (
    <nav ref={bar} className="link-tabs" aria-label={name}>
      <Menu as="ul" className="sideways" secondary pointing>
        {tabs.map(({ label, to, current, count }) => (
          <li key={to}>
            <MenuItem as={Link} to={to} active={current} aria-current={current ? 'page' : undefined}>
              {label}
              {count != null && <span className="link-count">{countText(count)}</span>}
            </MenuItem>
          </li>
        ))}
      </Menu>
    </nav>
  );
}

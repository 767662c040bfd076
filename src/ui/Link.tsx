import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { shortAddress } from '../ports/longAddress';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of this app with its query. */
  readonly to: string;
}

/**
 * A link to another page. React Router's own link also contains prefetching for frameworks, which would be half of what
 * we load of it.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  // Another tab loads the address from the server, so it must not be too long.
  const href = useHref(shortAddress(to));
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** Opens a page of this app in a new tab without an opener, like pressing such a link. */
export function openTab(href: string): void {
  const link = document.createElement('a');
  link.href = shortAddress(href);
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
}

/** With a modifier key the browser opens the link in another tab or window, and this page stays. */
export const opensElsewhere = (event: Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

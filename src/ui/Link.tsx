import type { AnchorHTMLAttributes } from 'react';
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
  // Another tab loads the address anew, so it must not be too long.
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

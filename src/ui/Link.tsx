import type { AnchorHTMLAttributes } from 'react';
import { useDispatch } from 'react-redux';
import { navigateRequested } from '../../sagas/shell/navigation/navigation.intents';
import { isElsewhere } from './isElsewhere';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of this app with its query. */
  readonly to: string;
}

/** A way to another page: an address for the browser, which may open it elsewhere, and an intent where it is followed here. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const dispatch = useDispatch();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || isElsewhere(event)) return;
        event.preventDefault();
        dispatch(navigateRequested({ to }));
      }}
    />
  );
}

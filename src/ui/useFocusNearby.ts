import { useEffect, useRef, type FocusEvent } from 'react';
import { focusNearest, focusPathOf, isFocusLost } from './returnedFocus';

interface FocusNearby {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * When an update of this component removes what has the focus in an element, the nearest place that is left takes it.
 * The element gets the returned handlers.
 */
export function useFocusNearby(): FocusNearby {
  // React reports no blur of what it removes.
  const path = useRef<readonly Element[]>([]);
  useEffect(() => () => {
    if (path.current[0]?.isConnected !== false) return;
    if (isFocusLost()) focusNearest(path.current);
    else path.current = [];
  });
  return {
    onFocus: ({ target }) => void (path.current = focusPathOf(target)),
    onBlur: ({ target }) => {
      // It is still focused when only its window is left.
      if (document.activeElement !== target) path.current = [];
    },
  };
}

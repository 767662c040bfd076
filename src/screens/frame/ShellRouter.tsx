import { useMemo, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { createPath, Router, type Navigator } from 'react-router';
import { historyStepRequested, navigateRequested } from '../../../sagas/navigation/location/location.slice';
import type { PageLocation } from '../../../sagas/base/ports/page';

/**
 * React Router over the address in the store: links behave as usual, and each navigation they request is dispatched as
 * an action.
 */
export function ShellRouter({ location, children }: { readonly location: PageLocation; readonly children: ReactNode }) {
  const dispatch = useDispatch();
  const navigator = useMemo<Navigator>(() => {
    const pathOf: Navigator['createHref'] = (to) => (typeof to === 'string' ? to : createPath(to));
    return {
      createHref: pathOf,
      push: (to) => void dispatch(navigateRequested({ to: pathOf(to) })),
      replace: (to) => void dispatch(navigateRequested({ to: pathOf(to), replace: true })),
      go: (steps) => void dispatch(historyStepRequested(steps)),
    };
  }, [dispatch]);
  return (
    <Router location={{ ...location, hash: '', state: null }} navigator={navigator}>
      {children}
    </Router>
  );
}

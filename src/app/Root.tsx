import { useEffect, type ComponentProps } from 'react';
import { Provider } from 'react-redux';
import type { Store } from '@reduxjs/toolkit';
import type { AppState } from '../../sagas/state';
import { App } from './App';
import { ErrorBoundary } from './ErrorBoundary';
import { GivenPasswordContext, type GivenPassword } from './givenPassword';
import { HoldFileContext } from './holdFile';
import { OpenFileContext } from './openFile';
import { SealContext } from './seal';

interface RootProps {
  readonly store: Store<AppState>;
  /** The state the page was prerendered from: what is in the page already must come out of the first rendering. */
  readonly serverState: AppState;
  readonly seal: ComponentProps<typeof SealContext.Provider>['value'];
  readonly openFile: ComponentProps<typeof OpenFileContext.Provider>['value'];
  readonly holdFile: ComponentProps<typeof HoldFileContext.Provider>['value'];
  readonly givenPassword: GivenPassword;
  readonly onReload: () => void;
  /** Called when everything in the page answers. */
  readonly onReady: () => void;
}

export function Root({ store, serverState, seal, openFile, holdFile, givenPassword, onReload, onReady }: RootProps) {
  useEffect(onReady, [onReady]);
  return (
    <ErrorBoundary onReload={onReload}>
      <Provider store={store} serverState={serverState}>
        <SealContext.Provider value={seal}>
          <OpenFileContext.Provider value={openFile}>
            <HoldFileContext.Provider value={holdFile}>
              <GivenPasswordContext.Provider value={givenPassword}>
                <App />
              </GivenPasswordContext.Provider>
            </HoldFileContext.Provider>
          </OpenFileContext.Provider>
        </SealContext.Provider>
      </Provider>
    </ErrorBoundary>
  );
}

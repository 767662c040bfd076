import type { Store } from '@reduxjs/toolkit';
import { useEffect, type ComponentProps } from 'react';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import { KeepFileContext, OpenFileContext } from '../hooks/files';
import { GivenPasswordContext, KeepSecretContext, OpenSecretContext, type GivenPassword } from '../hooks/secretFields';
import { App } from './App';
import { ErrorBoundary } from './ErrorBoundary';

interface RootProps {
  readonly store: Store<AppState>;
  /** The state the page was prerendered from: hydration must render the same markup. */
  readonly serverState: AppState;
  readonly keepSecret: ComponentProps<typeof KeepSecretContext.Provider>['value'];
  readonly openSecret: ComponentProps<typeof OpenSecretContext.Provider>['value'];
  readonly openFile: ComponentProps<typeof OpenFileContext.Provider>['value'];
  readonly keepFile: ComponentProps<typeof KeepFileContext.Provider>['value'];
  readonly givenPassword: GivenPassword;
  readonly onReload: () => void;
  /** Called when the whole page reacts to input. */
  readonly onReady: () => void;
}

/** The whole app over a given store: the live one, that of a prerendered page, or that of a replay. */
export function Root({
  store,
  serverState,
  keepSecret,
  openSecret,
  openFile,
  keepFile,
  givenPassword,
  onReload,
  onReady,
}: RootProps) {
  useEffect(onReady, [onReady]);
  return (
    <ErrorBoundary onReload={onReload}>
      <Provider store={store} serverState={serverState}>
        <KeepSecretContext.Provider value={keepSecret}>
          <OpenSecretContext.Provider value={openSecret}>
            <OpenFileContext.Provider value={openFile}>
              <KeepFileContext.Provider value={keepFile}>
                <GivenPasswordContext.Provider value={givenPassword}>
                  <App />
                </GivenPasswordContext.Provider>
              </KeepFileContext.Provider>
            </OpenFileContext.Provider>
          </OpenSecretContext.Provider>
        </KeepSecretContext.Provider>
      </Provider>
    </ErrorBoundary>
  );
}

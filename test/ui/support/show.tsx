/** Renders the app with a state, and records the intents of the screens. */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, configure, getConfig, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { SecretRef } from '../../../machines/references';
import type { AppState } from '../../../sagas/app/state';
import { App } from '../../../src/app/App';
import { preloadParts } from '../../../src/app/preload';
import { OpenFileContext } from '../../../src/hooks/files';
import {
  GivenPasswordContext,
  KeepSecretContext,
  OpenSecretContext,
  givenPassword,
} from '../../../src/hooks/secretFields';

// Waits have a limit only to end hanging tests.
configure({ asyncUtilTimeout: 60_000 });

const MOVED = 'test/moved';
/** A page in a test is always idle. */
const idleNow = (callback: () => void) => {
  callback();
  return 0;
};

export const sealed = (value: string) => `sealed(${value})` as SecretRef;
const unsealed = (ref: SecretRef) => /^sealed\((.*)\)$/.exec(ref)?.[1];

interface ShowOptions {
  /** A password from the address. */
  readonly password?: string;
  /** Answers an intent with a new state immediately, as the machines do. */
  readonly react?: (action: Action, state: AppState) => AppState;
}

export function testStore(initial: AppState, react: ShowOptions['react'] = (_, state) => state) {
  const intents: (Action & { readonly payload?: unknown })[] = [];
  const store = configureStore({
    reducer: (state: AppState = initial, action: Action & { readonly payload?: AppState }) => {
      if (action.type === MOVED && action.payload) return action.payload;
      if (action.type.startsWith('@@')) return state;
      intents.push(action);
      return react(action, state);
    },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }),
  });
  const move = (state: AppState) => act(async () => void store.dispatch({ type: MOVED, payload: state }));
  return { store, intents, move };
}

/** The first call takes seconds, because everything is compiled. */
export async function everythingFetched(): Promise<void> {
  window.requestIdleCallback = idleNow as typeof window.requestIdleCallback;
  // A page in a test has no scrolling.
  window.scrollTo = () => undefined;
  await preloadParts('sign-in');
}

/** All lazy parts are loaded already, as for a user who took a moment to type. */
export async function show(state: AppState, { password, react }: ShowOptions = {}) {
  await everythingFetched();
  const { store, intents, move } = testStore(state, react);
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  render(
    <Provider store={store}>
      <KeepSecretContext.Provider value={sealed}>
        <GivenPasswordContext.Provider value={givenPassword(password ?? null)}>
          <OpenSecretContext.Provider value={unsealed}>
            <OpenFileContext.Provider value={() => undefined}>
              <App />
            </OpenFileContext.Provider>
          </OpenSecretContext.Provider>
        </GivenPasswordContext.Provider>
      </KeepSecretContext.Provider>
    </Provider>,
    { container: root },
  );
  return { intents, move, user: userEvent.setup({ delay: null }) };
}

/** Lets a dialog be positioned and formik validate, which both happen asynchronously. */
export const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 40)));

/**
 * For libraries that update asynchronously, outside of act(). Events are dispatched unwrapped, because an element that
 * takes the focus during rendering would otherwise end the act() of the rendering itself.
 */
export function withUpdatesOfTheirOwn(): void {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const { eventWrapper } = getConfig();
  beforeEach(() => {
    configure({ eventWrapper: (callback) => callback() });
    environment.IS_REACT_ACT_ENVIRONMENT = false;
  });
  afterEach(() => {
    configure({ eventWrapper });
    environment.IS_REACT_ACT_ENVIRONMENT = true;
  });
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

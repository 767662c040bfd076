/** Renders the app over a state, and keeps what the screens ask for. */
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

// What is waited for has a limit only to end what hangs.
configure({ asyncUtilTimeout: 60_000 });

const MOVED = 'test/moved';
/** A page in a test always has nothing better to do. */
const idleNow = (callback: () => void) => {
  callback();
  return 0;
};

export const sealed = (value: string) => `sealed(${value})` as SecretRef;
const unsealed = (ref: SecretRef) => /^sealed\((.*)\)$/.exec(ref)?.[1];

interface ShowOptions {
  /** A password that came with the address. */
  readonly password?: string;
  /** Answers an intent with a new state at once, as the machines do. */
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

/** The first time takes seconds, for all of it is compiled. */
export async function everythingFetched(): Promise<void> {
  window.requestIdleCallback = idleNow as typeof window.requestIdleCallback;
  // A page in a test is as long as it is.
  window.scrollTo = () => undefined;
  await preloadParts('sign-in');
}

/** All parts are there already, as they are for somebody who took a moment to type. */
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

/** Lets a dialog find its place and formik reach its verdict, both of which take a moment of their own. */
export const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 40)));

/**
 * For libraries that update by themselves a moment later: React does not ask who waits for it. Events go out unwrapped,
 * because an element that takes the focus while React draws would otherwise end the wrapping of the drawing itself.
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

/** Store states as the machines leave them, for screens to render. */
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import type { Failure } from '../../../machines/failure';
import type { Challenge, SignInContext } from '../../../machines/signIn/signIn.types';
import { shellReducers } from '../../../sagas/app/shell.reducers';
import { kpiReducers } from '../../../sagas/features/dashboards/kpi/kpi.slice';
import { listsReducers } from '../../../sagas/features/lists/lists.saga';
import type { AppState, ShellState } from '../../../sagas/app/state';
import { viewportChanged } from '../../../sagas/base/window';
import { pageMoved } from '../../../sagas/navigation/location/location.slice';
import { USER as SIGNED_IN } from '../../support/user';
import type { Reducer, UnknownAction } from '@reduxjs/toolkit';

export const CONFIG: RuntimeConfig = {
  mode: 'production',
  services: {
    'api-user': '',
    'api-job': '',
    'api-agency': '',
    'api-client': '',
    'api-timecard': '',
    'api-websocket': '',
  },
  branding: { productName: 'Staffing VMS', tagline: 'Every shift in one place.', variant: 'default' },
  demoUsers: [],
  passwordFromQuery: false,
  passwordMinLength: 8,
};

export const USER: UserInfo = {
  ...SIGNED_IN,
  firstName: 'Maria',
  lastName: 'Keller',
  organizationName: 'Meridian Health',
};

const SIGN_IN: SignInContext = {
  userName: '',
  organizationCode: '',
  way: 'password',
  password: null,
  code: null,
  newPassword: null,
  challenge: null,
  method: null,
  remember: false,
  grant: null,
  user: null,
  sso: null,
  proof: null,
  notice: null,
  failure: null,
  failureCount: 0,
  resendFailure: null,
};

interface SignInState {
  readonly tags?: readonly string[];
  readonly value?: unknown;
  readonly context?: Partial<SignInContext>;
  readonly reason?: string | null;
  readonly config?: Partial<RuntimeConfig>;
}

/** No one is signed in, and the sign-in machine is in the state of `tags`; in the empty form by default. */
export function signedOut({
  tags = ['credentials'],
  value = '',
  context,
  reason = null,
  config,
}: SignInState = {}): AppState {
  return {
    machines: {
      session: { value: 'signedOut', context: { reason }, tags: ['signedOut'], can: [], status: 'active' },
      signIn: { value, context: { ...SIGN_IN, ...context }, tags, can: [], status: 'active' },
    },
    config: { ...CONFIG, ...config },
  };
}

/** A code was mailed, and is the only method. */
export const MAILED: Challenge = {
  id: 'c1',
  methods: ['mail'],
  passkeyOptions: null,
  mayRemember: false,
  sentTo: 'v•••@meridian.example',
  resendAt: 0,
  resendInMs: 30_000,
};

export function twoFactor(context: Partial<SignInContext> = {}, resend = 'cooling'): AppState {
  return signedOut({
    tags: ['twoFactor'],
    value: { twoFactor: { code: 'entering', resend } },
    context: {
      userName: 'vms.twofactor',
      organizationCode: 'MERIDIAN',
      challenge: MAILED,
      method: 'mail',
      ...context,
    },
  });
}

export const withTags = (tag: string, context: object = {}): AppState => ({
  machines: { session: { value: tag, context, tags: [tag], can: [], status: 'active' } },
  config: CONFIG,
});

/** The state after these actions, by the shell's reducers. */
export function after(state: AppState, ...actions: readonly UnknownAction[]): AppState {
  const step = (before: AppState, action: UnknownAction): AppState => {
    const next = Object.entries({ ...shellReducers, ...listsReducers, ...kpiReducers }).map(([name, reducer]) => {
      const part = before[name as keyof ShellState];
      return [name, (reducer as Reducer)(part, action) as unknown];
    });
    return { ...before, ...(Object.fromEntries(next) as ShellState) };
  };
  return actions.reduce(step, state);
}

/** A user at an address of the shell, in a window of that width. */
export function signedIn(user: Partial<UserInfo> = {}, pathname = '/vms/dashboard', width = 1440): AppState {
  const location = { pathname, search: '', key: pathname };
  const steps = [pageMoved({ location, by: 'push' }), viewportChanged({ width, screenWidth: width })];
  return after(
    withTags('active', { user: { ...USER, permissions: ['SUBMENU_VMS_HOME_DASHBOARD'], ...user }, grant: null }),
    { type: 'test/begins' },
    ...steps,
  );
}

export const failed = (failure: Failure, failureCount = 1): Partial<SignInContext> => ({ failure, failureCount });

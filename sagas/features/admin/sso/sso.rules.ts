/** The single sign-on form: its initial values, what it shows, and its messages about concurrent changes. Pure. */
import { createSelector } from 'reselect';
import type { BodyOf, ResponseOf } from '../../../../contract/endpoints';
import { failureText } from '../../../base/http/failureText';
import { draftOnto, rebaseFields, selectForm } from '../forms/forms.selectors';
import type { SsoTestState, TestedStep } from './sso.slice';

type Stored = ResponseOf<'ssoProvider'>;

export interface SsoValues {
  readonly registration: string;
  readonly issuer: string;
  readonly client: string;
  readonly scopes: string;
  readonly linkByEmail: boolean;
}

export interface LoadedSso {
  readonly values: SsoValues;
  readonly stored: Stored;
}

/** The form's initial values; usual ones where the organization has no provider yet. */
export function loadedSso(stored: Stored): LoadedSso {
  const { registration = 'main', issuer = '', clientId = '', scopes = 'openid email' } = stored.provider ?? {};
  const linkByEmail = stored.provider?.linkByEmail ?? false;
  return { stored, values: { registration, issuer, client: clientId, scopes, linkByEmail } };
}

/** The form as it is sent, with the version that it was loaded with. */
export function saveBody(values: SsoValues, { version }: Stored): BodyOf<'saveSsoProvider'> {
  return {
    version,
    registration: values.registration.trim(),
    issuer: values.issuer.trim(),
    client: values.client.trim(),
    scopes: values.scopes.trim().replace(/\s+/g, ' '),
    linkByEmail: values.linkByEmail,
  };
}

const LABELS: readonly (readonly [keyof SsoValues, string])[] = [
  ['issuer', 'Issuer'],
  ['client', 'Client ID'],
  ['scopes', 'Scopes'],
  ['registration', 'Registration'],
  ['linkByEmail', 'Link by email'],
];

/** The values of a provider, all of which end with it. */
export const PROVIDER_VALUES: readonly string[] = LABELS.map(([name]) => name);

/** Concurrent changes by another user, as sentences. */
export function concurrentChanges(before: Pick<LoadedSso, 'values'>, now: LoadedSso): readonly string[] {
  return LABELS.filter(([name]) => before.values[name] !== now.values[name]).map(([name, label]) => {
    const value = now.values[name];
    return `${label}: now ${typeof value === 'boolean' ? (value ? 'on' : 'off') : value || 'empty'}`;
  });
}

export const STEP_LABELS: Readonly<Record<TestedStep['step'], string>> = {
  metadata: 'Discovery',
  keys: 'Keys',
  endpoints: 'Sign-in page',
  client: 'Client',
};

/** The single sign-on form at the address. */
export const selectSsoForm = createSelector([selectForm], (form) => {
  const loaded = form.loaded as LoadedSso | null;
  const before = form.before as Pick<LoadedSso, 'values'> | null;
  return {
    ...form,
    loaded,
    draft: draftOnto<SsoValues>(form, loaded, rebaseFields),
    meanwhile: loaded !== null && before !== null ? concurrentChanges(before, loaded) : [],
  };
});

export interface SsoTestView {
  readonly busy: boolean;
  readonly steps: readonly TestedStep[];
  /** The overall result, or why there is none; null before the test. */
  readonly outcome: string | null;
  readonly ok: boolean;
}

/** The last test of the provider, if it was about this address and client. */
export const selectSsoTest = createSelector(
  [
    (state: { readonly ssoTest?: SsoTestState }) => state.ssoTest,
    (_: unknown, values: Pick<SsoValues, 'issuer' | 'client'>) => values.issuer.trim(),
    (_: unknown, values: Pick<SsoValues, 'issuer' | 'client'>) => values.client.trim(),
  ],
  (test, issuer, client): SsoTestView => {
    if (test === undefined || test.issuer !== issuer || test.client !== client)
      return { busy: false, steps: [], outcome: null, ok: false };
    const { busy, steps, failure } = test;
    const ok = steps.length > 0 && steps.every((step) => step.ok);
    return { busy, steps, ok, outcome: failure === null ? outcomeOf(steps, ok) : failureText(failure) };
  },
);

function outcomeOf(steps: readonly TestedStep[], ok: boolean): string | null {
  if (steps.length === 0) return null;
  return ok
    ? 'The provider has everything that sign-in needs.'
    : 'Users could not sign in with this provider as it is set up now.';
}

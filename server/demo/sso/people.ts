/** Who has an account at the demo's identity provider, and what that leads to here. */
export const DEMO_SSO = {
  organizationCode: 'LAKESIDE',
  registrationId: 'demo',
  clientId: 'staffing-vms',
  userName: 'sso.user',
} as const;

/** Where the demo's single sign-on begins. */
export const DEMO_SSO_START = `/${DEMO_SSO.organizationCode}/auth/sso/${DEMO_SSO.registrationId}`;

export interface ProviderAccount {
  /** Its subject there. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly note: string;
}

export const PROVIDER_ACCOUNTS: readonly ProviderAccount[] = [
  {
    id: DEMO_SSO.userName,
    name: 'Sofia Lambert',
    email: 'sso.user@lakeside.example',
    note: 'Has an account at Lakeside',
  },
  { id: 'newcomer', name: 'Nora Quist', email: 'newcomer@lakeside.example', note: 'Is not known at Lakeside' },
];

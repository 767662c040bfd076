/** Demo users as the sign-in screen lists them, and their accounts at the demo identity provider. */
import type { DemoUser } from '../../contract/shell/runtimeConfig';

/** Demo users, their accounts at the demo identity provider, and its registration. */
export const DEMO_SSO = {
  organizationCode: 'LAKESIDE',
  registrationId: 'demo',
  clientId: 'staffing-vms',
  userName: 'sso.user',
} as const;

/** Start address of single sign-on in the demo. */
const DEMO_SSO_START = `/${DEMO_SSO.organizationCode}/auth/sso/${DEMO_SSO.registrationId}`;

export interface ProviderAccount {
  /** The subject at the provider. */
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

export const DEMO_PASSWORD = 'Demo-pass-2026';

export const DEMO_USERS: readonly DemoUser[] = [
  { userName: 'owner.admin', organizationCode: 'PLATFORM', type: 'Owner', note: 'Runs the platform' },
  { userName: 'subowner.admin', organizationCode: 'PLATFORM', type: 'Sub-owner', note: 'Helps run the platform' },
  { userName: 'vms.manager', organizationCode: 'MERIDIAN', type: 'VMS', note: 'Sees and may do everything' },
  { userName: 'vms.analyst', organizationCode: 'MERIDIAN', type: 'VMS', note: 'Dashboards only' },
  { userName: 'msp.manager', organizationCode: 'MERIDIAN', type: 'MSP', note: 'Manages the program' },
  { userName: 'client.manager', organizationCode: 'LAKESIDE', type: 'Client', note: 'A facility' },
  { userName: 'agency.recruiter', organizationCode: 'SUMMIT', type: 'Agency', note: 'Recruiter of a supplier' },
  { userName: 'agency.sales', organizationCode: 'SUMMIT', type: 'Agency', note: 'Sales representative of a supplier' },
  { userName: 'vms.twofactor', organizationCode: 'MERIDIAN', type: 'VMS', note: 'Needs a code by email' },
  {
    userName: 'client.strong',
    organizationCode: 'LAKESIDE',
    type: 'Client',
    note: 'Must set up an app or a passkey',
  },
  { userName: 'vms.temporary', organizationCode: 'MERIDIAN', type: 'VMS', note: 'Must change a generated password' },
  { userName: 'vms.locked', organizationCode: 'MERIDIAN', type: 'VMS', note: 'The account is locked' },
  { userName: 'vms.blocked', organizationCode: 'MERIDIAN', type: 'VMS', note: 'This address is not allowed' },
];

/** Listed while the demo's identity provider runs. */
export const DEMO_SSO_USER: DemoUser = {
  userName: DEMO_SSO.userName,
  organizationCode: DEMO_SSO.organizationCode,
  type: 'Client',
  note: 'Single sign-on',
  signInPath: DEMO_SSO_START,
};

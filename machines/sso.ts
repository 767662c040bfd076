import type { SignInGrant } from './grant';
import type { SecretRef } from './secret';

/** Where a single sign-on begins: whose it is, and at which provider. The parts of its start address. */
export interface SsoOrigin {
  readonly organizationCode: string;
  readonly registrationId: string;
}

/** What the provider answered with: its id token, behind a reference, and for whom it was made. */
export interface SsoProof extends SsoOrigin {
  readonly issuer: string;
  readonly clientId: string;
  readonly token: SecretRef;
}

/** Nobody typed a user name: the server says whose session it is. */
export interface SsoGrant extends SignInGrant {
  readonly userName: string;
}

/** Where a single sign-on can end other than in a session, apart from what any call can end in. */
export type SsoProblem =
  /** The address names a provider that the organisation does not have, or none is set up. */
  | 'notSetUp'
  /** Nothing is known here of what came back: begun in another tab or browser, or interrupted. */
  | 'lost'
  /** What came back belongs to something else than what was begun here. */
  | 'mismatch'
  /** It was begun here, but too long ago. */
  | 'expired'
  /** The provider says that the person, or it, said no. */
  | 'denied'
  /** The provider answered with an error, or with something that is no answer. */
  | 'providerFailed'
  /** The provider did not answer at all. */
  | 'providerUnreachable'
  /** Our server does not believe the provider's answer. */
  | 'unproven'
  /** The provider vouches for somebody whom nobody knows here. */
  | 'unknownPerson';

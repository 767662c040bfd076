/** The second factors of a user, and what the organization requires of them. */
import { sql } from 'kysely';
import type { SecondFactor } from '../../../contract/identity/access.endpoints';
import type { Queries } from '../../database';
import { isRemembered } from './rememberedDevices';

export interface FactorOwner {
  readonly organizationId: string;
  readonly userId: string;
}

export interface NamedOwner extends FactorOwner {
  /** The label that authenticators show. */
  readonly label: string;
}

export interface EnrolledFactors {
  readonly app: boolean;
  /** How many. */
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
  /** The organization, or an administrator for this user, requires a second factor. */
  readonly required: boolean;
  readonly mailedCodes: boolean;
  readonly mayRemember: boolean;
}

export interface FactorStatus extends EnrolledFactors {
  /** A second factor is needed now: it is required or enrolled, and this browser is not remembered. */
  readonly needed: boolean;
  /** The accepted factors, the strongest first. */
  readonly methods: readonly SecondFactor[];
  /** After a mailed code this user may only set up an authenticator app or a passkey. */
  readonly mustEnroll: boolean;
}

/** An app or a passkey. Mailed and recovery codes do not count. */
export const holdsStrongFactor = ({ app, passkeys }: EnrolledFactors): boolean => app || passkeys > 0;

/** `queries` are in the scope of the user's organization. */
export async function readEnrolledFactors(queries: Queries, userId: string): Promise<EnrolledFactors> {
  return queries
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.id', 'u.organization_id')
    .where('u.id', '=', userId)
    .select([
      sql<boolean>`u.two_factor_enabled or o.two_factor_required`.as('required'),
      'o.mailed_codes as mailedCodes',
      'o.remember_devices as mayRemember',
      sql<boolean>`exists (
        select from authenticator_apps a where a.user_id = u.id and a.encrypted_secret is not null)`.as('app'),
      sql<number>`(select count(*)::int from passkeys p where p.user_id = u.id)`.as('passkeys'),
      sql<number>`(select count(*)::int from recovery_codes r where r.user_id = u.id and r.used_at is null)`.as(
        'recoveryCodesLeft',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** `device` is the id in the device cookie, if this browser has signed in to the account before. */
export async function readFactorStatus(
  queries: Queries,
  userId: string,
  device: string | undefined,
): Promise<FactorStatus> {
  const holdings = await readEnrolledFactors(queries, userId);
  const strong = holdsStrongFactor(holdings);
  const { app, passkeys, recoveryCodesLeft, required, mailedCodes, mayRemember } = holdings;
  const remembered = mayRemember && (await isRemembered(queries, userId, device));
  const offered: Readonly<Record<SecondFactor, boolean>> = {
    passkey: passkeys > 0,
    app,
    // A user without other factors signs in by a mailed code, if only to enroll one.
    mail: mailedCodes || !strong,
    recovery: strong && recoveryCodesLeft > 0,
  };
  const mustEnroll = required && !strong && !mailedCodes;
  return {
    ...holdings,
    needed: (required || strong) && (mustEnroll || !remembered),
    methods: (['passkey', 'app', 'mail', 'recovery'] as const).filter((method) => offered[method]),
    mustEnroll,
  };
}

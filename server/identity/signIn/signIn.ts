/** The password grant, and the check before it, which returns whether a second factor is needed and mails a code. */
import { sql } from 'kysely';
import type { SecondFactor } from '../../../contract/identity/access.endpoints';
import type { SignInRefusal } from '../../../contract/base/errors';
import type { Database, Queries } from '../../database';
import type { Audit, ClientInfo } from '../../platform/audit';
import {
  grantDescription,
  type CredentialCheck,
  type CredentialRefusal,
  type Credentials,
  type RefusedCredentials,
  type VerifiedUser,
} from '../passwords/credentials';
import { isStillCurrent } from '../passwords/verifiedPassword';
import type { Passkeys } from '../factors/passkeys';
import type { FactorProof, SecondFactors } from '../factors/secondFactor';
import { readFactorStatus, type FactorStatus } from '../factors/factorStatus';
import type { OpenedSignIn, SessionOpening } from '../sessions/sessionOpening';
import { lockUser } from '../sessions/sessions';
import type { ChallengeResult, TwoFactor } from '../twoFactor/twoFactor';
import type { FactorGuesses } from './factorGuesses';

export type SignInResult =
  /** `remembers`: this browser may skip the second factor from now on. */
  | (OpenedSignIn & { readonly remembers: boolean })
  | {
      readonly kind: 'refused';
      readonly description: SignInRefusal;
      readonly attemptsLeft?: number;
      /** Seconds until a lock ends, if that may be disclosed. */
      readonly retryAfterSeconds?: number;
    };

export type TwoFactorCheckResult =
  | RefusedCredentials
  | { readonly kind: 'not_needed' }
  | {
      readonly kind: 'needed';
      readonly methods: readonly SecondFactor[];
      readonly mayRemember: boolean;
      /** Options for the browser's passkey request, as JSON; undefined without a passkey. */
      readonly passkeyOptions: string | undefined;
      /** Undefined if a code is mailed on request only. */
      readonly mail: ChallengeResult | undefined;
    };

/** What the form sends besides user name and password. */
export interface SecondStep {
  readonly proof: FactorProof | undefined;
  /** Whether the user wants this browser to be remembered. */
  readonly remember: boolean;
}

export class SignIn {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialCheck,
    private readonly twoFactor: TwoFactor,
    private readonly guesses: FactorGuesses,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly opening: SessionOpening,
    private readonly audit: Audit,
  ) {}

  /**
   * Returns the accepted second factors. A code is mailed if it is the only one, or with `wantsMail`, for the browser
   * with this secret.
   */
  async check(
    credentials: Credentials,
    { wantsMail, askingBrowser }: { readonly wantsMail: boolean; readonly askingBrowser: () => string },
    client: ClientInfo,
  ): Promise<TwoFactorCheckResult> {
    const user = await this.credentials.verify(credentials, client, 'two_factor_check');
    if (user.kind === 'refused') return user;
    const { status, passkeyOptions } = await this.database.withScope(user.scope, async (queries) => {
      const now = await readFactorStatus(queries, user.userId, credentials.knownDevice);
      const asksPasskey = now.needed && now.methods.includes('passkey');
      const options = asksPasskey ? await this.passkeys.secondFactorOptions(queries, user.userId) : undefined;
      return { status: now, passkeyOptions: options };
    });
    const { needed, methods } = status;
    const mayRemember = mayBeRemembered(status, user);
    if (!needed) return { kind: 'not_needed' };
    const mails = methods.includes('mail') && (wantsMail || methods[0] === 'mail');
    const mail = mails ? await this.mailCode(user, askingBrowser(), client) : undefined;
    return { kind: 'needed', methods, mayRemember, passkeyOptions, mail };
  }

  private mailCode(
    { organization, userId, scope }: VerifiedUser,
    browser: string,
    client: ClientInfo,
  ): Promise<ChallengeResult> {
    return this.twoFactor.challenge(scope, { organizationId: organization.id, userId }, browser, client);
  }

  /** The password grant: a session, or why it is refused. */
  async signIn(credentials: Credentials, step: SecondStep, client: ClientInfo): Promise<SignInResult> {
    const user = await this.credentials.verify(credentials, client, 'sign_in');
    if (user.kind === 'refused') {
      const { reason, disclose, lock } = user;
      return { kind: 'refused', description: grantDescription(reason, disclose), ...lock };
    }
    const device = credentials.knownDevice;
    return this.guesses.inTurn(user, step.proof, { client, device }, (checked) =>
      this.open(user, device, step, client, checked),
    );
  }

  private open(
    user: VerifiedUser,
    device: string | undefined,
    { proof, remember }: SecondStep,
    client: ClientInfo,
    checked: () => void,
  ): Promise<SignInResult> {
    const { userId, organization } = user;
    return this.database.withScope(user.scope, async (queries): Promise<SignInResult> => {
      await lockUser(queries, userId);
      const owner = { organizationId: organization.id, userId };
      const status = await readFactorStatus(queries, userId, device);
      const changed = await this.recheck(queries, user);
      if (changed) {
        await this.recordRefusal(queries, user, client, changed);
        return { kind: 'refused', description: grantDescription(changed, organization.discloseAccountState) };
      }
      const refused = await this.factors.refuse(queries, owner, status, proof, client);
      checked();
      if (refused) {
        await this.recordRefusal(queries, user, client, refused.description);
        return refused;
      }
      await this.acceptPassword(queries, user, client);
      const opened = await this.opening.open(
        queries,
        { ...user, mustEnroll: status.mustEnroll },
        client,
        device !== undefined,
      );
      // Only after a second factor has been given.
      return { ...opened, remembers: remember && status.needed && mayBeRemembered(status, user) };
    });
  }

  /** While the password was being verified, the account may have been locked or the password changed. */
  private async recheck(queries: Queries, user: VerifiedUser): Promise<CredentialRefusal | undefined> {
    const locked = await queries
      .selectFrom('user_credentials')
      .where('user_id', '=', user.userId)
      .where('locked_until', '>', sql<Date>`now()`)
      .select('user_id')
      .executeTakeFirst();
    if (locked !== undefined) return 'account_locked';
    return (await isStillCurrent(queries, user.userId, user.password)) ? undefined : 'wrong_password';
  }

  /** The first use of a temporary password removes the previous password. */
  private async acceptPassword(queries: Queries, user: VerifiedUser, client: ClientInfo): Promise<void> {
    if (!user.usedTemporaryPassword) return;
    const first = await queries
      .updateTable('temporary_passwords')
      .set({ first_used_at: sql<Date>`now()` })
      .where('user_id', '=', user.userId)
      .where('first_used_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (first === undefined) return;
    await queries
      .updateTable('user_credentials')
      .set({ password_hash: null })
      .where('user_id', '=', user.userId)
      .execute();
    await this.audit.record(queries, {
      event: 'temporary_password_used',
      outcome: 'ok',
      organizationId: user.organization.id,
      userId: user.userId,
      client,
    });
  }

  private recordRefusal(queries: Queries, user: VerifiedUser, client: ClientInfo, reason: string) {
    return this.audit.record(queries, {
      event: 'sign_in',
      outcome: 'refused',
      reason,
      organizationId: user.organization.id,
      userId: user.userId,
      client,
    });
  }
}

/** Not while a factor must be set up or the password changed: either makes the server forget all browsers. */
const mayBeRemembered = ({ mayRemember, mustEnroll }: FactorStatus, { mustChangePassword }: VerifiedUser): boolean =>
  mayRemember && !mustEnroll && !mustChangePassword;

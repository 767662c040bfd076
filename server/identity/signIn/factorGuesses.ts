/** Limits the guesses of second factors, which are counted separately from those of the password. */
import { ApiError } from '../../base/errors';
import type { Database } from '../../database';
import type { AfterResponse } from '../../platform/afterResponse';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { FactorProof } from '../factors/secondFactor';
import type { VerifiedUser } from '../passwords/credentials';
import type { Passwords } from '../passwords/passwords';
import { refundIfUnverified, type SignInThrottle } from '../throttle/signInThrottle';
import { secondFactorName } from '../throttle/unlock';

/** A user whose password was right. */
type Guessed = Pick<VerifiedUser, 'userId' | 'organization' | 'scope'>;

export class FactorGuesses {
  constructor(
    private readonly database: Database,
    private readonly throttle: SignInThrottle,
    private readonly audit: Audit,
    private readonly passwords: Passwords,
    private readonly afterResponse: AfterResponse,
  ) {}

  /**
   * Counts the guess before it is checked, as with passwords. Mailed codes have a count of their own, and passkeys
   * cannot be guessed. `work` calls `checked` once it knows whether the proof is right, and returns whether it was
   * accepted. Throws ApiError (`too.many.requests`).
   */
  async inTurn<R extends { readonly kind: string }>(
    user: Guessed,
    proof: FactorProof | undefined,
    { client, device }: { readonly client: ClientInfo; readonly device: string | undefined },
    work: (checked: () => void) => Promise<R>,
  ): Promise<R> {
    if (proof?.kind !== 'app' && proof?.kind !== 'recovery') return work(() => undefined);
    const attempt = { account: secondFactorName(user.userId), address: client.address, device };
    return this.throttle.inTurn(attempt, async (admission) => {
      if (!admission.admitted) {
        // A flood is recorded as the throttle sees it, not once for each request.
        if (!admission.remembered) await this.recordRefusal(user, client);
        throw new ApiError('too.many.requests', { retryAfterSeconds: admission.seconds });
      }
      const result = await refundIfUnverified(admission, work);
      if (result.kind !== 'refused') await admission.passed();
      else if (admission.locks) this.announceLock(user, client);
      return result;
    });
  }

  private announceLock({ organization, userId }: Guessed, client: ClientInfo): void {
    this.afterResponse.later('mailing about a lock of second factors', () =>
      this.passwords.mailFactorLock(organization, userId, client),
    );
  }

  private recordRefusal({ scope, organization, userId }: Guessed, client: ClientInfo): Promise<void> {
    return this.database.withScope(scope, (queries) =>
      this.audit.record(queries, {
        event: 'sign_in',
        outcome: 'refused',
        reason: 'too_many_attempts',
        organizationId: organization.id,
        userId,
        client,
      }),
    );
  }
}

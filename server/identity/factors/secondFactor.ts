/** Checks the second factor at sign-in. */
import type { SignInRefusal } from '../../../contract/base/errors';
import type { Queries } from '../../database';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { AccountMails } from '../accountMails/accountMails';
import type { TwoFactor } from '../twoFactor/twoFactor';
import type { AuthenticatorApps } from './authenticatorApps';
import type { PasskeyAnswer, Passkeys } from './passkeys';
import type { RecoveryCodes } from './recoveryCodes';
import { readEnrolledFactors, type FactorOwner, type FactorStatus } from './factorStatus';

export type FactorProof =
  | { readonly kind: 'app' | 'recovery'; readonly code: string }
  /** `browser` is the secret of the browser that sends it; undefined if it never requested a code. */
  | { readonly kind: 'mail'; readonly code: string; readonly browser: string | undefined }
  | ({ readonly kind: 'passkey' } & PasskeyAnswer);

export interface FactorRefusal {
  readonly kind: 'refused';
  readonly description: Extract<
    SignInRefusal,
    'authentication.code.not.available' | 'invalid.authentication.code' | 'passkey.refused'
  >;
  /** Of a mailed code only. */
  readonly attemptsLeft?: number;
}

const refused = (description: FactorRefusal['description']): FactorRefusal => ({ kind: 'refused', description });

export class SecondFactors {
  constructor(
    private readonly mailed: TwoFactor,
    private readonly apps: AuthenticatorApps,
    private readonly recovery: RecoveryCodes,
    private readonly passkeys: Passkeys,
    private readonly audit: Audit,
    private readonly mails: AccountMails,
  ) {}

  /** Undefined if the proof is accepted; it is then used up. The caller holds a lock on the user. */
  async refuse(
    queries: Queries,
    owner: FactorOwner,
    status: FactorStatus,
    proof: FactorProof | undefined,
    client: ClientInfo,
  ): Promise<FactorRefusal | undefined> {
    if (!status.needed) return undefined;
    if (proof === undefined || !status.methods.includes(proof.kind)) {
      return refused('authentication.code.not.available');
    }
    switch (proof.kind) {
      case 'mail':
        return this.refuseMailed(queries, owner.userId, proof);
      case 'app':
        return (await this.apps.accept(queries, owner, proof.code))
          ? undefined
          : refused('invalid.authentication.code');
      case 'recovery':
        return this.refuseRecovery(queries, owner, proof.code, client);
      case 'passkey': {
        const problem = await this.passkeys.refuse(queries, owner, 'second-factor', proof);
        if (problem === undefined) return undefined;
        await this.audit.record(queries, {
          event: 'factor_refused',
          outcome: 'refused',
          reason: problem,
          ...owner,
          client,
        });
        return refused('passkey.refused');
      }
    }
  }

  private async refuseMailed(
    queries: Queries,
    userId: string,
    { code, browser }: Extract<FactorProof, { kind: 'mail' }>,
  ): Promise<FactorRefusal | undefined> {
    const check = await this.mailed.checkCode(queries, userId, code, browser);
    switch (check.kind) {
      case 'right':
        return undefined;
      case 'not_available':
        return refused('authentication.code.not.available');
      case 'wrong':
        return { ...refused('invalid.authentication.code'), attemptsLeft: check.attemptsLeft };
    }
  }

  private async refuseRecovery(queries: Queries, owner: FactorOwner, code: string, client: ClientInfo) {
    if (!(await this.recovery.accept(queries, owner, code))) return refused('invalid.authentication.code');
    await this.audit.record(queries, { event: 'recovery_code_used', outcome: 'ok', ...owner, client });
    const { recoveryCodesLeft: left } = await readEnrolledFactors(queries, owner.userId);
    await this.mails.secondFactorChanged(queries, owner, { kind: 'recovery_code_used', left }, client);
    return undefined;
  }
}

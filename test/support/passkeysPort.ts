/** The passkeys of a browser as a test tells it: each answer in turn, the last one for ever. */
import type { PasskeyProblem, PasskeysPort, SecretRef } from '../../sagas/base/ports';

export interface ScriptedPasskeys extends PasskeysPort {
  /** The options that came, in order. */
  readonly asked: readonly string[];
}

/** `outcomes`: what the browser answers, or why it does not. Without any there are no passkeys in this browser. */
export const scriptedPasskeys =
  (outcomes: readonly ({ readonly passkey: string } | PasskeyProblem)[] = []) =>
  (secrets: { readonly keep: (value: string) => SecretRef }): ScriptedPasskeys => {
    const asked: string[] = [];
    const answer = (options: string) => {
      asked.push(options);
      const outcome = outcomes[Math.min(asked.length, outcomes.length) - 1] ?? 'unsupported';
      return Promise.resolve(
        typeof outcome === 'string'
          ? ({ kind: 'failed', problem: outcome } as const)
          : ({ kind: 'given', passkey: secrets.keep(outcome.passkey) } as const),
      );
    };
    return { asked, supported: () => outcomes.length > 0, get: answer, create: answer };
  };

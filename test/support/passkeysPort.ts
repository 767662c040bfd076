/** Scripted passkeys of a browser: each answer in turn, then the last one repeatedly. */
import type { PasskeyProblem, PasskeysPort } from '../../sagas/base/ports/signIn';
import type { SecretRef } from '../../sagas/base/ports/network';

export interface ScriptedPasskeys extends PasskeysPort {
  /** The options that came, in order. */
  readonly requests: readonly string[];
  /** Those that came with an offer. */
  readonly offeredWith: readonly string[];
}

type Outcome = { readonly passkey: string } | PasskeyProblem;

/**
 * `outcomes` are the browser's answers or problems; without any the browser has no passkeys. `offered` are the outcomes
 * of offers in the user name field, where `waiting` never ends; without any the browser cannot offer.
 */
export const scriptedPasskeys =
  (outcomes: readonly Outcome[] = [], offered: readonly (Outcome | 'waiting')[] = []) =>
  (secrets: { readonly keep: (value: string) => SecretRef }): ScriptedPasskeys => {
    const requests: string[] = [];
    const come = (outcome: Outcome) =>
      Promise.resolve(
        typeof outcome === 'string'
          ? ({ kind: 'failed', problem: outcome } as const)
          : ({ kind: 'given', passkey: secrets.keep(outcome.passkey) } as const),
      );
    const answer = (options: string) => {
      requests.push(options);
      return come(outcomes[Math.min(requests.length, outcomes.length) - 1] ?? 'unsupported');
    };
    const offers: string[] = [];
    const offer = (options: string) => {
      offers.push(options);
      const outcome = offered[offers.length - 1] ?? 'waiting';
      return outcome === 'waiting' ? new Promise<never>(() => undefined) : come(outcome);
    };
    return {
      requests,
      offeredWith: offers,
      supported: () => outcomes.length > 0,
      offers: () => Promise.resolve(offered.length > 0),
      get: answer,
      offer,
      create: answer,
    };
  };

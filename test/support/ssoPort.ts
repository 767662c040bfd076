/** A scripted identity provider; by default there is no single sign-on. */
import type { SsoConfig } from '../../contract/identity/sso.endpoints';
import type { SsoRequest, SsoOrigin, SsoOutcome, SsoPort } from '../../sagas/base/ports/signIn';

interface Script {
  readonly request?: SsoRequest | null;
  readonly outcome?: () => SsoOutcome;
  /** Whether the provider can be reached for signing in and out. */
  readonly provider?: 'there' | 'unreachable' | 'withoutSignOut';
  /** Passes before the address of the provider's sign-out is known. */
  readonly wait?: () => Promise<void>;
}

export interface ScriptedSso extends SsoPort {
  readonly begun: readonly { readonly config: SsoConfig; readonly origin: SsoOrigin }[];
  readonly left: readonly SsoConfig[];
  /** How often the return from the provider was completed. */
  readonly finished: () => number;
}

export function scriptedSso({ request = null, outcome, provider = 'there', wait }: Script = {}): ScriptedSso {
  const begun: { config: SsoConfig; origin: SsoOrigin }[] = [];
  const left: SsoConfig[] = [];
  let wanted = request;
  let finished = 0;
  let asked: SsoConfig | null = null;
  return {
    begun,
    left,
    finished: () => finished,
    request: () => wanted,
    take() {
      const taken = wanted;
      wanted = null;
      return taken;
    },
    begin(config, origin) {
      if (provider === 'unreachable') return Promise.reject(new Error('unreachable'));
      begun.push({ config, origin });
      return Promise.resolve();
    },
    finish() {
      finished++;
      return Promise.resolve(outcome?.() ?? { kind: 'failed', problem: 'lost', origin: null });
    },
    async signOutAddress(config) {
      await wait?.();
      if (provider === 'withoutSignOut') return null;
      asked = config;
      return `${config.issuer}/logout`;
    },
    leave() {
      if (asked !== null) left.push(asked);
    },
  };
}

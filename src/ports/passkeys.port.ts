/** Passkeys of this browser. The library is loaded when one is used. */
import { CANCEL } from 'redux-saga';
import type { PasskeyOutcome, PasskeysPort } from '../../sagas/base/ports/signIn';
import type * as PasskeysClient from './passkeys.client';
import type { PasskeyAnswer } from './passkeys.client';
import { whenIdle } from './idle';
import type { SecretStore } from './secrets.port';

type Client = typeof PasskeysClient;

/** Null if the chunk cannot be loaded. */
const loadClient = (): Promise<Client | null> =>
  import(/* webpackChunkName: "passkeys" */ './passkeys.client').catch(() => null);

/** `host` is the one that passkeys are registered for; undefined allows any. */
export function createPasskeysPort(host: string | undefined, secrets: Pick<SecretStore, 'keep'>): PasskeysPort {
  function supported(): boolean {
    return 'PublicKeyCredential' in window && (host === undefined || window.location.hostname === host);
  }

  async function offers(): Promise<boolean> {
    if (!supported()) return false;
    await whenIdle();
    try {
      return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
    } catch {
      return false;
    }
  }

  let latest: object = {};
  function asking(ask: (client: Client) => Promise<PasskeyAnswer>): Promise<PasskeyOutcome> {
    let close: () => void = () => undefined;
    const mine = {};
    latest = mine;
    const outcome = async (): Promise<PasskeyOutcome> => {
      if (!supported()) return { kind: 'failed', problem: 'unsupported' };
      const client = await loadClient();
      if (client === null) return { kind: 'failed', problem: 'declined' };
      close = client.closeDialog;
      const answer = await ask(client);
      return 'problem' in answer
        ? { kind: 'failed', problem: answer.problem }
        : { kind: 'given', passkey: secrets.keep(answer.passkey) };
    };
    // redux-saga calls this when the waiting saga is cancelled. A later call has already ended this one.
    return Object.assign(outcome(), { [CANCEL]: () => latest === mine && close() });
  }

  return {
    supported,
    offers,
    get: (options) => asking((client) => client.getPasskey(options)),
    offer: (options) => asking((client) => client.offerPasskeys(options)),
    create: (options) => asking((client) => client.createPasskey(options)),
  };
}

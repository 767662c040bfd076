/** What the session machine's named actions do: tell the vault, the other tabs and the waiting calls. */
import { call, put, type SagaGenerator } from '../effects';
import type { SessionEndReason } from '../../contract';
import { failureOf } from '../../machines/failure';
import type { Grant } from '../../machines/grant';
import type { SecretRef } from '../../machines/secret';
import type { sessionMachine } from '../../machines/session/session.machine';
import type { SignedOutReason } from '../../machines/session/session.types';
import type { Actions } from '../machine/runMachine.types';
import { port } from '../ports';
import { renewalFailed, tokenRenewed } from './session.events';

export function* wipe({ refs }: { readonly refs: readonly (SecretRef | null)[] }): SagaGenerator<void> {
  const secrets = yield* port('secrets');
  const present = refs.filter((ref) => ref !== null);
  if (present.length > 0) yield* call(secrets.wipe, present);
}

function* noteGeneration(grant: Grant): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* call(storage.write, 'generation', String(grant.generation));
}

export const sessionActions: Actions<typeof sessionMachine> = {
  wipe,
  *tellSignedIn({ grant }) {
    const peers = yield* port('peers');
    yield* noteGeneration(grant);
    yield* call(peers.post, { type: 'signedIn', tokenIdentifier: grant.tokenIdentifier });
  },
  *tellRenewed({ grant }) {
    const peers = yield* port('peers');
    yield* call(peers.post, { type: 'renewed', grant });
  },
  *tellWaiting({ grant }) {
    yield* put(tokenRenewed({ generation: grant.generation }));
  },
  *tellRenewalFailed({ error }) {
    yield* put(renewalFailed({ failure: failureOf(error) }));
  },
  *tellSignedOut({ grant, reason }) {
    if (grant === null) return;
    const peers = yield* port('peers');
    yield* call(peers.post, {
      type: 'signedOut',
      tokenIdentifier: grant.tokenIdentifier,
      reason: forOtherTabs(reason),
    });
  },
};

/** An address typed wrongly in this tab is no news to the others: to them the person signed out. */
function forOtherTabs(reason: SignedOutReason): SessionEndReason {
  if (reason === 'invalid_url') return 'signed_out';
  return reason ?? 'expired';
}

/** The named actions of the session machine: they concern the secret store, the other tabs and the waiting calls. */
import { failureOf } from '../../../machines/failure';
import type { Grant } from '../../../machines/grant';
import type { SecretRef } from '../../../machines/references';
import type { sessionMachine } from '../../../machines/session/session.machine';
import type { PeerSignOutReason, SignedOutReason } from '../../../machines/session/session.types';
import { port } from '../../base/ports/ports';
import { call, put, type SagaGenerator } from '../../base/runtime/effects';
import type { Actions } from '../../base/runtime/runMachine.types';
import { renewalFailed, tokenRenewed } from '../session.events';

/** Removes the values behind these references from the secret store; nulls are ignored. */
export function* clearSecrets({ refs }: { readonly refs: readonly (SecretRef | null)[] }): SagaGenerator<void> {
  const secrets = yield* port('secrets');
  const present = refs.filter((ref) => ref !== null);
  if (present.length > 0) yield* call(secrets.clear, present);
}

function* noteGeneration(grant: Grant): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* call(storage.write, 'generation', String(grant.generation));
}

export const sessionActions: Actions<typeof sessionMachine> = {
  clearSecrets,
  *postSignedIn({ grant }) {
    const peers = yield* port('peers');
    yield* noteGeneration(grant);
    yield* call(peers.post, { type: 'signedIn', tokenIdentifier: grant.tokenIdentifier });
  },
  *postRenewed({ grant }) {
    const peers = yield* port('peers');
    yield* call(peers.post, { type: 'renewed', grant });
  },
  *postUser({ grant, user }) {
    const peers = yield* port('peers');
    yield* call(peers.post, { type: 'user', tokenIdentifier: grant.tokenIdentifier, user });
  },
  *publishRenewal({ grant }) {
    yield* put(tokenRenewed({ generation: grant.generation }));
  },
  *publishRenewalFailure({ error }) {
    yield* put(renewalFailed({ failure: failureOf(error) }));
  },
  *postSignedOut({ grant, reason, pendingSignOut }) {
    if (grant === null) return;
    const peers = yield* port('peers');
    yield* call(peers.post, {
      type: 'signedOut',
      tokenIdentifier: grant.tokenIdentifier,
      reason: forOtherTabs(reason),
      pendingSignOut,
    });
  },
};

/** A mistyped address in this tab does not concern the others: to them the user signed out. */
function forOtherTabs(reason: SignedOutReason): PeerSignOutReason {
  if (reason === 'invalid_url') return 'signed_out';
  return reason ?? 'expired';
}

/**
 * The step of an unfinished sign-in that a reload interrupted. The page has lost the password and the token, so the
 * form explains what happened; only the names and the step are kept, in this tab.
 */
import { port } from '../../base/ports/ports';
import { call, type SagaGenerator } from '../../base/runtime/effects';
import { OPEN_STEPS, type OpenStep } from './signIn.selectors';

export interface UnfinishedSignIn {
  readonly step: OpenStep;
  /** Key of the step's entry in the history. */
  readonly key: string;
  readonly userName: string;
  readonly organizationCode: string;
}

/** Remembers the step; null once it is over. */
export function* saveUnfinished(unfinished: UnfinishedSignIn | null): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* call(storage.write, 'unfinishedSignIn', unfinished && JSON.stringify(unfinished));
}

/** The step that was interrupted; null if there was none. */
export function* loadUnfinished(): SagaGenerator<UnfinishedSignIn | null> {
  const storage = yield* port('storage');
  return parseUnfinished(yield* call(storage.read, 'unfinishedSignIn'));
}

/** Null for null and for text that is not such a step. */
function parseUnfinished(stored: string | null): UnfinishedSignIn | null {
  try {
    const { step, key, userName, organizationCode } = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    const known = OPEN_STEPS.find((one) => one === step);
    if (known === undefined) return null;
    return { step: known, key: String(key), userName: String(userName), organizationCode: String(organizationCode) };
  } catch {
    return null;
  }
}

/** Who signed in here last: the form is filled with it. A fact for comfort, so anything unreadable counts as nothing. */
import { call, type SagaGenerator } from '../effects';
import type { NewSession } from '../../machines/signIn/signIn.types';
import { port } from '../ports';
import { rememberSso } from '../session/ssoMemory.saga';

export interface SignInNames {
  readonly userName: string;
  readonly organizationCode: string;
}

const NOBODY: SignInNames = { userName: '', organizationCode: '' };

export function* storeSession({ userName, organizationCode, sso }: NewSession): SagaGenerator<void> {
  yield* rememberSso(sso);
  const storage = yield* port('storage');
  yield* call(storage.write, 'lastSignIn', JSON.stringify({ userName, organizationCode }));
}

export function* recallLastSignIn(): SagaGenerator<SignInNames> {
  const storage = yield* port('storage');
  return parseNames(yield* call(storage.read, 'lastSignIn'));
}

export function parseNames(stored: string | null): SignInNames {
  if (stored === null) return NOBODY;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null) return NOBODY;
    const { userName, organizationCode } = value as Record<string, unknown>;
    return typeof userName === 'string' && typeof organizationCode === 'string'
      ? { userName, organizationCode }
      : NOBODY;
  } catch {
    return NOBODY;
  }
}

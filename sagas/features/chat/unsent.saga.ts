/**
 * Drafts and unanswered messages, kept in the browser for the next page of the same user. Other users of the browser
 * neither see nor lose them.
 */
import { port } from '../../base/ports/ports';
import { call, select, type SagaGenerator } from '../../base/runtime/effects';
import { selectUser } from '../../session/session.selectors';
import type { Failure } from '../../../machines/failure';
import type { OutgoingMessage, OutgoingFile } from '../../../machines/chatOutbox/chatOutbox.machine';
import type { Draft } from './chat.slice';

/** `failure` is why the server refused it; null while it is to be sent. */
interface StoredMessage extends OutgoingMessage {
  readonly failure: Failure | null;
}

export interface Unsent {
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly outbox: readonly StoredMessage[];
}

const NOTHING: Unsent = { drafts: {}, outbox: [] };
/** Users of one browser; those who wrote last are kept. */
const MAX_PEOPLE = 20;

type Known = Readonly<Record<string, unknown>>;
const known = (value: unknown): Known => (typeof value === 'object' && value !== null ? (value as Known) : {});
const isText = (value: unknown): value is string => typeof value === 'string';

function fileOf(value: unknown): OutgoingFile | null {
  const { chatFileId, fileName, size } = known(value);
  return isText(chatFileId) && isText(fileName) && typeof size === 'number' ? { chatFileId, fileName, size } : null;
}

/** What its sentence needs. */
function failureOf(value: unknown): Failure | null {
  if (value === undefined || value === null) return null;
  const { kind, status, code, message, requestId } = known(value);
  const id = isText(requestId) ? { requestId } : {};
  if (kind === 'unauthorized') return { kind, ...id };
  if (kind === 'refused' && isText(message) && isText(code) && typeof status === 'number')
    return { kind, status, code, message, ...id };
  return { kind: 'unknown', status: null, ...id };
}

/** Storage may contain any text. */
function unsentOf(value: unknown): Unsent {
  const { drafts, outbox } = known(value);
  return {
    drafts: Object.fromEntries(
      Object.entries(known(drafts)).flatMap(([id, draft]) => {
        const { text, file } = known(draft);
        return isText(text) ? [[id, { text, file: fileOf(file) }]] : [];
      }),
    ),
    outbox: (Array.isArray(outbox) ? outbox : []).flatMap((each: unknown) => {
      const { requestId, candidateId, text, file, at, failure } = known(each);
      return isText(requestId) && isText(candidateId) && isText(text) && typeof at === 'number'
        ? [{ requestId, candidateId, text, file: fileOf(file), at, failure: failureOf(failure) }]
        : [];
    }),
  };
}

function* readAll(): SagaGenerator<Known> {
  const storage = yield* port('storage');
  try {
    return known(JSON.parse((yield* call(storage.read, 'chatUnsent')) ?? '{}'));
  } catch {
    return {};
  }
}

/** Of the signed-in user. */
export function* loadUnsent(): SagaGenerator<Unsent> {
  const user = yield* select(selectUser);
  return user === null ? NOTHING : unsentOf((yield* readAll())[user.userId]);
}

/** Not cached, because other tabs write to the same key. */
export function* changeUnsent(change: (unsent: Unsent) => Unsent): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (user === null) return;
  const storage = yield* port('storage');
  const { [user.userId]: own, ...others } = yield* readAll();
  const { drafts, outbox } = change(unsentOf(own));
  const written = Object.entries(drafts).filter(([, { text, file }]) => text !== '' || file !== null);
  const isEmpty = written.length === 0 && outbox.length === 0;
  const kept = Object.entries(others).slice(1 - MAX_PEOPLE);
  const all = isEmpty ? kept : [...kept, [user.userId, { drafts: Object.fromEntries(written), outbox }] as const];
  yield* call(storage.write, 'chatUnsent', all.length === 0 ? null : JSON.stringify(Object.fromEntries(all)));
}

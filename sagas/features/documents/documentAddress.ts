/**
 * The only calls the viewer may make. Saved state could be written by anyone, and its call would be sent with the
 * user's token.
 */
import type { EndpointName } from '../../../contract/endpoints';
import { UUID_PATTERN, isCanonicalUuid } from '../../../contract/base/uuid';
import { endpoints, type ClientEndpoint } from '../../base/http/clientEndpoints';
import { isRecord, parsed } from '../../base/json';

export const DOCUMENT_KINDS = ['complianceDocument', 'invoice', 'broadcast'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export type DocumentAddress =
  | { readonly kind: 'complianceDocument' | 'invoice'; readonly id: string }
  | { readonly kind: 'broadcast'; readonly id: string; readonly tenantId: string };

const PREVIEWS = {
  complianceDocument: 'complianceDocumentPreview',
  invoice: 'invoicePreview',
  broadcast: 'previewBroadcastDocument',
} as const satisfies Record<DocumentKind, EndpointName>;

const SAVED_MAX_LENGTH = 500;
const KEPT_STEPS = 50;

const endpointOf = (kind: DocumentKind): ClientEndpoint => endpoints[PREVIEWS[kind]];

/** For saved state: `{method, path, body}`. */
export function savePreview(address: DocumentAddress): string {
  const { method, path } = endpointOf(address.kind);
  const body = address.kind === 'broadcast' ? { entityId: address.id, tenantId: address.tenantId } : null;
  return JSON.stringify({ method, path: path.replace(/\{\w+\}/, address.id), body });
}

/** The document requested by saved state; null unless it has exactly the shape of a call in the table above. */
export function readPreview(saved: string | null): DocumentAddress | null {
  if (saved === null || saved.length > SAVED_MAX_LENGTH) return null;
  const request = requestIn(saved);
  if (request === null) return null;
  for (const kind of DOCUMENT_KINDS) {
    const { method } = endpointOf(kind);
    const address = request.method === method ? addressOf(kind, request) : null;
    if (address !== null) return address;
  }
  return null;
}

/** The key of a step of the history, and the saved state of its document. */
type SavedStep = readonly [key: string, saved: string];

/** For saved state: the steps, the newest last, with what this one shows now. */
export function saveStep(steps: string | null, key: string, saved: string): string {
  const others = stepsIn(steps).filter(([other]) => other !== key);
  return JSON.stringify([...others, [key, saved]].slice(-KEPT_STEPS));
}

/** The saved state of the document that this step has shown; null if it is not known. */
export function savedAtStep(steps: string | null, key: string): string | null {
  return stepsIn(steps).find(([other]) => other === key)?.[1] ?? null;
}

function stepsIn(steps: string | null): readonly SavedStep[] {
  const value = parsed(steps ?? '');
  return Array.isArray(value) ? value.filter(isSavedStep) : [];
}

const isSavedStep = (value: unknown): value is SavedStep =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

interface SavedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

function addressOf(kind: DocumentKind, { path: request, body }: SavedRequest): DocumentAddress | null {
  const { path } = endpointOf(kind);
  if (kind === 'broadcast') return request === path ? broadcastIn(body) : null;
  const id = new RegExp(`^${path.replace(/\{\w+\}/, `(${UUID_PATTERN})`)}$`).exec(request)?.[1];
  return id !== undefined && body == null ? { kind, id } : null;
}

function broadcastIn(body: unknown): DocumentAddress | null {
  if (!isRecord(body)) return null;
  const { entityId, tenantId, ...others } = body;
  if (Object.keys(others).length > 0 || typeof entityId !== 'string' || typeof tenantId !== 'string') return null;
  const areIds = isCanonicalUuid(entityId) && isCanonicalUuid(tenantId);
  return areIds ? { kind: 'broadcast', id: entityId, tenantId } : null;
}

function requestIn(saved: string): SavedRequest | null {
  const value = parsed(saved);
  if (!isRecord(value)) return null;
  const { method, path, body, ...others } = value;
  if (Object.keys(others).length > 0) return null;
  return typeof method === 'string' && typeof path === 'string' ? { method, path, body } : null;
}

/**
 * The only calls the viewer may make. Saved state could be written by anyone, and its call would be sent with the
 * user's token.
 */
import type { EndpointName } from '../../../contract/endpoints';
import { endpoints, type ClientEndpoint } from '../../base/http/clientEndpoints';

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

const ID = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
const WHOLE_ID = new RegExp(`^${ID}$`);
const SAVED_MAX_LENGTH = 500;

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
  const request = parsed(saved);
  if (request === null) return null;
  for (const kind of DOCUMENT_KINDS) {
    const { method } = endpointOf(kind);
    const address = request.method === method ? addressOf(kind, request) : null;
    if (address !== null) return address;
  }
  return null;
}

interface SavedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

function addressOf(kind: DocumentKind, { path: request, body }: SavedRequest): DocumentAddress | null {
  const { path } = endpointOf(kind);
  if (kind === 'broadcast') return request === path ? broadcastIn(body) : null;
  const id = new RegExp(`^${path.replace(/\{\w+\}/, ID)}$`).exec(request)?.[1];
  return id !== undefined && body == null ? { kind, id } : null;
}

function broadcastIn(body: unknown): DocumentAddress | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const { entityId, tenantId, ...others } = body as Readonly<Record<string, unknown>>;
  if (Object.keys(others).length > 0 || typeof entityId !== 'string' || typeof tenantId !== 'string') return null;
  const areIds = WHOLE_ID.test(entityId) && WHOLE_ID.test(tenantId);
  return areIds ? { kind: 'broadcast', id: entityId, tenantId } : null;
}

function parsed(saved: string): SavedRequest | null {
  let value: unknown;
  try {
    value = JSON.parse(saved);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { method, path, body, ...others } = value as Readonly<Record<string, unknown>>;
  if (Object.keys(others).length > 0) return null;
  return typeof method === 'string' && typeof path === 'string' ? { method, path, body } : null;
}

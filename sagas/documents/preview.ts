/**
 * Which calls the viewer makes, and no others: what it finds in saved state may have been written by anybody, and
 * would otherwise be sent with the person's token.
 */
import type { Endpoint, EndpointName } from '../../contract';
import { endpoints } from '../../contract/endpoints';

export const DOCUMENT_KINDS = ['complianceDocument', 'invoice'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export interface DocumentAddress {
  readonly kind: DocumentKind;
  readonly id: string;
}

const PREVIEWS = {
  complianceDocument: 'complianceDocumentPreview',
  invoice: 'invoicePreview',
} as const satisfies Record<DocumentKind, EndpointName>;

const ID = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
const SAVED_MAX_LENGTH = 500;

const endpointOf = (kind: DocumentKind): Endpoint => endpoints[PREVIEWS[kind]];

/** For saved state: `{method, path, body}`. */
export function savePreview({ kind, id }: DocumentAddress): string {
  const { method, path } = endpointOf(kind);
  return JSON.stringify({ method, path: path.replace(/\{\w+\}/, id), body: null });
}

/** The document that saved state asks for; null unless it has exactly the shape of a call in the table above. */
export function readPreview(saved: string | null): DocumentAddress | null {
  if (saved === null || saved.length > SAVED_MAX_LENGTH) return null;
  const asked = parsed(saved);
  if (asked === null) return null;
  for (const kind of DOCUMENT_KINDS) {
    const { method, path } = endpointOf(kind);
    const id = new RegExp(`^${path.replace(/\{\w+\}/, ID)}$`).exec(asked.path)?.[1];
    if (asked.method === method && id !== undefined) return { kind, id };
  }
  return null;
}

function parsed(saved: string): { readonly method: string; readonly path: string } | null {
  let value: unknown;
  try {
    value = JSON.parse(saved);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { method, path, body, ...others } = value as Readonly<Record<string, unknown>>;
  if (Object.keys(others).length > 0 || (body !== undefined && body !== null)) return null;
  return typeof method === 'string' && typeof path === 'string' ? { method, path } : null;
}

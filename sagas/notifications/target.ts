/** Where a notification leads, for whoever reads it. Pure, and total: an address, or the reason why there is none. */
import type { UserInfo } from '../../contract';
import { NO_DOCUMENT, type ChatItem, type Notification } from '../../contract/notifications';
import { isPdf } from '../broadcasts/live.rules';
import type { DocumentAddress } from '../documents/preview';
import { narrowedTo, pathTo } from '../lists/list.address';
import { searchOf } from '../lists/query.text';
import { ROUTES, rootOf } from '../shell/routes/resolve';
import { isAllowed } from '../shell/routes/route.types';
import { LEADS, type ListTarget } from './target.rules';

export type Target =
  | { readonly kind: 'page'; readonly to: string }
  /** What is new stands in a document, which is downloaded, and shown where it is a PDF that is kept for its readers. */
  | { readonly kind: 'document'; readonly name: string; readonly shown: DocumentAddress | null }
  /** It says all there is to say. */
  | { readonly kind: 'message' }
  /** There is something, and this person cannot open it. */
  | { readonly kind: 'none'; readonly reason: string };

/** `carried` is the part of the query that stays from page to page. */
export function targetOf(user: UserInfo, notification: Notification, carried = ''): Target {
  const leads = LEADS[notification.subCategoryCode];
  const { releaseNotes, documentName: name, entityId: id, tenantId } = notification;
  if (name !== NO_DOCUMENT && (releaseNotes || tenantId)) {
    return { kind: 'document', name, shown: tenantId && isPdf(name) ? { kind: 'broadcast', id, tenantId } : null };
  }
  if (leads.kind === 'message') return leads;
  const to = leads.kind === 'page' ? pageAt(user, leads.path, carried) : listAt(user, leads, notification, carried);
  if (to !== null) return { kind: 'page', to };
  return {
    kind: 'none',
    reason: `You do not have access to ${leads.noun}. Please ask your administrator if you need it.`,
  };
}

/** The candidate somebody writes about. */
export function chatTargetOf(user: UserInfo, item: ChatItem, carried = ''): string | null {
  const path = pathTo(user, 'candidates');
  return path === null ? null : narrowedTo(path, { q: item.candidateName ?? '', filters: {} }, carried);
}

/** The address of a page of the person's own root, if they may open it. */
function pageAt(user: UserInfo, path: string, carried = ''): string | null {
  const root = rootOf(user);
  const isOpen = ROUTES[root].some((route) => route.path === path && isAllowed(route, user));
  return isOpen ? `/${root}/${path}${carried}` : null;
}

function listAt(user: UserInfo, target: ListTarget, notification: Notification, carried: string): string | null {
  if (target.needs !== undefined && !user.permissions.includes(target.needs)) return null;
  const list = target.lists.find((each) => pathTo(user, each) !== null);
  const path = list !== undefined ? pathTo(user, list) : target.path === undefined ? null : pageAt(user, target.path);
  if (path === null) return null;
  const { candidateFirstName, candidateLastName } = notification;
  const facts = { ...notification, name: `${candidateFirstName ?? ''} ${candidateLastName ?? ''}`.trim() };
  const params = new URLSearchParams(carried);
  for (const [name, value] of Object.entries(target.extra?.(facts) ?? {})) params.set(name, value);
  const narrowed = { q: target.q?.(facts) ?? '', filters: target.filters?.(facts) ?? {} };
  return narrowedTo(path, narrowed, searchOf(params));
}

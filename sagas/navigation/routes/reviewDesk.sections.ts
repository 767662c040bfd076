/** The review desk, where documents are looked at one after the other. */
import type { ListView } from './route.types';

export const REVIEW_DESK_PATH = 'compliance/reviewdesk';
/** In the address of the desk: the document on it. */
export const DESK_PARAM = 'document';
/** The documents that wait: a list, and the queue of the desk. */
export const REVIEW_LIST = {
  name: 'complianceDocuments',
  fixed: { documentStatus: ['PENDING_REVIEW'] },
} as const satisfies ListView;

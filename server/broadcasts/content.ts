/** A broadcast and a role update as notifications: what their readers' sockets and panels get. */
import { NO_DOCUMENT, SUB_CATEGORIES, type DisplayFrequency, type SubCategoryCode } from '../../contract';
import type { NotificationContent } from '../notifications/content';

type AboutNobody = Pick<
  NotificationContent,
  | 'candidateId'
  | 'jobId'
  | 'entityNumber'
  | 'candidateNumber'
  | 'jobNumber'
  | 'candidateFirstName'
  | 'candidateLastName'
  | 'recruiterId'
  | 'availableForLog'
>;
const NOBODY: AboutNobody = {
  candidateId: null,
  jobId: null,
  entityNumber: null,
  candidateNumber: null,
  jobNumber: null,
  candidateFirstName: null,
  candidateLastName: null,
  recruiterId: null,
  availableForLog: false,
};

export interface SpokenBroadcast {
  readonly id: string;
  readonly tenant_id: string;
  readonly subject: string;
  readonly template: string;
  readonly display_frequency: DisplayFrequency;
  readonly sticky: boolean;
  readonly release_notes: boolean;
  readonly force_logout: boolean;
  readonly documentName: string | null;
}

const named = (what: SubCategoryCode) => ({
  categoryCode: SUB_CATEGORIES[what].category,
  subCategoryCode: what,
  subCategoryName: SUB_CATEGORIES[what].name,
});

export const broadcastContent = (broadcast: SpokenBroadcast): NotificationContent => ({
  ...named(broadcast.release_notes ? 'RELEASE_NOTES' : 'BROADCAST'),
  ...NOBODY,
  subject: broadcast.subject,
  template: broadcast.template,
  entityId: broadcast.id,
  tenantId: broadcast.tenant_id,
  stickyNotification: broadcast.sticky,
  releaseNotes: broadcast.release_notes,
  displayFrequency: broadcast.display_frequency,
  forceLogout: broadcast.force_logout,
  messageTags: [],
  documentName: broadcast.documentName ?? NO_DOCUMENT,
});

export const roleUpdateContent = (update: {
  readonly id: string;
  readonly subject: string;
  readonly template: string;
}): NotificationContent => ({
  ...named('ROLE_PERMISSION_UPDATE'),
  ...NOBODY,
  subject: update.subject,
  template: update.template,
  entityId: update.id,
  stickyNotification: false,
  releaseNotes: false,
  displayFrequency: null,
  forceLogout: false,
  messageTags: [],
  documentName: NO_DOCUMENT,
});

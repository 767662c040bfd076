/** The content of a notification, the same for all recipients. */
import { NO_DOCUMENT } from '../../../contract/notifications/categories';
import { SUB_CATEGORIES, type SubCategoryCode } from '../../../contract/notifications/kinds';
import type { Notification } from '../../../contract/notifications/notification';
import type { DomainEvent } from './events';
import type { Facts } from './facts';
import { paragraphs, plainText } from './markup';
import { NOTIFICATION_TEXTS, type NotificationText } from './templates';

/** A notification without the fields that differ per recipient. */
export type NotificationContent = Omit<
  Notification,
  'id' | 'sequence' | 'notificationDate' | 'notificationDateWithZone'
>;

/** Their toasts stay until they are dismissed or acted on. */
const STICKY: readonly SubCategoryCode[] = ['EARLY_TERMINATION', 'DOCUMENT_EXPIRING', 'BROADCAST', 'BOARD_ALARM'];

/** The notification of an event, as its recipients get it. */
export function contentOf(event: DomainEvent, facts: Facts): NotificationContent {
  const { what } = event;
  const { name, category } = SUB_CATEGORIES[what];
  const { subject, template, tags } = wordingOf(event, facts);
  return {
    categoryCode: category,
    subCategoryCode: what,
    subCategoryName: name,
    subject,
    template,
    entityId: facts.entityId,
    candidateId: facts.candidateId,
    jobId: facts.jobId,
    entityNumber: facts.entityNumber,
    candidateNumber: facts.candidateNumber,
    jobNumber: facts.jobNumber,
    candidateFirstName: facts.firstName,
    candidateLastName: facts.lastName,
    recruiterId: facts.recruiterId,
    availableForLog: what === 'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG',
    recordKey: recordKeyOf(what, facts),
    stickyNotification: STICKY.includes(what),
    releaseNotes: what === 'RELEASE_NOTES',
    displayFrequency: null,
    forceLogout: false,
    messageTags: [...tags],
    documentName: (event.kind === 'company' ? event.documentName : undefined) ?? NO_DOCUMENT,
  };
}

function wordingOf(event: DomainEvent, facts: Facts): NotificationText {
  if (event.kind !== 'company') return NOTIFICATION_TEXTS[event.what](facts);
  return { subject: event.subject.replace(/\s+/g, ' ').trim(), template: paragraphs(event.text), tags: [] };
}

/** Kinds of the submissions' tab that are about candidates without a submission. */
const MATCHES: readonly SubCategoryCode[] = [
  'PREFERRED_CLIENT_MATCHING',
  'MOBILE_CANDIDATE_REGISTRATION',
  'FACEBOOK_REGISTRATION',
  'LEAP_PROFILE_CREATED',
];

/** The record that a notification is about; those of one record in one tab are one row of the panel. */
function recordKeyOf(what: SubCategoryCode, { entityId, jobId, candidateId }: Facts): string | null {
  const named = (kind: string, id: string | null) => (id === null ? null : `${kind}:${id}`);
  if (what === 'TASK_DUE') return named('task', entityId);
  if (what === 'BOARD_ALARM') return named('alarm', entityId);
  switch (SUB_CATEGORIES[what].category) {
    case 'JOBSORDERS':
    case 'JOB':
      return named('job', jobId);
    case 'SUBMISSIONS':
      return MATCHES.includes(what) ? named('candidate', candidateId) : named('submission', entityId);
    case 'COMPLIANCE':
      return named('candidate', candidateId);
    case 'ASSIGNMENTS':
      return named('assignment', entityId);
    case 'BACK_OFFICE':
      return named(what === 'INVOICE_ISSUED' || what === 'INVOICE_PAST_DUE' ? 'invoice' : 'timesheet', entityId);
    case 'BROADCAST':
    case 'COMPANY':
      return null;
  }
}

/** The text that keyword search matches. */
export function searchText(content: NotificationContent): string {
  const { subject, template, subCategoryName, messageTags, candidateFirstName, candidateLastName } = content;
  const names = [candidateFirstName, candidateLastName].filter((name) => name !== null);
  return [subject, plainText(template), subCategoryName, ...messageTags.map(({ text }) => text), ...names]
    .join('\n')
    .toLowerCase();
}

type SubjectFields = Pick<
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
/** For notifications that are about no candidate, job or other row. */
export const NO_SUBJECT: SubjectFields = {
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

/** The codes and the name of a kind of notification. */
export const subCategory = (what: SubCategoryCode) => ({
  categoryCode: SUB_CATEGORIES[what].category,
  subCategoryCode: what,
  subCategoryName: SUB_CATEGORIES[what].name,
});

/** What a notification says, the same for all its readers; who reads it adds a place and a date. */
import { NO_DOCUMENT, SUB_CATEGORIES, type Notification, type SubCategoryCode } from '../../contract';
import type { DomainEvent } from './events';
import type { Facts } from './facts';
import { paragraphs, plainText } from './markup';
import { WORDS, type Wording } from './templates';

/** A notification without what is its reader's own. */
export type NotificationContent = Omit<
  Notification,
  'id' | 'sequence' | 'notificationDate' | 'notificationDateWithZone'
>;

/** They stay on the screen until somebody has seen them. */
const STICKY: readonly SubCategoryCode[] = ['EARLY_TERMINATION', 'DOCUMENT_EXPIRING', 'BROADCAST'];

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
    stickyNotification: STICKY.includes(what),
    releaseNotes: what === 'RELEASE_NOTES',
    displayFrequency: null,
    forceLogout: false,
    messageTags: [...tags],
    documentName: (event.kind === 'company' ? event.documentName : undefined) ?? NO_DOCUMENT,
  };
}

function wordingOf(event: DomainEvent, facts: Facts): Wording {
  if (event.kind !== 'company') return WORDS[event.what](facts);
  return { subject: event.subject.replace(/\s+/g, ' ').trim(), template: paragraphs(event.text), tags: [] };
}

/** What a keyword is looked for in. */
export function searchText(content: NotificationContent): string {
  const { subject, template, subCategoryName, messageTags, candidateFirstName, candidateLastName } = content;
  const names = [candidateFirstName, candidateLastName].filter((name) => name !== null);
  return [subject, plainText(template), subCategoryName, ...messageTags.map(({ text }) => text), ...names]
    .join('\n')
    .toLowerCase();
}

/** MM-DD-YYYY hh:mm:ss and the zone in four characters. */
export function dateWithZone(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T');
  const [year, month, dayOfMonth] = day.split('-');
  return `${month}-${dayOfMonth}-${year} ${time.slice(0, 8)} UTC`;
}

/** Describes the effect of following and muting. Pure. */
import type { FollowMode } from '../../../contract/notifications/channels.endpoints';

const NOUNS: Readonly<Record<string, string>> = {
  job: 'this job',
  candidate: 'this candidate',
  submission: 'this submission',
  assignment: 'this assignment',
  document: 'this document',
  timesheet: 'this timesheet',
  invoice: 'this invoice',
  facility: 'this facility',
  supplier: 'this supplier',
  kind: 'notifications of this kind',
};

/** 'job:…' is a job, for the middle of a sentence. */
const nounOf = (subject: string): string => NOUNS[subject.split(':', 1)[0] ?? ''] ?? 'this';

/** The effect as a sentence; null is neither followed nor muted. */
export function followText(subject: string, mode: FollowMode | null): string {
  const noun = nounOf(subject);
  const isKind = subject.startsWith('kind:');
  const isWide = isKind || /^(facility|supplier):/.test(subject);
  switch (mode) {
    case 'FOLLOW':
      return isKind
        ? 'You get all notifications of this kind that concern you, including those that your preferences exclude.'
        : `You get everything about ${noun}, including what is muted elsewhere.`;
    case 'MUTE':
      return `You get nothing about ${noun}, except what is required${isWide ? ' and what you follow separately' : ''}, which comes without a toast or a push notification.`;
    case null:
      return `Your rules and preferences decide about ${noun}.`;
  }
}

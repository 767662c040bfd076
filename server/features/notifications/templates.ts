/** The texts of all notifications: a subject, a short text, and up to three tags. */
import type { SubCategoryCode } from '../../../contract/notifications/kinds';
import type { Notification } from '../../../contract/notifications/notification';
import type { Facts } from './facts';
import { dueText, moneyText, statusText, text } from './markup';

export type MessageTag = Notification['messageTags'][number];

export interface NotificationText {
  readonly subject: string;
  /** HTML with every value escaped. */
  readonly template: string;
  readonly tags: readonly MessageTag[];
}

/** Dark enough for white text. */
const COLOR = {
  good: '#1b7f4b',
  bad: '#b3261e',
  warn: '#8a5300',
  info: '#1f5fa8',
  plain: '#5a6472',
} as const;
const tag = (text: string, color: keyof typeof COLOR): MessageTag => ({ text, color: COLOR[color] });

const who = ({ firstName, lastName }: Facts): string => `${firstName ?? ''} ${lastName ?? ''}`.trim();
const jobNumber = ({ jobNumber }: Facts): string => `Job ${jobNumber ?? ''}`.trim();
const reasonTag = ({ reason }: Facts): readonly MessageTag[] => (reason === null ? [] : [tag(reason, 'plain')]);

type Words = (facts: Facts) => NotificationText;

export const NOTIFICATION_TEXTS: Readonly<
  Record<Exclude<SubCategoryCode, 'COMPANY' | 'BROADCAST' | 'RELEASE_NOTES' | 'ROLE_PERMISSION_UPDATE'>, Words>
> = {
  NEW_JOB_POSTED: (f) => ({
    subject: `New job: ${f.jobTitle} at ${f.facility}`,
    template: text`<p><strong>${f.facility}</strong> is looking for ${f.jobTitle}, to start ${dueText(f.day)}, at up to ${moneyText(f.cents)} an hour.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('New', 'good')],
  }),
  JOB_UPDATED: (f) => ({
    subject: `${jobNumber(f)} was updated: ${f.jobTitle}`,
    template: text`<p>The job ${f.jobTitle} at <strong>${f.facility}</strong> has changed. It now starts ${dueText(f.day)} and pays up to ${moneyText(f.cents)} an hour.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag(statusText(f.status), 'plain')],
  }),
  JOB_CLOSED: (f) => ({
    subject: `${jobNumber(f)} is closed: ${f.jobTitle}`,
    template: text`<p>The job ${f.jobTitle} at <strong>${f.facility}</strong> is closed and takes no more submissions.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Closed', 'plain'), ...reasonTag(f)],
  }),
  AUTOMATED_JOB_UPDATES: (f) => ({
    subject: `Job changed automatically: ${f.jobTitle}`,
    template: text`<p>${jobNumber(f)} at <strong>${f.facility}</strong> was changed automatically and is now: ${statusText(f.status)}. See the list of jobs for all changes of today.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Automatic', 'plain')],
  }),
  CANDIDATE_JOB_MATCHING: (f) => ({
    subject: `${who(f)} matches ${jobNumber(f)}`,
    template: text`<p><strong>${who(f)}</strong> fits ${f.jobTitle} at ${f.facility} and is available from ${dueText(f.day)}.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Match', 'good')],
  }),
  CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG: (f) => ({
    subject: `Availability of ${who(f)} for ${jobNumber(f)}`,
    template: text`<p><strong>${who(f)}</strong> has said when they are available for ${f.jobTitle} at ${f.facility}: from ${dueText(f.day)}.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Availability', 'plain')],
  }),
  BOARD_ALARM: (f) => ({
    subject: f.status === 'ESCALATED' ? `Not acknowledged: ${f.name}` : `Alarm: ${f.name}`,
    template: text`<p>${f.reason}</p>`,
    tags: [tag(f.status === 'ESCALATED' ? 'Escalated' : 'Alarm', 'bad')],
  }),
  TASK_DUE: (f) => ({
    subject: `Task due ${dueText(f.day)}: ${f.name}`,
    template: text`<p>This task is assigned to you. Mark it as done once it is.</p>`,
    tags: [],
  }),
  SUBMISSION_CREATED: (f) => ({
    subject: `${who(f)} was submitted to ${jobNumber(f)}`,
    template: text`<p><strong>${f.supplier}</strong> has submitted ${who(f)} for ${f.jobTitle} at ${f.facility}, at ${moneyText(f.cents)} an hour, available from ${dueText(f.day)}.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Submitted', 'plain')],
  }),
  SUBMISSION_STATUS_CHANGED: (f) => ({
    subject: `${who(f)}: ${statusText(f.status)}`,
    template: text`<p>The submission of <strong>${who(f)}</strong> to ${f.jobTitle} at ${f.facility} is now: ${statusText(f.status)}.</p>`,
    tags: [
      tag(jobNumber(f), 'info'),
      tag(statusText(f.status), f.status === 'QUALIFIED' ? 'good' : 'bad'),
      ...reasonTag(f),
    ],
  }),
  INTERVIEW_SCHEDULED: (f) => ({
    subject: `Interview with ${who(f)} for ${jobNumber(f)}`,
    template: text`<p><strong>${f.facility}</strong> will interview ${who(f)} for ${f.jobTitle}${f.day === null ? '' : ` on ${dueText(f.day)}`}.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Interview', 'warn')],
  }),
  OFFER_MADE: (f) => ({
    subject: `${who(f)} has an offer for ${jobNumber(f)}`,
    template: text`<p><strong>${f.facility}</strong> offers ${who(f)} the job ${f.jobTitle} at ${moneyText(f.cents)} an hour. An answer is needed.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Offer', 'warn')],
  }),
  OFFER_ACCEPTED: (f) => ({
    subject: `${who(f)} has accepted the offer for ${jobNumber(f)}`,
    template: text`<p><strong>${who(f)}</strong> of ${f.supplier} has accepted ${f.jobTitle} at ${f.facility}.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Accepted', 'good')],
  }),
  DEAL_APPROVAL_STATUS: (f) => ({
    subject: `Deal sheet of ${who(f)} was approved`,
    template: text`<p>The deal sheet of <strong>${who(f)}</strong> for ${f.jobTitle} at ${f.facility} was approved at ${moneyText(f.cents)} an hour.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Deal sheet', 'plain')],
  }),
  PREFERRED_CLIENT_MATCHING: (f) => ({
    subject: `${who(f)} prefers ${f.facility}`,
    template: text`<p><strong>${who(f)}</strong> prefers to work at ${f.facility}, which is looking for ${f.jobTitle}.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Preferred', 'good')],
  }),
  MOBILE_CANDIDATE_REGISTRATION: (f) => registered(f, 'with the mobile app'),
  FACEBOOK_REGISTRATION: (f) => registered(f, 'with Facebook'),
  LEAP_PROFILE_CREATED: (f) => registered(f, 'with a Leap profile'),
  DOCUMENT_UPLOADED: (f) => ({
    subject: `Review needed: ${f.name} of ${who(f)}`,
    template: text`<p><strong>${f.supplier}</strong> has uploaded ${f.name} of ${who(f)} for ${f.jobTitle} at ${f.facility}. Please review it.</p>`,
    tags: [tag(f.name ?? 'Document', 'info'), tag('To review', 'warn')],
  }),
  DOCUMENT_DECLINED: (f) => ({
    subject: `${f.name} of ${who(f)} was declined`,
    template: text`<p>${f.name} of <strong>${who(f)}</strong> was declined: ${f.reason ?? 'no reason was given'}. Please upload it again.</p>`,
    tags: [tag(f.name ?? 'Document', 'info'), tag('Declined', 'bad')],
  }),
  DOCUMENT_EXPIRING: (f) => {
    const [verb, when] = f.status === 'EXPIRED' ? ['expired', 'now'] : ['expires', 'before that date'];
    return {
      subject: `${f.name} of ${who(f)} ${verb} ${dueText(f.day)}`,
      template: text`<p>${f.name} of <strong>${who(f)}</strong>, who works at ${f.facility}, ${verb} ${dueText(f.day)}. Please upload a new one ${when}.</p>`,
      tags: [tag(f.name ?? 'Document', 'info'), tag(dueText(f.day), 'bad')],
    };
  },
  COMPLIANCE_VERIFIED: (f) => ({
    subject: `${f.name} of ${who(f)} is verified`,
    template: text`<p>${f.name} of <strong>${who(f)}</strong> for ${f.jobTitle} at ${f.facility} was verified.</p>`,
    tags: [tag(f.name ?? 'Document', 'info'), tag('Verified', 'good')],
  }),
  ASSIGNMENT_BOOKED: (f) => ({
    subject: `${who(f)} is booked at ${f.facility}`,
    template: text`<p><strong>${who(f)}</strong> of ${f.supplier} is booked for ${f.jobTitle} at ${f.facility} from ${dueText(f.day)}.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Booked', 'good')],
  }),
  EXTENSION_DUE: (f) => ({
    subject: `Extend ${who(f)}? The assignment ends ${dueText(f.day)}`,
    template: text`<p>The assignment of <strong>${who(f)}</strong> at ${f.facility} ends ${dueText(f.day)}.${f.until === null ? '' : ` An extension until ${dueText(f.until)} has been requested.`} Please decide whether to extend it.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Extension', 'warn')],
  }),
  EARLY_TERMINATION: (f) => ({
    subject: `${who(f)} leaves ${f.facility} early`,
    template: text`<p>The assignment of <strong>${who(f)}</strong> at ${f.facility} has ended early, on ${dueText(f.day)}: ${f.reason ?? 'no reason was given'}.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Early termination', 'bad'), ...reasonTag(f)],
  }),
  ASSIGNMENT_CANCELLED: (f) => ({
    subject: `The assignment of ${who(f)} was cancelled`,
    template: text`<p><strong>${who(f)}</strong> will not start at ${f.facility}: ${f.reason ?? 'no reason was given'}.</p>`,
    tags: [tag(jobNumber(f), 'info'), tag('Cancelled', 'bad')],
  }),
  TIMESHEET_SUBMITTED: (f) => ({
    subject: `Timesheet ${f.name} of ${who(f)} was submitted`,
    template: text`<p><strong>${who(f)}</strong> at ${f.facility} has submitted the week ending ${dueText(f.day)}: ${moneyText(f.cents)}. Please approve it.</p>`,
    tags: [tag(`Week ending ${dueText(f.day)}`, 'info'), tag('To approve', 'warn')],
  }),
  TIMESHEET_DISPUTED: (f) => ({
    subject: `Timesheet ${f.name} of ${who(f)} is disputed`,
    template: text`<p>The week ending ${dueText(f.day)} of <strong>${who(f)}</strong> at ${f.facility} is disputed: ${f.reason ?? 'no reason was given'}.</p>`,
    tags: [tag(`Week ending ${dueText(f.day)}`, 'info'), tag('Disputed', 'bad')],
  }),
  JOURNAL_ALERT: (f) => ({
    subject: `Timesheet ${f.name} of ${who(f)} was adjusted`,
    template: text`<p>The week ending ${dueText(f.day)} of <strong>${who(f)}</strong> at ${f.facility} was adjusted after it was finalized. It now comes to ${moneyText(f.cents)}.</p>`,
    tags: [tag(`Week ending ${dueText(f.day)}`, 'info'), tag('Adjusted', 'warn')],
  }),
  INVOICE_ISSUED: (f) => ({
    subject: `Invoice ${f.name} for ${f.facility ?? f.supplier}`,
    template: text`<p>Invoice <strong>${f.name}</strong> for ${moneyText(f.cents)} was issued. It is due ${dueText(f.day)}.</p>`,
    tags: [tag(moneyText(f.cents), 'info'), tag(statusText(f.status), 'plain')],
  }),
  INVOICE_PAST_DUE: (f) => ({
    subject: `Invoice ${f.name} is past due`,
    template: text`<p>Invoice <strong>${f.name}</strong> of ${f.facility ?? f.supplier} for ${moneyText(f.cents)} was due ${dueText(f.day)} and is not paid.</p>`,
    tags: [tag(moneyText(f.cents), 'info'), tag('Past due', 'bad')],
  }),
};

function registered(f: Facts, how: string): NotificationText {
  return {
    subject: `${who(f)} has registered ${how}`,
    template: text`<p><strong>${who(f)}</strong>, ${f.jobTitle}, has registered ${how} with ${f.supplier}.</p>`,
    tags: [tag('New candidate', 'good')],
  };
}

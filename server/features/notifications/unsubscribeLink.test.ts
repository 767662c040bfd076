/** Links in mails that people keep for years go on to mean the kinds for which they were written. */
import { createHmac } from 'node:crypto';
import { unsubscribeLink, unsubscriptionOf } from './channels/links';

const keys = {
  mac: (purpose: string, text: string) => createHmac('sha256', 'k').update(`${purpose} ${text}`).digest(),
};
const userId = 'b0000000-0000-4000-8000-000000000001';
const ofNumbers = (numbers: string) =>
  `${userId}.${numbers}.${keys.mac('unsubscribe', `${userId}.${numbers}`).toString('base64url')}`;

/** By their number in a link. New kinds follow at the end. */
const NUMBERED = [
  ...['NEW_JOB_POSTED', 'JOB_UPDATED', 'JOB_CLOSED', 'AUTOMATED_JOB_UPDATES', 'CANDIDATE_JOB_MATCHING'],
  ...['CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG', 'TASK_DUE', 'SUBMISSION_CREATED', 'SUBMISSION_STATUS_CHANGED'],
  ...['INTERVIEW_SCHEDULED', 'OFFER_MADE', 'OFFER_ACCEPTED', 'DEAL_APPROVAL_STATUS', 'PREFERRED_CLIENT_MATCHING'],
  ...['MOBILE_CANDIDATE_REGISTRATION', 'FACEBOOK_REGISTRATION', 'LEAP_PROFILE_CREATED', 'DOCUMENT_UPLOADED'],
  ...['DOCUMENT_DECLINED', 'DOCUMENT_EXPIRING', 'COMPLIANCE_VERIFIED', 'ASSIGNMENT_BOOKED', 'EXTENSION_DUE'],
  ...['EARLY_TERMINATION', 'ASSIGNMENT_CANCELLED', 'TIMESHEET_SUBMITTED', 'TIMESHEET_DISPUTED', 'INVOICE_ISSUED'],
  ...['INVOICE_PAST_DUE', 'JOURNAL_ALERT', 'BROADCAST', 'RELEASE_NOTES', 'ROLE_PERMISSION_UPDATE', 'COMPANY'],
  'BOARD_ALARM',
];

test('a link stops the kinds that it named when it was sent', () => {
  expect(NUMBERED.map((_, number) => unsubscriptionOf(keys, ofNumbers(String(number)))?.kinds)).toEqual(
    NUMBERED.map((kind) => [kind]),
  );
});

test('a link names several kinds, and one that was changed is refused', () => {
  const link = unsubscribeLink(new URL('https://vms.example'), keys, { userId, kinds: ['JOB_CLOSED', 'COMPANY'] });
  expect(link).toBe(`https://vms.example/unsubscribe?of=${ofNumbers('2-33')}`);
  expect(unsubscriptionOf(keys, ofNumbers('2-33'))).toEqual({ userId, kinds: ['JOB_CLOSED', 'COMPANY'] });
  expect(unsubscriptionOf(keys, ofNumbers('2-33').replace('.2-33.', '.2-32.'))).toBeNull();
});

/** The record of a notification is one that its reader can act on, by the same table as on the record's page. */
import { SUB_CATEGORY_CODES, type SubCategoryCode } from '../../../contract/notifications/kinds';
import { recordOf } from '../../../contract/records/notificationRecord';
import type { Notification } from '../../../contract/notifications/notification';
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import type { DomainEvent } from '../../../server/features/notifications/events';
import { SECTIONS, startProgram, type Program, type Reader } from './support';

let program: Program;
let reader: Reader;
beforeAll(async () => {
  program = await startProgram();
  reader = await program.signedIn('MANAGER', [
    ...SECTIONS,
    'JOB_MANAGE',
    'SUBMISSION_DECIDE',
    'DOCUMENT_REVIEW',
    'EXTENSION_DECIDE',
    'TIMESHEET_APPROVE',
  ]);
});
afterAll(() => program.server.stop());

type Kind = NonNullable<ReturnType<typeof recordOf>>['kind'];
/** Written by hand: the record of each kind. */
const ABOUT: Readonly<Record<Kind, readonly SubCategoryCode[]>> = {
  job: ['NEW_JOB_POSTED', 'JOB_UPDATED', 'JOB_CLOSED', 'AUTOMATED_JOB_UPDATES'],
  submission: [
    'SUBMISSION_CREATED',
    'SUBMISSION_STATUS_CHANGED',
    'INTERVIEW_SCHEDULED',
    'OFFER_MADE',
    'OFFER_ACCEPTED',
    'DEAL_APPROVAL_STATUS',
  ],
  document: ['DOCUMENT_UPLOADED', 'DOCUMENT_DECLINED', 'DOCUMENT_EXPIRING', 'COMPLIANCE_VERIFIED'],
  assignment: ['ASSIGNMENT_BOOKED', 'EXTENSION_DUE', 'EARLY_TERMINATION', 'ASSIGNMENT_CANCELLED'],
  timesheet: ['TIMESHEET_SUBMITTED', 'TIMESHEET_DISPUTED', 'JOURNAL_ALERT'],
};

test.each(Object.entries(ABOUT).flatMap(([kind, codes]) => codes.map((code) => [code, kind as Kind] as const)))(
  '%s is about a %s that can be acted on from its row',
  async (what, kind) => {
    const { rows } = program;
    const before = (await reader.since(0)).sequence;
    await program.publish({ kind, what, [`${kind}Id`]: rows[kind] } as unknown as DomainEvent);
    const { events } = await reader.since(before);
    const { notification } = events.at(-1)!;
    expect(recordOf(notification!)).toEqual({ kind, id: rows[kind] });
    const { json } = await reader.client.post(
      `/api-job/v1/records/${kind}/states`,
      { recordIds: [recordOf(notification!)!.id] },
      { token: reader.token },
    );
    expect((json['records'] as ActionableRecord[]).map(({ recordId }) => recordId)).toEqual([rows[kind]]);
  },
);

test('notifications without an actionable record, or without any record, are recognized', () => {
  const others = SUB_CATEGORY_CODES.filter((code) => !Object.values(ABOUT).flat().includes(code));
  const of = (subCategoryCode: SubCategoryCode, entityId: string) =>
    recordOf({ subCategoryCode, entityId } satisfies Pick<Notification, 'subCategoryCode' | 'entityId'>);
  expect(others.filter((code) => of(code, program.rows.job) !== null)).toEqual([]);
  expect([of('JOB_CLOSED', 'e1'), of('JOB_CLOSED', '')]).toEqual([null, null]);
});

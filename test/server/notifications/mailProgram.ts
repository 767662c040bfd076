/** A program whose users want mail about notifications, for the tests of these mails. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import type { TestMail } from '../support/server';
import { API, startProgram, type Place, type Program, type Reader } from './support';

export let program: Program;

/** Starts it before the tests of a file, and stops it after these. */
export function useProgram(): void {
  beforeAll(async () => {
    program = await startProgram();
  });
  afterAll(() => program.server.stop());
}

export const PLACES = '/api-user/v1/users';
export const disputed = (of = program) =>
  of.publish({ kind: 'timesheet', what: 'TIMESHEET_DISPUTED', timesheetId: of.rows.timesheet });
export const uploaded = () =>
  program.publish({ kind: 'document', what: 'DOCUMENT_UPLOADED', documentId: program.rows.document });
export const mailsOf = (reader: Reader): Promise<TestMail[]> => program.server.mailsTo(reader.user.email);
/** Makes all waiting mail due, after any quiet hours. */
export const letTimePass = async ({ user }: Reader) => {
  await sql`update notification_settings set quiet_from = null, quiet_to = null where user_id = ${user.id}`.execute(
    program.owner,
  );
  await sql`update notification_deliveries set next_attempt_at = now() where user_id = ${user.id} and status <> 'SENT'`.execute(
    program.owner,
  );
};

export type Settings = ResponseOf<'notificationChannels'>['settings'];

export async function save({ client, token }: Reader, settings: Partial<Settings>): Promise<void> {
  const body = {
    mailMode: 'AT_ONCE',
    morningAt: '07:00',
    quietFrom: null,
    quietTo: null,
    timeZone: 'UTC',
    ...settings,
  };
  const { status } = await client.request('PUT', `${API}/channels/settings`, { token, body });
  expect(status).toBe(200);
}

export async function wanting(
  settings: Partial<Settings> = {},
  kinds = ['TIMESHEET_DISPUTED', 'DOCUMENT_UPLOADED'],
  of = program,
  place: Place = 'MANAGER',
): Promise<Reader> {
  const reader = await of.signedIn(place);
  await reader.client.request('PUT', `${PLACES}/${reader.user.id}/notification-preferences`, {
    token: reader.token,
    body: {
      records: kinds.map((subCategoryCode) => ({
        ...{ subCategoryCode, notification: true, emailNotification: true, mobileNotification: false },
        allNotification: false,
      })),
    },
  });
  await save(reader, settings);
  return reader;
}

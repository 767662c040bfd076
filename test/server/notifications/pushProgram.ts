/** The program with a push service, and users who get pushes from it, for the tests of pushes. */
import { sql } from 'kysely';
import { DateTime } from 'luxon';
import type { ResponseOf } from '../../../contract/endpoints';
import { PushService } from '../support/pushService';
import { API, startProgram, type Place, type Program, type Reader } from './support';

export let program: Program;
export let pushes: PushService;

/** Starts both before the tests of a file, and stops them after these. */
export function usePushService(): void {
  beforeAll(async () => {
    program = await startProgram();
    pushes = new PushService(() => program.server.app.services.keys.push.publicKey);
    await pushes.start();
  });
  afterAll(async () => {
    await pushes.stop();
    await program.server.stop();
  });
}

export type Channels = ResponseOf<'notificationChannels'>;
export const channelsOf = async ({ client, token }: Reader): Promise<Channels> =>
  (await client.get(`${API}/channels`, { token })).json as never;
export const deliver = () => program.server.app.services.deliveries.flush();
export const disputed = () =>
  program.publish({ kind: 'timesheet', what: 'TIMESHEET_DISPUTED', timesheetId: program.rows.timesheet });
/** Makes the deliveries due. */
export const letRetry = () =>
  sql`update notification_deliveries set next_attempt_at = now() where status = 'FAILED'`.execute(program.owner);

/** Quiet hours, in minutes from now. Returns their end. */
export const beQuiet = async ({ client, token }: Reader, from: number, to: number): Promise<number> => {
  const at = (minutes: number) => DateTime.utc().plus({ minutes }).startOf('minute');
  const [quietFrom, quietTo] = [at(from), at(to)];
  const body = { mailMode: 'AT_ONCE', morningAt: '07:00', timeZone: 'UTC' };
  const { status } = await client.request('PUT', `${API}/channels/settings`, {
    token,
    body: { ...body, quietFrom: quietFrom.toFormat('HH:mm'), quietTo: quietTo.toFormat('HH:mm') },
  });
  expect(status).toBe(200);
  return quietTo.toMillis();
};
export const endQuietHours = (userId: string) =>
  program.owner
    .updateTable('notification_settings')
    .set({ quiet_from: null, quiet_to: null })
    .where('user_id', '=', userId)
    .execute();
/** Nothing is sent before `letGo`. */
export const hold = (reader: Reader): Promise<number> => beQuiet(reader, -60, 60);
export const letGo = async ({ user }: Reader): Promise<void> => {
  await endQuietHours(user.id);
  // What is being sent would be sent twice.
  await deliver();
  await sql`update notification_deliveries set next_attempt_at = now() where user_id = ${user.id}`.execute(
    program.owner,
  );
  await deliver();
};

export async function onPhone(
  name: string,
  kinds = ['TIMESHEET_DISPUTED'],
  place: Place = 'MANAGER',
): Promise<Reader & { readonly deviceId: string }> {
  const reader = await program.signedIn(place);
  const { status } = await reader.client.request(
    'PUT',
    `/api-user/v1/users/${reader.user.id}/notification-preferences`,
    {
      token: reader.token,
      body: {
        records: kinds.map((subCategoryCode) => ({
          ...{ subCategoryCode, notification: true, emailNotification: false, mobileNotification: true },
          allNotification: false,
        })),
      },
    },
  );
  expect(status).toBe(200);
  return { ...reader, deviceId: await subscribe(reader, name) };
}

export async function subscribe(reader: Reader, name: string): Promise<string> {
  const { json, status } = await reader.client.post(
    `${API}/devices`,
    { ...pushes.browser(name).subscription, name },
    { token: reader.token },
  );
  expect([name, status]).toEqual([name, 200]);
  return String(json['id']);
}

/** The same user, signed in in another browser, which has taken over the session. */
export async function elsewhere(reader: Reader): Promise<Reader> {
  const client = program.server.client();
  const { access_token: token, tokenIdentifier } = await client.signedIn(reader.user);
  await client.post('/api-user/v1/sessions/logout-notification', { tokenIdentifier }, { token });
  const since: Reader['since'] = async (sequence) =>
    (await client.get(`${API}/since/${sequence}`, { token })).json as never;
  return { ...reader, client, token, since };
}

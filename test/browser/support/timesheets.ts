/** Timesheets of the demo that a supplier submits and the facility decides on, by API calls. */
import { signedInCaller } from './caller';

const FACILITY = { userName: 'client.manager', organizationCode: 'LAKESIDE' };
const RECRUITER = { userName: 'agency.recruiter', organizationCode: 'SUMMIT' };

export interface Sheet {
  readonly id: string;
  readonly number: number;
}

type Post = (path: string, body: object) => Promise<Record<string, unknown>>;

async function perform(post: Post, action: string, { id }: Sheet, input: object): Promise<void> {
  const { records } = await post('/api-job/v1/records/timesheet/states', { recordIds: [id] });
  const [{ version }] = records as [{ readonly version: number }];
  const answer = await post('/api-job/v1/records/timesheet/actions', {
    requestId: crypto.randomUUID(),
    action,
    records: [{ recordId: id, version }],
    input,
  });
  const { results } = answer as unknown as { readonly results: readonly { outcome: string; sentence: string }[] };
  if (results[0]?.outcome !== 'done') throw new Error(`not done: ${action}, ${results[0]?.sentence}`);
}

/** Submits timesheets that are still missing or saved, one after the other, for the facility Lakeside. */
export async function supplier(url: string): Promise<() => Promise<Sheet>> {
  const call = await signedInCaller(url, RECRUITER);
  const post: Post = (path, body) => call(path, body) as Promise<Record<string, unknown>>;
  const { rows } = (await post('/api-user/v1/lists/timesheets/search', {
    filters: { billingStatusIds: ['MISSING', 'SAVED'] },
    q: 'Lakeside',
    size: 50,
  })) as unknown as { readonly rows: readonly Sheet[] };
  const left = [...rows];
  return async () => {
    const sheet = left.pop();
    if (sheet === undefined) throw new Error('the demo has no timesheet left that may be submitted');
    await perform(post, 'submit', sheet, { minutes: 2_160 });
    return sheet;
  };
}

/** Decides on them as the facility's manager. */
export async function facility(url: string): Promise<(action: string, sheet: Sheet, input?: object) => Promise<void>> {
  const call = await signedInCaller(url, FACILITY);
  const post: Post = (path, body) => call(path, body) as Promise<Record<string, unknown>>;
  return (action, sheet, input = {}) => perform(post, action, sheet, input);
}

/**
 * Random histories of several users who act simultaneously on current or outdated states: no update is lost, no record
 * reaches an invalid state, each notification is sent once, and the dashboards count the rows.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import fc from 'fast-check';
import { ACTION_KINDS, type ActionKind } from '../../../contract/records/action';
import type { ActionableRecord, RecordActionResult } from '../../../contract/records/recordActions.endpoints';
import { statesOf } from '../../../machines/record/record.machine';
import { cases, seed } from '../../support/cases';
import { followsIn, holdsIn, RULES, type Rule } from '../../support/recordRules';
import { cardsOf, cellsOf } from '../dashboards/support';
import { PARTIES, startListWorld, type Kind, type ListWorld } from '../lists/support';
import { act, databaseNow, setState, recordIds, notifiedCodes, undo, versionOf } from './support';

const HISTORIES = cases('histories of actions on records by several people', { usual: 15, long: 10_000 });
/** The histories per test, so that the time limit does not depend on their total number. */
const BATCH = 50;
const SEED = seed(21);

let world: ListWorld;
/** One of each kind; none belongs to another. */
const records = {} as Record<ActionKind, string>;

// Each batch has a separate server: a token lasts an hour, and growing tables would make each history slower than the
// previous one.
beforeEach(async () => {
  world = await startListWorld();
  for (const kind of ACTION_KINDS) records[kind] = (await recordIds(world, kind))[0] ?? '';
  const { rows } = await sql<{ job: string; document: string }>`
    select (select j.id from jobs j where j.client_id = ${world.scopes.CLIENT.organizationId}
        and not exists (select from submissions s where s.job_id = j.id and s.id = ${records.submission})
        and not exists (select from assignments a where a.job_id = j.id and a.id = ${records.assignment})
        order by j.id limit 1) as job,
      (select d.id from compliance_documents d where d.client_id = ${world.scopes.CLIENT.organizationId}
        and d.agency_id = ${world.scopes.AGENCY.organizationId} and d.assignment_id <> ${records.assignment}
        order by d.id limit 1) as document`.execute(world.owner);
  Object.assign(records, rows[0]);
  await sql`update assignments set planned_end = '2090-01-01' where id = ${records.assignment}`.execute(world.owner);
  await sql`update jobs set bill_rate_max_cents = 20000, status = 'OPEN', closure = null, closed_at = null,
      posted_at = coalesce(posted_at, now()), openings = openings_filled + 5
    where id = (select job_id from submissions where id = ${records.submission})`.execute(world.owner);
});
afterEach(() => world.stop());

/** Booking and cancelling also change a job, which has its own tests. */
const ACTS = RULES.filter(({ action }) => action !== 'book' && action !== 'cancel');

interface Step {
  readonly kind: ActionKind;
  /** The index of an action among those allowed, or among all. */
  readonly nth: number;
  readonly isBold: boolean;
  readonly who: Kind;
  /** How many versions old the user's view is. */
  readonly behind: number;
  /** The request is sent twice. */
  readonly twice: boolean;
  readonly takesBack: boolean;
  /** At the same time as the step before. */
  readonly atOnce: boolean;
}
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...ACTION_KINDS),
    nth: fc.nat(),
    isBold: fc.constantFrom(true, false, false, false),
    who: fc.constantFrom<Kind>(...PARTIES),
    behind: fc.constantFrom(0, 0, 0, 0, 1),
    twice: fc.boolean(),
    takesBack: fc.boolean(),
    atOnce: fc.boolean(),
  }),
  { minLength: 8, maxLength: 16 },
);

interface Done {
  readonly kind: ActionKind;
  readonly rule: Rule;
  readonly from: number;
  readonly after: ActionableRecord;
  readonly isUndo: boolean;
}

const inputOf = ({ fields = {} }: Rule): object =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      value === 'TODAY' ? new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10) : value,
    ]),
  );

/** Performs one step and its effects; records what was done. */
async function take({ kind, nth, isBold, who, behind, twice, takesBack }: Step, done: Done[]): Promise<void> {
  const recordId = records[kind];
  const { json } = await world.send('VMS', 'POST', `/api-job/v1/records/${kind}/states`, { recordIds: [recordId] });
  const [seen] = (json as unknown as { records: ActionableRecord[] }).records;
  const all = ACTS.filter((each) => each.kind === kind);
  const allowed = all.filter(
    (each) => isBold || (holdsIn(each, seen?.state ?? {}) && each.who.some((type) => type === who)),
  );
  const rule = allowed[nth % allowed.length] ?? all[nth % all.length]!;
  const { action } = rule;
  const version = Math.max(1, (await versionOf(world, kind, recordId)) - behind);
  const call = { kind, action, requestId: randomUUID(), input: inputOf(rule), records: [{ recordId, version }] };
  const answers = await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => act(world, who, call)));
  for (const { status, text } of answers) if (status >= 500) throw new Error(`${kind}.${action}: ${status} ${text}`);
  const results = answers.flatMap(({ json }) => (json['results'] ?? []) as RecordActionResult[]);
  const first = results.find(({ outcome }) => outcome === 'done');
  if (!first?.record) return;
  // The version after the action; a repeated request may be answered with a later one.
  const after = results.reduce(
    (least, { record }) => (record && record.version < least.version ? record : least),
    first.record,
  );
  done.push({ kind, rule, from: version, after, isUndo: false });
  if (!takesBack || !rule.undo) return;
  const result = await undo(world, who, kind, { requestId: call.requestId, recordId });
  if (result.outcome === 'undone' && result.record) {
    done.push({ kind, rule, from: after.version, after: result.record, isUndo: true });
  }
}

const SENT_BY_UNDO: Readonly<Partial<Record<ActionKind, string>>> = {
  document: 'DOCUMENT_UPLOADED',
  submission: 'SUBMISSION_STATUS_CHANGED',
  job: 'JOB_UPDATED',
};

/** The violated guarantees. */
interface Found {
  readonly lost: string[];
  readonly illegal: string[];
  readonly notOnce: string[];
}

/** Runs one history and checks it. Returns the number of actions done. */
async function play(nth: number, history: readonly Step[], { lost, illegal, notOnce }: Found): Promise<number> {
  const begin = {} as Record<ActionKind, { version: number; state: Readonly<Record<string, string>> }>;
  for (const kind of ACTION_KINDS) {
    // An early state, which allows the most actions.
    const rules = ACTS.filter((rule) => rule.kind === kind);
    const state = statesOf(kind).find((each) => rules.some((rule) => holdsIn(rule, each))) ?? {};
    await setState(world, kind, records[kind], state);
    begin[kind] = { version: await versionOf(world, kind, records[kind]), state };
  }
  const since = await databaseNow(world);
  const done: Done[] = [];
  for (let at = 0; at < history.length;) {
    const together = [history[at]!];
    while (history[++at]?.atOnce && together.length < 3) together.push(history[at]!);
    await Promise.all(together.map((step) => take(step, done)));
  }

  for (const kind of ACTION_KINDS) {
    const chain = done.filter((each) => each.kind === kind).sort((a, b) => a.after.version - b.after.version);
    let { version, state } = begin[kind];
    const before = new Map<number, Readonly<Record<string, string>>>();
    for (const { rule, from, after, isUndo } of chain) {
      const what = `${nth}: ${kind}.${rule.action}${isUndo ? '.undo' : ''} of version ${from}`;
      if (from !== version) lost.push(`${what} was done to version ${version}`);
      if (!isUndo && !holdsIn(rule, state)) illegal.push(`${what} was done in ${JSON.stringify(state)}`);
      const due = isUndo ? before.get(from) : { ...followsIn(rule, state) };
      if (rule.action === 'finalize' && due?.['expense'] === 'PENDING') Object.assign(due, { expense: 'RELEASED' });
      if (JSON.stringify(due) !== JSON.stringify(after.state)) {
        illegal.push(`${what} leads to ${JSON.stringify(after.state)}, not ${JSON.stringify(due)}`);
      }
      before.set(after.version, state);
      ({ version, state } = after);
    }
    const now = await versionOf(world, kind, records[kind]);
    if (now !== version) lost.push(`${nth}: ${kind} has version ${now}, not ${version}`);
  }
  const due = done.flatMap(({ rule, kind, isUndo }) => (isUndo ? SENT_BY_UNDO[kind] : rule.sends) ?? []);
  const sent = await notifiedCodes(world, since);
  if (sent.sort().join() !== due.sort().join()) notOnce.push(`${nth}: sent ${sent.join()}, not ${due.join()}`);
  return done.length;
}

const histories = fc.sample(steps, { numRuns: HISTORIES, seed: SEED });
const batches = Array.from({ length: Math.ceil(HISTORIES / BATCH) }, (_, batch) => batch * BATCH);

test.each(batches)(
  `nothing is lost, done twice or against the rules, from history %i on (seed ${SEED})`,
  async (first) => {
    const found: Found = { lost: [], illegal: [], notOnce: [] };
    const batch = histories.slice(first, first + BATCH);
    let acted = 0;
    for (const [at, history] of batch.entries()) acted += await play(first + at, history, found);
    expect({ ...found, miscounted: await miscounted() }).toEqual({
      lost: [],
      illegal: [],
      notOnce: [],
      miscounted: [],
    });
    expect(acted).toBeGreaterThan(batch.length * 2);
    if (HISTORIES > BATCH) process.stdout.write(`histories: ${first + batch.length}, ${acted} actions\n`);
  },
);

/** Figures of the home dashboard that differ from their row counts. */
async function miscounted(): Promise<string[]> {
  const cells = [];
  for (const card of PARTIES.flatMap(cardsOf)) {
    cells.push(...(await cellsOf(world, card, { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' })));
  }
  return cells
    .filter(({ shown, listed }) => shown !== listed)
    .map(({ shown, listed, what }) => `${what}: ${shown} not ${listed}`);
}

/** Records as actions see them: name, version, state, and the initial values of forms. */
import { sql, type RawBuilder } from 'kysely';
import type { ActionInput, ActionKind, RecordState } from '../../../../contract/records/action';
import type { ActionableRecord } from '../../../../contract/records/recordActions.endpoints';
import type { Queries } from '../../../database';

type Sql = RawBuilder<unknown>;

export const ACTION_TABLES = {
  job: 'jobs',
  submission: 'submissions',
  assignment: 'assignments',
  document: 'compliance_documents',
  timesheet: 'timesheets',
} as const satisfies Record<ActionKind, string>;

const person = sql`c.first_name || ' ' || c.last_name`;
const ofAssignment = sql`join assignments a on a.id = r.assignment_id join candidates c on c.id = a.candidate_id`;
/** A quarter of a year: the usual length of an assignment, and of an extension. */
const QUARTER_DAYS = 91;
const today = sql`(now() at time zone f.time_zone)::date`;

interface Source {
  readonly joins: Sql;
  readonly name: Sql;
  /** The SQL of each part of the state. */
  readonly state: Readonly<Record<string, Sql>>;
  /** The initial values of the form, by action. */
  readonly defaults: Readonly<Record<string, Readonly<Partial<Record<keyof ActionInput, Sql>>>>>;
}

const worked = sql`r.regular_minutes + r.overtime_minutes + r.holiday_minutes`;

const SOURCES: Readonly<Record<ActionKind, Source>> = {
  job: {
    joins: sql``,
    name: sql`'Job ' || r.number`,
    state: { status: sql`r.status` },
    defaults: { changeOpenings: { openings: sql`r.openings` } },
  },
  submission: {
    joins: sql`join candidates c on c.id = r.candidate_id join jobs j on j.id = r.job_id`,
    name: sql`'Submission ' || r.number || ' of ' || ${person}`,
    state: {
      status: sql`case when r.booked_at is null then r.status else 'BOOKED' end`,
      dealSheet: sql`case when r.deal_approved_at is null then 'NONE' else 'DEAL_APPROVED' end`,
    },
    defaults: {
      interview: { date: sql`${today} + 3` },
      offer: { rateCents: sql`least(r.requested_rate_cents, j.bill_rate_max_cents)` },
      approveDeal: { rateCents: sql`least(r.requested_rate_cents, j.bill_rate_max_cents)` },
      book: { date: sql`greatest(r.available_from, j.start_date, ${today})` },
    },
  },
  assignment: {
    joins: sql`join candidates c on c.id = r.candidate_id`,
    name: sql`'Assignment ' || r.number || ' of ' || ${person}`,
    state: { status: sql`r.status`, extension: sql`coalesce(r.extension_status, 'NONE')` },
    defaults: {
      requestExtension: { date: sql`greatest(r.planned_end + ${QUARTER_DAYS}::integer, ${today})` },
      extend: { date: sql`greatest(coalesce(r.extension_until, r.planned_end + ${QUARTER_DAYS}::integer), ${today})` },
      endEarly: { date: sql`least(${today}, r.planned_end)` },
    },
  },
  document: {
    joins: ofAssignment,
    name: sql`r.name || ' of ' || ${person}`,
    state: { status: sql`r.status` },
    defaults: {},
  },
  timesheet: {
    joins: ofAssignment,
    name: sql`'Timesheet ' || r.number || ' of ' || ${person}`,
    state: {
      status: sql`case when r.disputed_at is not null and r.dispute_resolved_at is null then 'DISPUTED'
        when r.invoice_id is not null or r.reverse_invoice_id is not null then 'INVOICED' else r.facility_status end`,
      expense: sql`case when r.expense_cents = 0 then 'NONE'
        else coalesce(r.expense_decision, case r.facility_status when 'FINALIZED' then 'RELEASED' else 'PENDING' end) end`,
    },
    defaults: {
      submit: { minutes: sql`case when ${worked} > 0 then ${worked} else r.scheduled_minutes end` },
      resolve: { minutes: worked },
      adjust: { minutes: worked },
    },
  },
};

const object = (fields: Readonly<Record<string, Sql>>): Sql =>
  sql`jsonb_build_object(${sql.join(Object.entries(fields).flatMap(([name, value]) => [sql.lit(name), value]))})`;
const objects = (groups: Source['defaults']): Sql =>
  Object.keys(groups).length === 0
    ? sql`'{}'::jsonb`
    : object(Object.fromEntries(Object.entries(groups).map(([name, fields]) => [name, object(fields)])));

interface Row {
  readonly recordId: string;
  readonly name: string;
  readonly version: number;
  readonly state: RecordState;
  readonly defaults: ActionableRecord['defaults'];
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
  readonly lastAction: string | null;
  /** The calendar date at the record's facility. */
  readonly today: string;
  /** All columns as they are in the database. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/** A record that is locked until the transaction ends. */
export type LockedRecord = Omit<Row, 'changedAt' | 'changedBy' | 'lastAction'>;

function select(kind: ActionKind, condition: Sql): Sql {
  const { joins, name, state, defaults } = SOURCES[kind];
  return sql`
    select r.id as "recordId", ${name} as name, r.version, ${object(state)} as state, ${objects(defaults)} as defaults,
      ${today}::text as today, to_jsonb(r) as columns
    from ${sql.table(ACTION_TABLES[kind])} r join facilities f on f.id = r.client_id ${joins}
    where ${condition}`;
}

/** The records that the caller may see, in no particular order. */
export async function readRecords(
  queries: Queries,
  kind: ActionKind,
  ids: readonly string[],
): Promise<ActionableRecord[]> {
  const { rows } = await sql<Row>`
    select x."recordId", x.name, x.version, x.state, x.defaults, e.at as "changedAt", e.actor as "changedBy",
      e.action as "lastAction"
    from (${select(kind, sql`r.id = any (${[...ids]}::uuid[])`)}) x
    left join lateral (
      select v.at, v.actor, v.action from record_events v
      where v.record_id = x."recordId" and v.record_table = ${ACTION_TABLES[kind]} order by v.id desc limit 1) e on true
  `.execute(queries);
  return rows.map(({ changedAt, ...row }) => ({ ...row, changedAt: changedAt?.toISOString() ?? null }));
}

/** Locks a record. Undefined if the caller may change no such record. */
export async function lockRecord(queries: Queries, kind: ActionKind, id: string): Promise<LockedRecord | undefined> {
  // Locked by a separate statement: after waiting, the columns must be read as the other transaction left them.
  const { rows: locked } = await sql`
    select r.id from ${sql.table(ACTION_TABLES[kind])} r where r.id = ${id}::uuid for update`.execute(queries);
  if (locked.length === 0) return undefined;
  const { rows } = await (select(kind, sql`r.id = ${id}::uuid`) as RawBuilder<Row>).execute(queries);
  return rows[0];
}

/**
 * The timeline of a record and of what belongs to it: recorded changes and, for the time before changes were recorded,
 * the dates in the record. Row-level security and the permissions of the lists decide whose events it has.
 */
import { sql } from 'kysely';
import { visibleTo, type ListValue } from '../../../contract/lists/list';
import type { ResponseOf } from '../../../contract/endpoints';
import { EVENT_FIELDS, MOMENTS, RECORD_TABLES, type RecordTable } from '../../../contract/records/events';
import { RECORD_LISTS, type RecordKind } from '../../../contract/records/kinds';
import { TIMELINE_PAGE } from '../../../contract/records/records.endpoints';
import { instantOf } from '../../base/dates';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import type { Sql } from '../lists/source';
import { mayList, type OpenedRecord } from './engine';

interface Source {
  readonly table: RecordTable;
  readonly kind: RecordKind;
  /** The condition on the records of the table `x`. */
  readonly where: Sql;
  /** Distinguishes several records, as text; null for the record itself. */
  readonly subject: Sql;
}

const CANDIDATE = sql`(select c.last_name || ', ' || c.first_name from candidates c where c.id = x.candidate_id)`;
const JOB = sql`(select 'Job ' || j.number from jobs j where j.id = x.job_id)`;

/** Records that belong to a record, limited to those on its page. */
const RELATED: Partial<Record<RecordKind, (id: Sql) => readonly Source[]>> = {
  job: (id) => [
    { table: 'submissions', kind: 'submission', where: sql`x.job_id = ${id}`, subject: CANDIDATE },
    { table: 'assignments', kind: 'assignment', where: sql`x.job_id = ${id}`, subject: CANDIDATE },
  ],
  candidate: (id) => [
    { table: 'submissions', kind: 'submission', where: sql`x.candidate_id = ${id}`, subject: JOB },
    { table: 'assignments', kind: 'assignment', where: sql`x.candidate_id = ${id}`, subject: JOB },
  ],
  complianceFile: (id) => [
    { table: 'compliance_documents', kind: 'document', where: sql`x.assignment_id = ${id}`, subject: sql`x.name` },
  ],
};

/** Columns with the person and the reason, by column of the date. */
const DATED_BY: Readonly<Record<string, { readonly by: string; readonly reason?: string }>> = {
  uploaded_at: { by: 'uploaded_by' },
  reviewed_at: { by: 'reviewed_by', reason: 'decline_reason' },
  submitted_at: { by: 'submitted_by' },
  approved_at: { by: 'approved_by' },
};

interface EventRow {
  readonly id: string;
  /** Microseconds since 1970. */
  readonly micros: number;
  readonly kind: RecordKind;
  readonly record_table: RecordTable;
  readonly record_id: string;
  readonly subject: string | null;
  readonly moment: string | null;
  readonly action: string | null;
  readonly reason: string | null;
  readonly actor: string | null;
  readonly changes: Readonly<Record<string, readonly [ListValue, ListValue]>> | null;
}
type TimelineEvent = ResponseOf<'recordTimeline'>['events'][number];

const micros = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000000)::bigint`;
const head = ({ kind, table }: Source): Sql =>
  sql`${kind}::text as kind, ${table}::text as record_table, x.id as record_id`;

const recorded = (source: Source): Sql => sql`
  select e.id::text as id, ${micros(sql`e.at`)} as micros, ${head(source)}, null::text as moment, e.action, e.reason,
    e.actor, e.changes
  from ${sql.table(source.table)} x join record_events e on e.record_id = x.id where ${source.where}`;

/** The value before the first recorded change of a column is the original one. */
function momentEvents(source: Source, moment: string): Sql {
  const column = sql.ref(`x.${moment}`);
  const { by, reason } = DATED_BY[source.table === 'submissions' ? '' : moment] ?? {};
  const then = (name: string | undefined): Sql =>
    name === undefined
      ? sql`null::text`
      : sql`case when first.changes ? ${sql.lit(name)} then first.changes -> ${sql.lit(name)} ->> 0 else ${sql.ref(`x.${name}`)} end`;
  // A date without a time becomes noon, so that it is the same day in every zone.
  const isDay = moment.endsWith('_on');
  const at = isDay ? sql`((dated.at::date + time '12:00') at time zone 'UTC')` : sql`dated.at::timestamptz`;
  return sql`
    select ${`${moment}:`}::text || x.id as id, ${micros(at)} as micros, ${head(source)}, ${moment}::text as moment,
      null::text as action, ${then(reason)} as reason, ${then(by)} as actor, null::jsonb as changes
    from ${sql.table(source.table)} x
    left join lateral (select e.changes from record_events e where e.record_id = x.id and e.changes ? ${sql.lit(moment)}
      order by e.id limit 1) first on true
    cross join lateral (select case when first.changes is null then ${column}::text
      else first.changes -> ${sql.lit(moment)} ->> 0 end as at) dated
    where ${source.where} and dated.at is not null`;
}

/** The statuses that a submission had before changes were recorded. */
const statuses = (source: Source): Sql => sql`
  select 'status:' || h.position || ':' || x.id as id, ${micros(sql`h.at`)} as micros, ${head(source)},
    'status'::text as moment, null::text as action,
    case when h.status = x.status then x.closing_reason end as reason, null::text as actor,
    jsonb_build_object('status', jsonb_build_array(
      (select p.status from submission_status_history p where p.submission_id = x.id and p.position < h.position
        order by p.position desc limit 1), h.status)) as changes
  from submissions x
  left join (
    select e.record_id, min(e.at) as at from submissions x join record_events e on e.record_id = x.id
    where ${source.where} and e.changes ? 'status' group by e.record_id) first on first.record_id = x.id
  join submission_status_history h on h.submission_id = x.id
  where ${source.where} and h.at < coalesce(first.at, 'infinity')`;

const parts = (source: Source): Sql[] => [
  recorded(source),
  ...Object.keys(MOMENTS[source.table]).map((moment) => momentEvents(source, moment)),
  ...(source.table === 'submissions' ? [statuses(source)] : []),
];

/** The subject of an event of the page, which is found for these few only. */
const subjectOf = (sources: readonly Source[]): Sql =>
  sql`case page.kind ${sql.join(
    sources.map(
      ({ kind, table, subject }) =>
        sql`when ${kind} then (select ${subject} from ${sql.table(table)} x where x.id = page.record_id)`,
    ),
    sql` `,
  )} end`;

const CURSOR = /^(\d{1,16})_([\w:-]{1,60})$/;

/** Newest first, `most` of them. `after` is the `next` of the previous page, other texts throw `request.invalid`. */
export async function timelineOf(
  queries: Queries,
  { kind, id, held }: Pick<OpenedRecord, 'kind' | 'id' | 'held'>,
  after: string | undefined,
  scope: Scope,
  most = TIMELINE_PAGE,
): Promise<ResponseOf<'recordTimeline'>> {
  const own: Source = {
    table: RECORD_TABLES[kind],
    kind,
    where: sql`x.id = ${id}::uuid`,
    subject: sql`null::text`,
  };
  const related = (RELATED[kind]?.(sql`${id}::uuid`) ?? []).filter((source) =>
    RECORD_LISTS[source.kind].some((list) => mayList(list, held, scope)),
  );
  const [, at, last] = CURSOR.exec(after ?? '') ?? [];
  if (after !== undefined && at === undefined) {
    throw new ApiError('request.invalid', { sentence: 'Please begin with the newest events.' });
  }
  const older =
    at === undefined ? sql`true` : sql`(micros, id collate "C") < (${at}::bigint, ${last}::text collate "C")`;
  // Each part has the newest events of its own, so that few are sorted together.
  const newest = sql`where ${older} order by micros desc, id collate "C" desc limit ${most + 1}`;
  const sources = [own, ...related];
  const all = sources.flatMap(parts).map((part) => sql`(select * from (${part}) part ${newest})`);
  const { rows } = await sql<EventRow>`
    select page.*, ${subjectOf(sources)} as subject
    from (select * from (${sql.join(all, sql` union all `)}) happened ${newest}) page
    order by micros desc, id collate "C" desc`.execute(queries);
  const page = rows.slice(0, most);
  const end = page.at(-1);
  return {
    events: page.flatMap((row) => eventOf(row, scope) ?? []),
    next: rows.length > most && end !== undefined ? `${end.micros}_${end.id}` : null,
  };
}

/** Null if the caller may see none of its changes. */
function eventOf(row: EventRow, scope: Scope): TimelineEvent | null {
  const fields = EVENT_FIELDS[row.record_table];
  const isShown = (field: string): boolean => {
    const column = fields[field];
    return column !== undefined && visibleTo(scope.organizationType)(column);
  };
  const { moment } = row;
  if (moment !== null && fields[moment] !== undefined && !isShown(moment)) return null;
  const changes = Object.entries(row.changes ?? {}).flatMap(([field, [before, after]]) => {
    if (!isShown(field)) return [];
    const [was, is] = [before, after].map((value) => shownValue(value, fields[field]?.kind, scope));
    return was === is ? [] : [{ field, before: was ?? null, after: is ?? null }];
  });
  if (moment === null && row.action === null && changes.length === 0) return null;
  return {
    id: row.id,
    at: instantOf(row.micros / 1000).toISOString(),
    kind: row.kind,
    recordId: row.record_id,
    subject: row.subject,
    moment,
    action: row.action,
    reason: row.reason,
    by: row.actor,
    changes,
  };
}

/** Timestamps are in UTC. Suppliers see 'pending' until they are paid, as in their list. */
function shownValue(value: ListValue, kind: string | undefined, { organizationType }: Scope): ListValue {
  if (value === 'REVERSE_INVOICE_GOOD_PAY' && organizationType === 'AGENCY') return 'REVERSE_INVOICE_PENDING';
  return kind === 'instant' && typeof value === 'string' ? instantOf(value).toISOString() : value;
}

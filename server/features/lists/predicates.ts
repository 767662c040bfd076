/** Building blocks of list conditions. */
import { sql } from 'kysely';
import { addDays, startOfDay } from '../../base/dates';
import { todayOf, type Scope } from '../../database';
import type { Range, SearchWord, Sql } from './source';

const NEVER = sql`false`;
const ALWAYS = sql`true`;

/** True if all conditions are true, or if there are none. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0
    ? ALWAYS
    : sql.join(
        conditions.map((each) => sql`(${each})`),
        sql` and `,
      );
/** True if any condition is; false if there are none. */
export const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? NEVER : sql`(${sql.join(conditions, sql` or `)})`;

/** A plan for one value is found faster, and cached more often, than one for an array. */
export const oneOf = (column: Sql, values: readonly string[]): Sql =>
  values.length === 1 ? sql`${column} = ${values[0]}::text` : sql`${column} = any(${values}::text[])`;
/** Whether a uuid column has one of these. */
export const oneOfIds = (column: Sql, ids: readonly string[]): Sql => sql`${column} = any(${ids}::uuid[])`;
/** Rows that match, and only these of them if any are given. */
export const amongIds = (matches: Sql, ids: readonly string[] | undefined): Sql =>
  ids === undefined ? matches : allOf([matches, oneOfIds(sql`r.id`, ids)]);
/** The condition or its opposite; unknown counts as false. */
export const conditionIs = (condition: Sql, wanted: boolean): Sql =>
  wanted ? condition : sql`(${condition}) is not true`;

/** The viewer's date. */
export const today = (scope: Scope): Sql => sql`${todayOf(scope)}::date`;

/** Whether a date column is in the range, ends included; null is open. */
export function withinDates(column: Sql, { from, to }: Range<string>): Sql {
  return between(column, from === null ? null : sql`${from}::date`, to === null ? null : sql`${to}::date`);
}

/**
 * Whether the date of a timestamp at its facility is in the range. The timestamp itself is bounded as well, by more
 * than zones can differ, so that indexes on it can be used.
 */
export function withinDatesOf(moment: Sql, date: Sql, range: Range<string>): Sql {
  const { from, to } = range;
  return allOf([
    withinDates(date, range),
    ...(from === null ? [] : [sql`${moment} >= ${startOfDay(addDays(from, -1))}::timestamptz`]),
    ...(to === null ? [] : [sql`${moment} < ${startOfDay(addDays(to, 2))}::timestamptz`]),
  ]);
}

/** Whether a timestamp that concerns no facility is in whole days of the viewer. */
export function withinViewerDays(column: Sql, { from, to }: Range<string>, { timeZone }: Scope): Sql {
  return allOf([
    sql`${column} is not null`,
    ...(from === null ? [] : [sql`${column} >= ${startOfDay(from, timeZone)}::timestamptz`]),
    ...(to === null ? [] : [sql`${column} < ${startOfDay(addDays(to, 1), timeZone)}::timestamptz`]),
  ]);
}

/**
 * Whether a whole number is in the range. `factor` converts the filter's unit to the column's: dollars to cents, hours
 * to minutes.
 */
export function withinNumbers(column: Sql, { from, to }: Range<number>, factor = 1): Sql {
  const scaled = (value: number | null, round: (value: number) => number): Sql | null =>
    value === null ? null : sql`${round(Number((value * factor).toPrecision(15)))}::bigint`;
  return between(column, scaled(from, Math.ceil), scaled(to, Math.floor));
}

/** Whether a date column is within this range of days from today; negative numbers are in the past. */
export function withinDaysFromToday(column: Sql, { from, to }: Range<number>, scope: Scope): Sql {
  const day = (value: number | null, round: (value: number) => number): Sql | null =>
    value === null ? null : sql`${today(scope)} + ${round(value)}::integer`;
  return between(column, day(from, Math.ceil), day(to, Math.floor));
}

function between(column: Sql, from: Sql | null, to: Sql | null): Sql {
  return allOf([
    sql`${column} is not null`,
    ...(from === null ? [] : [sql`${column} >= ${from}`]),
    ...(to === null ? [] : [sql`${column} <= ${to}`]),
  ]);
}

/** Rows of `alias` that the caller is party to. A platform owner is party to none. */
export function partyTo(
  scope: Scope,
  alias: string,
  columns: { readonly client?: string; readonly agency?: string },
): Sql {
  const sameTenant = sql`${sql.ref(`${alias}.tenant_id`)} = ${scope.tenantId}::uuid`;
  const is = (column: string | undefined): Sql =>
    column === undefined
      ? sameTenant
      : sql`${sameTenant} and ${sql.ref(`${alias}.${column}`)} = ${scope.organizationId}::uuid`;
  switch (scope.organizationType) {
    case 'VMS':
      return sameTenant;
    case 'CLIENT':
      return is(columns.client);
    case 'AGENCY':
      return is(columns.agency);
    case 'OWNER':
      return NEVER;
  }
}

export const PARTIES = { client: 'client_id', agency: 'agency_id' } as const;

/** Whether a text column contains the word, in any case and with or without accents. */
export const contains = (column: Sql, { pattern }: SearchWord): Sql =>
  sql`fold_text(${column}) like fold_text(${pattern}::text)`;
/** Whether a column is the number that was searched for; no condition for a word. */
export const isNumber = (column: Sql, { number }: SearchWord): Sql[] =>
  number === null ? [] : [sql`${column} = ${number}::bigint`];
/** Whether a candidate with the alias `cs` has a matching name. */
const named = (word: SearchWord): Sql => anyOf([contains(sql`cs.first_name`, word), contains(sql`cs.last_name`, word)]);
/** Whether the candidate with this id has a matching name. */
export const candidateNamed = (id: Sql, word: SearchWord): Sql =>
  sql`${id} in (select cs.id from candidates cs where ${named(word)})`;
/** Whether the candidate of this assignment has a matching name. */
export const assigneeNamed = (id: Sql, word: SearchWord): Sql => sql`${id} in (
  select sa.id from assignments sa join candidates cs on cs.id = sa.candidate_id where ${named(word)})`;
/** Whether the facility with this id has a matching name. */
export const facilityNamed = (id: Sql, word: SearchWord): Sql =>
  sql`${id} in (select fs.id from facilities fs where ${contains(sql`fs.name`, word)})`;
/** Whether the job with this id has the number that was searched for. */
export const jobNumbered = (id: Sql, word: SearchWord): Sql[] =>
  isNumber(sql`js.number`, word).map((is) => sql`${id} in (select js.id from jobs js where ${is})`);
/** Whether the assignment with this id has the number that was searched for. */
export const assignmentNumbered = (id: Sql, word: SearchWord): Sql[] =>
  isNumber(sql`sa.number`, word).map((is) => sql`${id} in (select sa.id from assignments sa where ${is})`);

/** Master data: facilities, suppliers, candidates and users. */
import { sql } from 'kysely';
import { alphabeticalOrder, type Scope } from '../../../database';
import {
  anyOf,
  contains,
  isNumber,
  oneOf,
  oneOfIds,
  partyTo,
  PARTIES,
  conditionIs,
  withinDates,
  withinViewerDays,
  withinNumbers,
} from '../predicates';
import {
  unsortedColumn,
  joinedColumn,
  type ListSource,
  column,
  computed,
  measured,
  nullableText,
  PERSON_COLUMN,
  textColumn,
  type Sql,
  type Viewer,
} from '../source';
import { JOINS, inPool } from './jobColumns';

/** A supplier sees jobs once they are posted. */
const openJobs = (scope: Scope): Sql => {
  const mine = partyTo(scope, 'j', { client: 'client_id' });
  const posted = scope.organizationType === 'AGENCY' ? sql`j.posted_at is not null` : sql`true`;
  return sql`from jobs j where j.client_id = r.id and j.status = 'OPEN' and ${mine} and ${posted}`;
};
/** Only what concerns the facility chosen in the shell, like the rows that a count leads to. */
const ofChosen = ({ clientId }: Viewer, concerns: (clientIds: readonly string[]) => Sql): Sql =>
  clientId === undefined ? sql`true` : concerns([clientId]);
const assignments = (column: 'client_id' | 'agency_id', status: 'ACTIVE' | 'BOOKED') =>
  measured(
    computed(
      (viewer) => sql`(select count(*)::integer from assignments a
      where ${sql.ref(`a.${column}`)} = r.id and a.status = ${sql.lit(status)} and ${partyTo(viewer, 'a', PARTIES)}
        and ${ofChosen(viewer, (ids) => oneOfIds(sql`a.client_id`, ids))})`,
    ),
  );

export const facilitiesSource: ListSource<'facilities'> = {
  table: sql`facilities r`,
  visible: (scope) => partyTo(scope, 'r', { client: 'id' }),
  joins: sql``,
  columns: {
    name: textColumn('name'),
    healthSystem: textColumn('health_system'),
    city: textColumn('city'),
    state: column('state'),
    timeZone: unsortedColumn('time_zone'),
    beds: column('beds'),
    departments: measured(computed(sql`(select count(*)::integer from departments d where d.client_id = r.id)`)),
    openJobs: measured(computed((scope) => sql`(select count(*)::integer ${openJobs(scope)})`)),
    activeAssignments: assignments('client_id', 'ACTIVE'),
    bookedAssignments: assignments('client_id', 'BOOKED'),
  },
  filters: {
    state: (values) => oneOf(sql`r.state`, values),
    beds: (range) => withinNumbers(sql`r.beds`, range),
    openJobs: (wanted, scope) => conditionIs(sql`exists (select ${openJobs(scope)})`, wanted),
  },
  ofClients: (ids) => oneOfIds(sql`r.id`, ids),
  search: (word) => [contains(sql`r.name`, word), contains(sql`r.health_system`, word), contains(sql`r.city`, word)],
  lookups: { states: (scope) => states('facilities', scope, { client: 'id' }) },
};

export const suppliersSource: ListSource<'suppliers'> = {
  table: sql`suppliers r`,
  visible: (scope) => partyTo(scope, 'r', { agency: 'id' }),
  joins: sql``,
  columns: {
    name: textColumn('name'),
    tier: column('tier'),
    city: textColumn('city'),
    state: column('state'),
    feePercent: {
      value: sql`(r.fee_basis_points / 100.0)::double precision`,
      sort: { keys: [sql`r.fee_basis_points`], nullable: false },
    },
    joinedOn: column('joined_on'),
    candidates: measured(
      computed(
        (viewer) => sql`(select count(*)::integer from candidates c
          where c.agency_id = r.id and ${knownCandidate(viewer, 'c')}
            and ${ofChosen(viewer, (ids) => submittedTo(ids, sql`x.candidate_id = c.id`, viewer))})`,
      ),
    ),
    activeAssignments: assignments('agency_id', 'ACTIVE'),
    bookedAssignments: assignments('agency_id', 'BOOKED'),
  },
  filters: {
    tier: (values) => oneOf(sql`r.tier`, values),
    state: (values) => oneOf(sql`r.state`, values),
    joinedOn: (range) => withinDates(sql`r.joined_on`, range),
  },
  ofClients: (ids, scope) => submittedTo(ids, sql`x.agency_id = r.id`, scope),
  search: (word) => [contains(sql`r.name`, word), contains(sql`r.city`, word)],
  lookups: { states: (scope) => states('suppliers', scope, { agency: 'id' }) },
};

/** Whether one of these facilities has a submission with the alias `x`. */
const submittedTo = (clientIds: readonly string[], whose: Sql, scope: Scope): Sql => sql`exists (
  select from submissions x where ${whose} and ${oneOfIds(sql`x.client_id`, clientIds)} and ${partyTo(scope, 'x', PARTIES)})`;

/** A facility sees the candidates who were submitted to it. */
function knownCandidate(scope: Scope, alias: string): Sql {
  const mine = partyTo(scope, alias, { agency: 'agency_id' });
  if (scope.organizationType !== 'CLIENT') return mine;
  return sql`${mine} and exists (
    select from submissions x where x.candidate_id = ${sql.ref(`${alias}.id`)} and x.client_id = ${scope.organizationId}::uuid)`;
}

const placed = (status: 'ACTIVE' | 'BOOKED', scope: Scope): Sql => sql`exists (
  select from assignments a where a.candidate_id = r.id and a.status = ${sql.lit(status)}
    and ${partyTo(scope, 'a', PARTIES)})`;
const candidateStatus = (scope: Scope): Sql => sql`case
  when ${placed('ACTIVE', scope)} then 'ACTIVE' when ${placed('BOOKED', scope)} then 'BOOKED' else 'AVAILABLE' end`;

const PROFESSIONS = sql`left join professions p on p.id = r.profession_id`;
const SPECIALTIES = sql`left join specialties sp on sp.id = r.specialty_id`;

export const candidatesSource: ListSource<'candidates'> = {
  table: sql`candidates r`,
  visible: (scope) => knownCandidate(scope, 'r'),
  joins: sql`${JOINS.supplier.join} ${PROFESSIONS} ${SPECIALTIES}`,
  ids: { supplier: sql`r.agency_id` },
  columns: {
    number: column('number'),
    name: PERSON_COLUMN,
    status: measured(computed(candidateStatus)),
    supplier: joinedColumn(sql`s.name`, JOINS.supplier),
    profession: nullableText(sql`p.name`, PROFESSIONS),
    specialty: nullableText(sql`sp.name`, SPECIALTIES),
    yearsOfExperience: column('years_of_experience'),
    city: textColumn('city'),
    state: column('state'),
    licenseState: column('license_state'),
    compactLicense: column('compact_license'),
    availableFrom: column('available_from'),
    recruiter: textColumn('recruiter_name'),
    email: unsortedColumn('email'),
    phone: unsortedColumn('phone'),
    createdAt: column('created_at'),
  },
  filters: {
    status: (values, scope) => oneOf(sql`(${candidateStatus(scope)})`, values),
    supplier: (values) => oneOfIds(sql`r.agency_id`, values),
    profession: (values) => oneOfIds(sql`r.profession_id`, values),
    specialty: (values) => oneOfIds(sql`r.specialty_id`, values),
    state: (values) => oneOf(sql`r.state`, values),
    compactLicense: (wanted) => conditionIs(sql`r.compact_license`, wanted),
    yearsOfExperience: (range) => withinNumbers(sql`r.years_of_experience`, range),
    availableFrom: (range) => withinDates(sql`r.available_from`, range),
    pool: (wanted, viewer) => conditionIs(inPool(sql`r.id`, viewer), wanted),
    recruiter: (values) => oneOf(sql`r.recruiter_name`, values),
  },
  ofClients: (ids, scope) => submittedTo(ids, sql`x.candidate_id = r.id`, scope),
  search: (word) => [
    contains(sql`r.first_name`, word),
    contains(sql`r.last_name`, word),
    contains(sql`r.recruiter_name`, word),
    ...isNumber(sql`r.number`, word),
  ],
  lookups: {
    states: (scope) =>
      sql`select distinct r.state as value from candidates r where ${knownCandidate(scope, 'r')} order by value`,
  },
};

const states = (table: string, scope: Scope, columns: Parameters<typeof partyTo>[2]): Sql =>
  sql`select distinct r.state as value from ${sql.table(table)} r where ${partyTo(scope, 'r', columns)} order by value`;

const disabled = sql`r.disabled_at is not null`;

/** Users of the caller's own organization. */
export const usersSource: ListSource<'users'> = {
  table: sql`users r`,
  visible: (scope) => sql`r.organization_id = ${scope.organizationId}::uuid`,
  joins: sql``,
  columns: {
    name: PERSON_COLUMN,
    userName: textColumn('user_name'),
    email: textColumn('email'),
    userType: column('user_type'),
    agencyUserType: unsortedColumn('agency_user_type'),
    roles: computed(sql`(
      select string_agg(o.name, ', ' order by ${alphabeticalOrder('o.name')})
      from user_roles ur join roles o on o.id = ur.role_id where ur.user_id = r.id)`),
    twoFactor: column('two_factor_enabled'),
    status: computed(sql`case when ${disabled} then 'DISABLED' else 'ENABLED' end`),
    createdAt: column('created_at'),
  },
  filters: {
    user: (values) => oneOfIds(sql`r.id`, values),
    userType: (values) => oneOf(sql`r.user_type`, values),
    status: (values) => anyOf(values.map((value) => conditionIs(disabled, value === 'DISABLED'))),
    twoFactor: (wanted) => conditionIs(sql`r.two_factor_enabled`, wanted),
    createdAt: (range, scope) => withinViewerDays(sql`r.created_at`, range, scope),
  },
  search: (word) => [
    contains(sql`r.first_name`, word),
    contains(sql`r.last_name`, word),
    contains(sql`r.user_name`, word),
    contains(sql`r.email`, word),
  ],
};

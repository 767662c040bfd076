/** The rows of one whole program. Batch 0 is the demo; further ones multiply it for load tests. */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Insertable,
} from 'kysely';
import type { Client } from 'pg';
import { instantOf } from '../../base/dates';
import type { Schema } from '../../database';
import { buildAssignments } from './assignmentRows';
import { buildStints } from './assignments';
import { expiring } from '../../features/notifications/reminders/reminderJobs';
import { seedChats } from './chats';
import { earlierBroadcasts, sendEarlierBroadcasts } from './broadcasts';
import { instant, type Day } from './calendar';
import { buildCandidates, type RecruiterAccount } from './candidates';
import { buildHistory } from './history';
import { BulkWriter } from './insert';
import { buildInvoices } from './invoices';
import { buildJobs } from './jobs';
import { buildCatalog, buildParties, type Parties } from './organizations';
import { buildPeople, buildSalesRepresentatives, type People } from './people';
import { Random } from './random';
import { buildSavedSearches } from './savedSearches';
import type { DemoSize } from './size';
import { buildSubmissions } from './submissions';
import { buildTasks } from './tasks';
import { buildTimesheets, withDispute, withUnsubmitted } from './timesheets';

/** Compiles statements to text, because the seed has its own connection. */
const COMPILER = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type Row<T extends keyof Schema> = Insertable<Schema[T]>;

export interface BatchOptions {
  readonly seed: number;
  /** From 0; the first is the demo itself. */
  readonly batch: number;
  readonly size: DemoSize;
  readonly today: Day;
  readonly hashPassword: () => Promise<string>;
  /** Rejects before the next table. */
  readonly signal?: AbortSignal | undefined;
}

/** Writes one batch of the demo. Equal options give equal rows. */
export async function fillBatch(client: Client, options: BatchOptions): Promise<void> {
  const { seed, batch, size, today, hashPassword, signal } = options;
  const writer = new BulkWriter(client, signal);
  const shared = new Random(`${seed}`);
  const random = new Random(`${seed}/${batch}`);
  const managers = managingOrganizations(shared.for('managers'));
  const tenantId = managers.MERIDIAN.id;
  const created = instant(today - 400);
  const catalog = buildCatalog(shared.for('catalog'), tenantId);
  const salesReps = buildSalesRepresentatives(shared.for('sales'), tenantId, created);
  const parties = buildParties(random.for('parties'), tenantId, batch, today);

  if (batch === 0) await writer.insert('organizations', Object.values(managers));
  await writer.insert('organizations', parties.organizations);
  let taskOwners: { id: string; name: string }[] = [];
  let people: People | undefined;
  if (batch === 0) {
    people = await buildPeople(
      shared.for('people'),
      demoOrganizations(managers, parties),
      salesReps,
      hashPassword,
      created,
    );
    taskOwners = taskManagers(people);
    for (const table of ['users', 'user_credentials', 'roles', 'role_permissions', 'user_roles'] as const) {
      await writer.insert(table, people[table]);
    }
    await writer.insert('professions', catalog.professions);
    await writer.insert(
      'specialties',
      catalog.specialties.map(({ profession: _p, department: _d, weight: _w, ...row }) => row),
    );
    await writer.insert('offerings', catalog.offerings);
    await writer.insert('sub_offerings', catalog.subOfferings);
    await writer.insert('saved_searches', buildSavedSearches(shared.for('searches'), people, catalog, today));
  }
  await writer.insert('facilities', parties.facilities);
  await writer.insert('departments', parties.departments);
  await writer.insert('suppliers', parties.suppliers.map(supplierRow));

  const candidates = buildCandidates(
    random.for('candidates'),
    parties.suppliers,
    catalog.specialties,
    size.candidates,
    batch,
    today,
    people && recruiterAmong(people),
  );
  await writer.insert(
    'candidates',
    candidates.map(({ supplier: _s, specialty: _t, ...row }) => row),
  );

  const stints = buildStints(random.for('assignments'), candidates, size, today);
  const setting = { catalog, parties, salesRepIds: salesReps.map(({ id }) => id), size, batch, today };
  const jobs = buildJobs(random.for('jobs'), setting, stints);
  await writer.insert(
    'jobs',
    jobs.map(({ specialty: _s, managerName: _m, posted: _p, closed: _c, stints: _t, wanted: _w, ...row }) => row),
  );

  const { submissions, history } = buildSubmissions(random.for('submissions'), jobs, candidates, batch, today);
  await writer.insert(
    'submissions',
    submissions.map(({ row }) => row),
  );
  await writer.insert('submission_status_history', history);

  const { assignments, documents } = buildAssignments(random.for('papers'), submissions, batch, today);
  await writer.insert(
    'assignments',
    assignments.map(({ row }) => row),
  );
  await writer.insert('compliance_documents', documents);

  // People of the first supplier and of the first facility sign in to the demo.
  const [supplierId = '', facilityId = ''] = [parties.suppliers[0]?.id, parties.facilities[0]?.id];
  const drawn = buildTimesheets(random.for('timesheets'), assignments, batch, today);
  const sheets = withDispute(withUnsubmitted(drawn, supplierId, facilityId), supplierId);
  const { invoices, timesheets } = buildInvoices(random.for('invoices'), parties, sheets, batch, today);
  await writer.insert('invoices', invoices);
  await writer.insert('timesheets', timesheets);
  if (batch === 0) {
    await writer.insert(
      'tasks',
      buildTasks(
        random.for('tasks'),
        { tenantId, managers: taskOwners, assignments, documents, jobs, submissions },
        today,
      ),
    );
  }
  const broadcasts = earlierBroadcasts(shared.for('broadcasts'), tenantId, today);
  if (people) {
    const { LAKESIDE, SUMMIT } = demoOrganizations(managers, parties);
    const sources = { parties, jobs, candidates, submissions, assignments, documents, timesheets, invoices };
    const program = { people, tenantId, focus: [LAKESIDE, SUMMIT], broadcasts, today };
    const history = buildHistory(random.for('history'), sources, program);
    for (const table of ['notification_contents', 'notification_events', 'notification_counters'] as const) {
      await writer.insert(table, history[table]);
    }
  }
  await writer.finish();
  if (people) {
    const focus = demoOrganizations(managers, parties).SUMMIT;
    await seedChats(client, random.for('chats'), { tenantId, focus, today });
  }
  await markRemindersSent(client, today);
  const author = taskOwners[0]?.id;
  if (author !== undefined) {
    const sender = managers.MERIDIAN.name;
    await sendEarlierBroadcasts(client, broadcasts, { tenantId, sender, author, today });
  }
}

/** Marks earlier expiries as reminded, so that only what comes due from now on is notified. */
async function markRemindersSent(client: Client, today: Day): Promise<void> {
  // The facilities' day can be that of today's first or last moment.
  for (const moment of [today, today + 1]) {
    const { sql: expired, parameters } = expiring(instantOf(instant(moment))).compile(COMPILER);
    await client.query(
      `insert into notification_reminders (tenant_id, sub_category_code, subject_id, occasion)
       select d.tenant_id, 'DOCUMENT_EXPIRING', x.id, x.occasion from (${expired}) x
       join compliance_documents d on d.id = x.id on conflict do nothing`,
      [...parameters],
    );
  }
}

function recruiterAmong({ users }: People): RecruiterAccount | undefined {
  return users
    .filter(({ user_name }) => user_name === 'agency.recruiter')
    .map(({ id = '', organization_id, first_name, last_name }) => ({
      id,
      organization_id,
      name: `${first_name} ${last_name}`,
    }))[0];
}

/** The users who have tasks; the manager comes first. */
function taskManagers({ users }: People): { id: string; name: string }[] {
  return ['vms.manager', 'msp.manager', 'vms.twofactor'].flatMap((userName) =>
    users
      .filter(({ user_name }) => user_name === userName)
      .map(({ id, first_name, last_name }) => ({ id: id ?? '', name: `${first_name} ${last_name}` })),
  );
}

function managingOrganizations(random: Random): Record<'PLATFORM' | 'MERIDIAN', Row<'organizations'> & { id: string }> {
  const managing = (code: string, name: string, type: 'OWNER' | 'VMS') => {
    const id = random.uuid();
    const footer = { footer_email: `support@${code.toLowerCase()}.example`, footer_phone: '555-0100' };
    return {
      id,
      code,
      name,
      type,
      tenant_id: id,
      disclose_account_state: true,
      remember_devices: true,
      timesheet_v2_enabled: true,
      prn_organization: true,
      configure_mobile_app: true,
      notification_configs: ['MOBILE_CANDIDATE_REGISTRATION' as const, 'LEAP_PROFILE_CREATED' as const],
      ...footer,
    };
  };
  return {
    PLATFORM: managing('PLATFORM', 'Staffing Platform', 'OWNER'),
    MERIDIAN: managing('MERIDIAN', 'Meridian Workforce Partners', 'VMS'),
  };
}

function demoOrganizations(managers: ReturnType<typeof managingOrganizations>, { organizations }: Parties) {
  const idOf = (code: string): string => organizations.find((organization) => organization.code === code)?.id ?? '';
  return {
    PLATFORM: managers.PLATFORM.id,
    MERIDIAN: managers.MERIDIAN.id,
    LAKESIDE: idOf('LAKESIDE'),
    SUMMIT: idOf('SUMMIT'),
  };
}

function supplierRow({
  id,
  tenant_id,
  name,
  tier,
  city,
  state,
  fee_basis_points,
  joined_on,
}: Row<'suppliers'>): Row<'suppliers'> {
  return { id, tenant_id, name, tier, city, state, fee_basis_points, joined_on };
}

/** Last month's notifications of the demo users, chosen from real rows. */
import type { Insertable } from 'kysely';
import type { Permission } from '../../../contract/base/permissions';
import { NOTIFICATION_TABS, tabOf, type NotificationTab } from '../../../contract/notifications/categories';
import { SUB_CATEGORIES } from '../../../contract/notifications/kinds';
import type { Schema } from '../../database';
import { contentOf, searchText, type NotificationContent } from '../../features/notifications/content';
import { audienceOf, permissionsFor } from '../../features/notifications/events';
import { NO_FACTS } from '../../features/notifications/facts';
import { preferenceOf } from '../../features/notifications/preferences';
import type { EarlierBroadcast } from './broadcasts';
import { instant, type Day } from './calendar';
import { momentsOf, type Moment, type Sources } from './moments';
import type { People } from './people';
import type { Random } from './random';

type Row<T extends keyof Schema> = Insertable<Schema[T]>;

export interface History {
  readonly notification_contents: readonly Row<'notification_contents'>[];
  readonly notification_events: readonly Row<'notification_events'>[];
  readonly notification_counters: readonly Row<'notification_counters'>[];
}

/** How many per tab, for each organization with demo users. */
const SHARE: Readonly<Record<NotificationTab, number>> = {
  JOBSORDERS: 8,
  SUBMISSIONS: 14,
  COMPLIANCE: 9,
  ASSIGNMENTS: 8,
  BACK_OFFICE: 9,
  BROADCAST: 0,
};
/** How many of the newest are unread. */
const UNREAD = 6;

interface Reader {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationType: 'VMS' | 'CLIENT' | 'AGENCY';
  readonly agencyUserType: Row<'users'>['agency_user_type'];
  readonly permissions: readonly Permission[];
}

interface Message {
  /** In days, as in calendar.ts. */
  readonly at: number;
  readonly content: NotificationContent;
  readonly reaches: (reader: Reader) => boolean;
}

interface Program {
  readonly people: People;
  readonly tenantId: string;
  /** The facility and the supplier with demo users. */
  readonly focus: readonly string[];
  readonly broadcasts: readonly EarlierBroadcast[];
  readonly today: Day;
}

/** The notifications of the past, and for each reader the sequence of those that reached them. */
export function buildHistory(
  random: Random,
  sources: Sources,
  { people, tenantId, focus, broadcasts, today }: Program,
): History {
  const moments = momentsOf(sources, today);
  const chosen = new Set(focus.flatMap((id) => choose(random, moments.filter(concerns(id)))));
  const messages = [
    ...[...chosen, ...announcements(random, today)].map((moment): Message => ({
      at: moment.at,
      content: contentOf(moment.event, moment.facts),
      reaches: (reader) => isRecipient(reader, moment, tenantId),
    })),
    // Ignores permissions and preferences.
    ...broadcasts.map(({ at, content }): Message => ({ at, content, reaches: () => true })),
  ].sort((a, b) => a.at - b.at);
  const contents = messages.map(({ at, content, reaches }) => ({
    at,
    reaches,
    row: contentRow(random, content, at, tenantId),
  }));
  const sequences = readersOf(people, tenantId, focus).map((reader) =>
    sequenceOf(
      reader,
      contents.filter(({ reaches }) => reaches(reader)),
    ),
  );
  return {
    notification_contents: contents.map(({ row }) => row),
    notification_events: sequences.flatMap(({ events }) => events),
    notification_counters: sequences.flatMap(({ counter }) => counter),
  };
}

const concerns =
  (id: string) =>
  ({ facts }: Moment): boolean =>
    facts.clientId === id || facts.agencyId === id;

function choose(random: Random, moments: readonly Moment[]): Moment[] {
  const shuffled = random.shuffle(moments);
  return Object.entries(SHARE).flatMap(([tab, count]) =>
    shuffled.filter(({ event }) => tabOf(SUB_CATEGORIES[event.what].category) === tab).slice(0, count),
  );
}

function announcements(random: Random, today: Day): Moment[] {
  const from = (days: number, what: 'COMPANY' | 'RELEASE_NOTES', subject: string, text: string): Moment => ({
    at: today - days,
    event: {
      kind: 'company',
      what,
      subject,
      text,
      ...(what === 'RELEASE_NOTES' && { documentName: `${subject}.pdf` }),
    },
    facts: { ...NO_FACTS, entityId: random.uuid() },
  });
  return [
    from(
      21.4,
      'COMPANY',
      'Timesheets for the holiday week',
      'Please submit the timesheets of the holiday week by Monday noon, so that they can be approved in time for the invoices.',
    ),
    from(
      12.6,
      'RELEASE_NOTES',
      'What is new this month',
      'Lists can be exported as they are shown.\n\nNotifications arrive while you work, and each of you decides which.',
    ),
    from(
      3.3,
      'COMPANY',
      'New contact for compliance',
      'Questions about compliance files go to Priya Iyer from now on. Her extension is 0142.',
    ),
  ];
}

function contentRow(random: Random, content: NotificationContent, at: number, tenantId: string) {
  return {
    id: random.uuid(),
    tenant_id: tenantId,
    category_code: content.categoryCode,
    sub_category_code: content.subCategoryCode,
    content: JSON.stringify(content),
    search_text: searchText(content),
    created_at: instant(at),
  };
}

/** The demo users of the program. */
function readersOf(
  { users, user_roles, role_permissions }: People,
  tenantId: string,
  focus: readonly string[],
): Reader[] {
  return users.flatMap(({ id = '', organization_id: organizationId, agency_user_type: agencyUserType }) => {
    const roles = user_roles.filter(({ user_id }) => user_id === id).map(({ role_id }) => role_id);
    if (roles.length === 0 || ![tenantId, ...focus].includes(organizationId)) return [];
    const permissions = role_permissions.flatMap(({ role_id, permission }) =>
      roles.includes(role_id) ? permission : [],
    );
    const organizationType =
      organizationId === tenantId ? 'VMS' : organizationId === focus[0] ? 'CLIENT' : ('AGENCY' as const);
    return [{ id, organizationId, organizationType, agencyUserType, permissions }];
  });
}

/** The same rules as in the database function. */
function isRecipient(reader: Reader, { event, facts }: Moment, tenantId: string): boolean {
  const { organizationId, organizationType, permissions } = reader;
  const needed = permissionsFor(event);
  if (needed.length > 0 && !needed.some((permission) => permissions.includes(permission))) return false;
  const owner = { ...reader, agencyUserType: reader.agencyUserType ?? null, configs: [] };
  if (!preferenceOf(event.what, owner, undefined).notification) return false;
  const audience = audienceOf(event, true, facts);
  if (audience === 'PROGRAM') return true;
  const isParty = [tenantId, facts.clientId, facts.agencyId].includes(organizationId);
  return isParty || (audience === 'SUPPLIERS' && organizationType === 'AGENCY');
}

function sequenceOf(
  { id, organizationId }: Reader,
  contents: ReadonlyArray<{ readonly at: number; readonly row: ReturnType<typeof contentRow> }>,
) {
  const common = { user_id: id, organization_id: organizationId };
  const before = Math.max(0, contents.length - UNREAD);
  const all = contents.map(({ at, row }) => ({ at, content_id: row.id, tab: tabOf(row.category_code) }));
  const read = (all[before - 1]?.at ?? 0) + 1 / 86_400;
  const steps =
    before === 0 ? all : [...all.slice(0, before), { at: read, content_id: null, tab: null }, ...all.slice(before)];
  // No event is later than the next one; after a read mark, the next one is strictly later.
  let last = 0;
  const events = steps.map(({ at, ...step }, index): Row<'notification_events'> => {
    last = Math.max(last + (index === before + 1 ? 1 / 86_400_000 : 0), at);
    return { ...common, sequence: index + 1, occurred_at: instant(last), ...step };
  });
  const final = events.at(-1);
  const reading = events.find(({ content_id }) => content_id === null);
  const counter: Row<'notification_counters'>[] =
    final === undefined
      ? []
      : [
          {
            ...common,
            last_sequence: final.sequence,
            last_at: final.occurred_at,
            last_read_sequence: reading?.sequence ?? null,
            seen_up_to: JSON.stringify(
              Object.fromEntries(NOTIFICATION_TABS.map((tab) => [tab, reading?.sequence ?? 0])),
            ),
            last_read_at: reading?.occurred_at ?? null,
          },
        ];
  return { events, counter };
}

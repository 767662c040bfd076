/** The ids to try at each position of the published description: own, foreign and missing. */
import { randomUUID } from 'node:crypto';
import type { ByParty, Caller, CATALOG, Row, Tenancy } from './world';

export interface Values {
  /** Undefined if the caller has none. */
  readonly own: (caller: Caller) => string | undefined;
  readonly foreign: (caller: Caller) => readonly string[];
  readonly absent?: () => string;
}
/** How each table's rows relate to an organization. Facilities and suppliers see each other, and posted jobs. */
function isForeign(table: string, row: Row, caller: Caller): boolean {
  if (row.tenant !== caller.tenantId) return true;
  if (caller.organizationType === 'VMS') return false;
  if (table === 'tasks' || caller.organizationType === 'OWNER') return true;
  const [party, known] =
    caller.organizationType === 'CLIENT'
      ? ([row.client, ['suppliers', 'candidates']] as const)
      : ([row.agency, ['facilities', 'departments', 'jobs']] as const);
  return party !== caller.organizationId && !known.includes(table as never);
}

export const of = ({ rows }: Tenancy, table: string, foreign: boolean, caller: Caller): string[] =>
  (rows.get(table) ?? []).filter((row) => isForeign(table, row, caller) === foreign).map(({ id }) => id);

/** Candidates are sorted: of the same program first, of another last. */
export const nearAndFar = (values: readonly string[]): string[] => [
  ...new Set([...values.slice(0, 1), ...values.slice(-1)]),
];

/** By the name of the position; add the values of new ids here. */
export function valuesOf(tenancy: Tenancy): Readonly<Record<string, Values>> {
  const { callers, broadcasts } = tenancy;
  const ofTable = (table: string): Values => ({
    own: (caller) => of(tenancy, table, false, caller)[0],
    foreign: (caller) => nearAndFar(of(tenancy, table, true, caller)),
  });
  const ofOthers = (
    key: 'userId' | 'userName' | 'organizationId' | 'sessionId' | 'context',
    absent: () => string = randomUUID,
  ): Values => ({
    own: (caller) => caller[key],
    foreign: (caller) =>
      nearAndFar(callers.filter((each) => each.organizationId !== caller.organizationId).map((each) => each[key])),
    absent,
  });
  const ofTenant = (ids: ByParty): Values => ({
    own: ({ tenantId }) => ids.get(tenantId),
    foreign: ({ tenantId }) => [...ids].filter(([tenant]) => tenant !== tenantId).map(([, id]) => id),
  });
  const ofCatalog = (table: (typeof CATALOG)[number]): Values => ofTenant(tenancy.catalog.get(table) ?? new Map());
  const ofOrganization = (ids: ByParty): Values => ({
    own: ({ organizationId }) => ids.get(organizationId),
    foreign: (caller) => nearAndFar([...ids].filter(([each]) => each !== caller.organizationId).map(([, id]) => id)),
  });
  const RECORDS = ['jobs', 'submissions', 'assignments', 'compliance_documents', 'timesheets'];
  const ofRecords: Values = {
    own: (caller) => RECORDS.flatMap((table) => of(tenancy, table, false, caller).slice(0, 1))[0],
    foreign: (caller) => RECORDS.flatMap((table) => nearAndFar(of(tenancy, table, true, caller))),
  };
  return {
    userId: ofOthers('userId'),
    userName: ofOthers('userName', () => 'nobody.at.all'),
    organizationId: ofOthers('organizationId'),
    // Only narrows a table of candidates.
    recruiterId: ofOthers('userId'),
    // The current assignee of a task.
    replaces: ofOthers('userId'),
    tokenIdentifier: ofOthers('sessionId'),
    sessionId: ofOthers('sessionId'),
    context: ofOthers('context', () => randomUUID()),
    documentId: ofTable('compliance_documents'),
    // Of the record kind of the call; for another kind it is a missing one.
    recordId: ofRecords,
    recordIds: ofRecords,
    // Of the exported list.
    ids: ofRecords,
    invoiceId: ofTable('invoices'),
    taskId: ofTable('tasks'),
    clientId: ofTable('facilities'),
    clientIds: ofTable('facilities'),
    departmentIds: ofTable('departments'),
    agencyId: ofTable('suppliers'),
    agencyIds: ofTable('suppliers'),
    professionIds: ofCatalog('professions'),
    specialtyIds: ofCatalog('specialties'),
    offeringIds: ofCatalog('offerings'),
    subOfferingIds: ofCatalog('sub_offerings'),
    salesRepIds: ofOthers('userId'),
    id: ofOrganization(tenancy.searches),
    deviceId: ofOrganization(tenancy.pushDevices),
    viewId: ofOrganization(tenancy.views),
    identityId: ofOrganization(tenancy.identities),
    candidateIds: ofTable('candidates'),
    candidateId: ofTable('candidates'),
    chatFileId: ofTable('chat_files'),
    tenantId: {
      own: ({ tenantId }) => tenantId,
      foreign: (caller) => [...broadcasts.keys()].filter((tenant) => tenant !== caller.tenantId),
    },
    broadcastDocumentId: ofOrganization(tenancy.broadcastDocuments),
    organizationIds: {
      own: ({ organizationId }) => organizationId,
      // The platform deliberately addresses managing organizations.
      foreign: (caller) =>
        nearAndFar(
          callers
            .filter((each) => each.tenantId !== caller.tenantId && each.organizationType !== 'VMS')
            .map((each) => each.organizationId),
        ),
    },
    roleId: ofOrganization(tenancy.roles),
    roleIds: ofOrganization(tenancy.roles),
    entityId: ofTenant(tenancy.broadcasts),
    entityIds: ofTenant(tenancy.broadcasts),
    notificationId: ofTenant(tenancy.documents),
    notificationIds: ofTenant(tenancy.documents),
    handoverId: ofOrganization(tenancy.handovers),
    assigneeId: ofOthers('userId'),
    ruleId: ofOrganization(tenancy.alarmRules),
    alarmId: ofOrganization(tenancy.alarms),
    beforeAlarmId: ofOrganization(tenancy.alarms),
    facilityId: ofTable('facilities'),
    recipients: ofOthers('userId'),
    escalateTo: ofOthers('userId'),
  };
}

/**
 * The platform's organizations, for its owners. A transaction begins in the scope of the owner's own organization,
 * where the permission is read, and continues in the scope of the organization that is changed.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { OrganizationType } from '../../../contract/base/organizations';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import { alphabeticalOrder, enterScope, type Queries, type Scope } from '../../database';
import { sqlState } from '../../database/errors';
import { requirePermission } from '../../identity/permissions';
import type { Passwords } from '../../identity/passwords/passwords';
import { applicationTypeOf } from '../../identity/sessions/userInfo';
import type { Sessions } from '../../identity/sessions/sessions';
import type { AuditEvent } from '../../../contract/identity/auditEvents';
import type { Audit } from '../../platform/audit';
import type { CurrentSession } from '../../platform/session';
import { checkedLogo, isSameLogo, logoOf, storeLogo } from '../shell/storedLogos';
import { conflictError, scopeOfOrganization, type Actor } from './organizationScope';
import { SETTINGS_COLUMNS, auditedSettings, columnsOf, isSameSettings, type Settings } from './settings';
import { addAdministrator, addOrganization, codeTaken, nameTaken, organizationCode } from './organizations';

export interface OrganizationServices {
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly config: { readonly idleSeconds: number; readonly sessionSeconds: number };
}

type Saved = ResponseOf<'createOrganization'>;

const UNIQUE_VIOLATION = '23505';

/** Throws ApiError (`server.unauthorized`) unless the caller administers the platform. */
async function requirePlatform(queries: Queries, session: CurrentSession): Promise<void> {
  if (session.organizationType !== 'OWNER') throw new ApiError('server.unauthorized');
  await requirePermission(queries, session.userId, ['ORGANIZATION_EDIT']);
}

export class Organizations {
  constructor(private readonly services: OrganizationServices) {}

  /**
   * The programs that a new organization may belong to, by name, and the limits of sessions. Throws ApiError
   * (`server.unauthorized`).
   */
  async choices(queries: Queries, session: CurrentSession): Promise<ResponseOf<'organizationChoices'>> {
    await requirePlatform(queries, session);
    const programs = await queries
      .selectFrom('organizations')
      .where('type', '=', 'VMS')
      .where('disabled_at', 'is', null)
      .orderBy(alphabeticalOrder('name'))
      .select(['code as value', 'name as label'])
      .execute();
    return { programs, limits: this.limits };
  }

  /** Throws ApiError: `not.found`, `server.unauthorized`. */
  async read(queries: Queries, organizationId: string, session: CurrentSession): Promise<ResponseOf<'organization'>> {
    await requirePlatform(queries, session);
    const { program } = (await queries
      .selectFrom('organizations as o')
      .leftJoin('organizations as m', (join) => join.onRef('m.id', '=', 'o.tenant_id').onRef('m.id', '<>', 'o.id'))
      .where('o.id', '=', organizationId)
      .select('m.name as program')
      .executeTakeFirst()) ?? { program: null };
    await enterScope(queries, await scopeOfOrganization(queries, organizationId, session));
    const row = await queries
      .selectFrom('organizations')
      .where('id', '=', organizationId)
      .select([...SETTINGS_COLUMNS, 'type', 'disabled_at', 'version'])
      .select([
        sql<number>`(
          select count(*)::integer from users u
          where u.organization_id = organizations.id and u.disabled_at is null)`.as('people'),
        sql<number>`(
          select count(*)::integer from sessions s where s.organization_id = organizations.id
            and s.ended_at is null and least(s.idle_expires_at, s.expires_at) > now())`.as('signedIn'),
      ])
      .executeTakeFirstOrThrow();
    const { type, disabled_at, ...others } = row;
    return {
      ...others,
      organizationId,
      type,
      applicationType: applicationTypeOf(type),
      program,
      logo: await logoOf(queries, organizationId),
      disabled: disabled_at !== null,
      limits: this.limits,
    };
  }

  /**
   * Adds an organization with its first administrator, who is mailed a password. A repeated request adds nothing.
   * Throws ApiError: `conflict` if it has other values now, and others.
   */
  async create(queries: Queries, body: BodyOf<'createOrganization'>, actor: Actor): Promise<Saved> {
    await requirePlatform(queries, actor.session);
    const before = await addedBefore(queries, body, actor.session);
    if (before !== undefined) return before;
    const { requestId, type, program, place, administrator, ...settings } = body;
    const logo = checkedLogo(settings.logo);
    this.refuseLengths(settings);
    const { code, name } = settings;
    const added = await addOrganization(queries, {
      code,
      name: name.trim(),
      type,
      managedBy: program ?? undefined,
      place: place ?? undefined,
      requestId,
    }).catch(async (error: unknown) => {
      // A parallel request with the same id may have added it first, so that the code is taken.
      const isTaken = error instanceof ApiError && error.code === 'organization.code.refused';
      const earlier = isTaken ? await addedBefore(queries, body, actor.session) : undefined;
      if (earlier === undefined) throw error;
      return earlier;
    });
    if ('version' in added) return added;
    await queries
      .updateTable('organizations')
      .set(columnsOf({ ...settings, code: added.code }))
      .where('id', '=', added.id)
      .execute();
    await storeLogo(queries, added.id, logo);
    const userId = await addAdministrator(queries, added.scope, administrator);
    await this.services.passwords.invite(queries, { id: userId, organizationId: added.id });
    await this.record(queries, 'organization_created', added.id, actor, {
      after: {
        type,
        program,
        place,
        administrator: { userId, ...administrator },
        ...auditedSettings(settings),
        code: added.code,
      },
    });
    return { organizationId: added.id, version: 1 };
  }

  /**
   * A repeated request changes nothing. Throws ApiError: `conflict` with who changed it in the meantime,
   * `organization.code.refused`, `request.invalid`, `not.found`.
   */
  async update(
    queries: Queries,
    organizationId: string,
    { version, ...wanted }: BodyOf<'updateOrganization'>,
    actor: Actor,
  ): Promise<Saved> {
    await requirePlatform(queries, actor.session);
    const scope = await scopeOfOrganization(queries, organizationId, actor.session);
    const code = organizationCode(wanted.code);
    const logo = checkedLogo(wanted.logo);
    this.refuseLengths(wanted);
    await enterScope(queries, scope);
    const row = await queries
      .selectFrom('organizations')
      .where('id', '=', organizationId)
      .select([...SETTINGS_COLUMNS, 'version', 'updated_by as updatedBy'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { version: current, updatedBy, ...before } = row;
    const hadLogo = await logoOf(queries, organizationId);
    const after = { ...wanted, code, name: wanted.name.trim() };
    if (current !== version) {
      // Their own save, sent again because its answer was lost.
      const isRepeated = current === version + 1 && updatedBy === actor.session.userId;
      if (isRepeated && isSameSettings({ ...before, logo: hadLogo }, after))
        return { organizationId, version: current };
      throw await conflictError(queries, updatedBy, actor.session);
    }
    try {
      await queries
        .updateTable('organizations')
        .set({
          ...columnsOf(after),
          version: version + 1,
          updated_at: sql<Date>`now()`,
          updated_by: actor.session.userId,
        })
        .where('id', '=', organizationId)
        .execute();
    } catch (error) {
      throw sqlState(error) === UNIQUE_VIOLATION ? codeTaken(code) : error;
    }
    await storeLogo(queries, organizationId, logo);
    if (after.name !== before.name) await renameParty(queries, scope, after.name);
    await this.record(queries, 'organization_updated', organizationId, actor, {
      before,
      after: {
        ...auditedSettings(after),
        ...(!isSameLogo(hadLogo, wanted.logo) && { logo: logo === null ? 'removed' : 'new' }),
      },
    });
    return { organizationId, version: version + 1 };
  }

  /** Idempotent. Throws ApiError: `request.invalid` for the caller's own organization, `not.found`. */
  async setActive(queries: Queries, organizationId: string, active: boolean, actor: Actor): Promise<Saved> {
    await requirePlatform(queries, actor.session);
    if (organizationId === actor.session.organizationId) {
      throw new ApiError('request.invalid', {
        sentence: 'This is the organization of the platform itself. It cannot be deactivated.',
      });
    }
    await enterScope(queries, await scopeOfOrganization(queries, organizationId, actor.session));
    const { version, disabled_at } = await queries
      .selectFrom('organizations')
      .where('id', '=', organizationId)
      .select(['version', 'disabled_at'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    if ((disabled_at === null) === active) return { organizationId, version };
    await queries
      .updateTable('organizations')
      .set({
        disabled_at: active ? null : sql<Date>`now()`,
        version: version + 1,
        updated_at: sql<Date>`now()`,
        updated_by: actor.session.userId,
      })
      .where('id', '=', organizationId)
      .execute();
    const ended = active ? 0 : await this.services.sessions.endAllOf(queries, organizationId, 'revoked');
    const event = active ? 'organization_reactivated' : 'organization_deactivated';
    await this.record(queries, event, organizationId, actor, {
      before: { active: !active },
      after: { active, ...(!active && { endedSessions: ended }) },
    });
    return { organizationId, version: version + 1 };
  }

  private get limits() {
    const { idleSeconds, sessionSeconds } = this.services.config;
    return { idleMinutes: Math.floor(idleSeconds / 60), sessionHours: Math.floor(sessionSeconds / 3_600) };
  }

  private refuseLengths({ idleMinutes, sessionHours }: Pick<Settings, 'idleMinutes' | 'sessionHours'>): void {
    const { limits } = this;
    const refuse = (sentence: string) => {
      throw new ApiError('request.invalid', { sentence });
    };
    if ((idleMinutes ?? 0) > limits.idleMinutes)
      refuse(`Sessions may be idle for at most ${limits.idleMinutes} minutes on this server. Please enter less.`);
    if ((sessionHours ?? 0) > limits.sessionHours)
      refuse(`Sessions may last at most ${limits.sessionHours} hours on this server. Please enter less.`);
  }

  private record(
    queries: Queries,
    event: AuditEvent,
    organizationId: string,
    { session, client }: Actor,
    details: { readonly before?: object; readonly after: object },
  ): Promise<void> {
    const { userId, sessionId } = session;
    return this.services.audit.record(queries, {
      event,
      outcome: 'ok',
      organizationId,
      userId,
      sessionId,
      details,
      client,
    });
  }
}

/** The organization of a repeated request, in whose scope `queries` are then. Throws ApiError (`conflict`). */
async function addedBefore(
  queries: Queries,
  body: BodyOf<'createOrganization'>,
  session: CurrentSession,
): Promise<Saved | undefined> {
  const added = await queries
    .selectFrom('organizations')
    .where('request_id', '=', body.requestId)
    .select([...SETTINGS_COLUMNS, 'id', 'type', 'tenant_id', 'version'])
    .executeTakeFirst();
  if (added === undefined) return undefined;
  const { id: organizationId, type, tenant_id, version, ...settings } = added;
  const program = await queries
    .selectFrom('organizations')
    .where('id', '=', tenant_id)
    .select('code')
    .executeTakeFirstOrThrow();
  await enterScope(queries, await scopeOfOrganization(queries, organizationId, session));
  const first = await queries
    .selectFrom('users')
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .select(['user_name as userName', 'email', 'first_name as firstName', 'last_name as lastName'])
    .executeTakeFirstOrThrow();
  const { administrator } = body;
  const isRepeated =
    type === body.type &&
    (await isSameParty(queries, { ...added, program: program.code }, body)) &&
    isSameSettings(
      { ...settings, logo: await logoOf(queries, organizationId) },
      { ...body, code: organizationCode(body.code) },
    ) &&
    first.userName === administrator.userName &&
    first.email === administrator.email &&
    first.firstName === administrator.firstName &&
    first.lastName === administrator.lastName;
  if (isRepeated) return { organizationId, version };
  throw new ApiError('conflict', {
    sentence: `This organization was already added as ${settings.name} (${settings.code}), with ${first.email} as its first administrator. Please open it to change it.`,
  });
}

/** Whether program and place are those of the added organization. Suppliers keep only the city and the state. */
async function isSameParty(
  queries: Queries,
  { id, type, program }: { readonly id: string; readonly type: OrganizationType; readonly program: string },
  { program: wantedProgram, place }: Pick<BodyOf<'createOrganization'>, 'program' | 'place'>,
): Promise<boolean> {
  if (type !== 'CLIENT' && type !== 'AGENCY') return true;
  const stored =
    type === 'CLIENT'
      ? await queries
          .selectFrom('facilities')
          .where('id', '=', id)
          .select(['city', 'state', 'time_zone as timeZone', 'beds'])
          .executeTakeFirstOrThrow()
      : await queries.selectFrom('suppliers').where('id', '=', id).select(['city', 'state']).executeTakeFirstOrThrow();
  return program === wantedProgram?.trim().toUpperCase() && isDeepStrictEqual({ ...place, ...stored }, { ...place });
}

/**
 * Facilities and suppliers have a name in their program, too. A facility that belongs to no other health system is its
 * own. Throws ApiError (`request.invalid`) if another one has the name.
 */
async function renameParty(queries: Queries, { organizationId, organizationType }: Scope, name: string): Promise<void> {
  if (organizationType !== 'CLIENT' && organizationType !== 'AGENCY') return;
  const health_system = sql<string>`case when health_system = name then ${name} else health_system end`;
  try {
    await (organizationType === 'CLIENT'
      ? queries.updateTable('facilities').set({ name, health_system }).where('id', '=', organizationId).execute()
      : queries.updateTable('suppliers').set({ name }).where('id', '=', organizationId).execute());
  } catch (error) {
    throw sqlState(error) === UNIQUE_VIOLATION ? nameTaken(organizationType, name) : error;
  }
}

/**
 * Sessions in the database: opening, taking over, ending. What a session may do follows from its state, never from a
 * token.
 */
import { sql, type RawBuilder } from 'kysely';
import type { SessionEndReason } from '../../../contract/base/errors';
import type { OtherSession } from '../../../contract/identity/access.endpoints';
import type { OpenSession } from '../../../contract/identity/sessions.endpoints';
import type { Queries } from '../../database';
import type { SessionState } from '../../database/schema/access';
import type { ClientInfo } from '../../platform/audit';
import type { EventBus } from '../../platform/eventBus/eventBus';

/** An unanswered takeover question expires after this time. */
export const PENDING_SECONDS = 600;

/** How long a session lasts without a call, and at most, unless the organization sets its own times. */
export interface SessionLifetimes {
  readonly idleSeconds: number;
  readonly sessionSeconds: number;
}

export interface NewSession {
  readonly organizationId: string;
  readonly userId: string;
  readonly mustChangePassword: boolean;
  /** A second factor must be set up before anything else. */
  readonly mustEnroll: boolean;
  readonly client: ClientInfo;
}

/** `state` is pending while another session of the user is open, which only a takeover ends. */
export interface OpenedSession {
  readonly id: string;
  readonly state: SessionState;
  readonly otherSession: OtherSession | undefined;
}

const stillOpen = sql<boolean>`ended_at is null and least(idle_expires_at, expires_at) > now()`;
const inSeconds = (seconds: number | RawBuilder<number>) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** A length in seconds: the server's limit, or less if the organization has set less. `organization` is its id. */
const lengthSet = (column: 'idle_minutes' | 'session_hours', most: number, organization: RawBuilder<string>) =>
  sql<number>`least(${most}::integer, (
    select ${sql.ref(`o.${column}`)} * ${column === 'idle_minutes' ? 60 : 3_600}::integer
    from organizations o where o.id = ${organization}))`;

const OF_SESSION = sql<string>`sessions.organization_id`;

/** These also end the user's pushes on devices whose session had ended before, such as a phone that was taken over. */
const END_PUSHES: ReadonlySet<SessionEndReason> = new Set([
  'password_changed',
  'revoked',
  'ended_elsewhere',
  'ended_by_administrator',
]);

export class Sessions {
  constructor(
    private readonly lifetimes: SessionLifetimes,
    private readonly bus: EventBus,
  ) {}

  /** The caller holds a lock on the credential row, so that concurrent sign-ins see each other. */
  async open(queries: Queries, wanted: NewSession): Promise<OpenedSession> {
    const otherSession = await this.newestLive(queries, wanted.userId);
    const state = otherSession ? 'pending' : completeState(wanted);
    const seconds = state === 'pending' ? PENDING_SECONDS : this.lifetimes.sessionSeconds;
    const organization = sql<string>`${wanted.organizationId}::uuid`;
    const { id } = await queries
      .insertInto('sessions')
      .values({
        organization_id: wanted.organizationId,
        user_id: wanted.userId,
        state,
        must_change_password: wanted.mustChangePassword,
        must_enroll: wanted.mustEnroll,
        device: wanted.client.device,
        address: wanted.client.address,
        last_used_at: sql<Date>`now()`,
        idle_expires_at: inSeconds(
          lengthSet('idle_minutes', Math.min(seconds, this.lifetimes.idleSeconds), organization),
        ),
        expires_at: inSeconds(lengthSet('session_hours', seconds, organization)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, state, otherSession };
  }

  private async newestLive(queries: Queries, userId: string): Promise<OtherSession | undefined> {
    const row = await queries
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .where('state', '=', 'live')
      .where(stillOpen)
      .orderBy('last_used_at', 'desc')
      .select(['device', 'last_used_at'])
      .limit(1)
      .executeTakeFirst();
    return row && { device: row.device, lastUsedAt: row.last_used_at.toISOString() };
  }

  /**
   * Ends the user's other complete sessions and completes this one, both or neither. Returns how many it ended and what
   * this one may do now, or undefined if this one has ended. Locks this one: renewals wait for its transaction.
   */
  async takeOver(
    queries: Queries,
    session: { id: string; userId: string },
  ): Promise<{ readonly ended: number; readonly state: SessionState } | undefined> {
    await lockUser(queries, session.userId);
    const open = await queries
      .selectFrom('sessions')
      .where('id', '=', session.id)
      .where(stillOpen)
      .select(['state', 'must_change_password as mustChangePassword', 'must_enroll as mustEnroll'])
      .forUpdate()
      .executeTakeFirst();
    if (open === undefined) return undefined;
    const state = open.state === 'pending' ? completeState(open) : open.state;
    const ended = await queries
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()`, end_reason: 'taken_over' })
      .where('user_id', '=', session.userId)
      .where('id', '!=', session.id)
      .where('state', '=', 'live')
      .where(stillOpen)
      .returning('id')
      .execute();
    await queries
      .updateTable('sessions')
      .set({
        state,
        last_used_at: sql<Date>`now()`,
        idle_expires_at: this.idleEnd(),
        expires_at: sql<Date>`created_at + make_interval(secs => ${lengthSet('session_hours', this.lifetimes.sessionSeconds, OF_SESSION)})`,
      })
      .where('id', '=', session.id)
      .where('state', '=', 'pending')
      .execute();
    await this.announceEnds(queries, ended);
    return { ended: ended.length, state };
  }

  /** Completes a session that had to enroll. Ends another one that began in the meantime: there is one at a time. */
  async enrolled(queries: Queries, session: { id: string; userId: string }): Promise<void> {
    const completed = await queries
      .updateTable('sessions')
      .set({ state: 'live', must_enroll: false })
      .where('id', '=', session.id)
      .where('state', '=', 'enroll')
      .returning('id')
      .execute();
    if (completed.length > 0) await this.endOthers(queries, session.userId, session.id, 'taken_over');
  }

  /** Returns false if it had ended before. */
  async end(queries: Queries, id: string, reason: SessionEndReason): Promise<boolean> {
    const ended = await queries
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()`, end_reason: reason })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    await this.announceEnds(queries, ended);
    return ended.length > 0;
  }

  /** The user's open sessions, whatever their state, the last used first; `currentId` is the caller's. */
  async openOf(queries: Queries, userId: string, currentId: string): Promise<OpenSession[]> {
    const rows = await queries
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .where(stillOpen)
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .select(['id', 'device', 'address', 'state', 'created_at', 'last_used_at'])
      .execute();
    return rows.map((row) => ({
      sessionId: row.id,
      device: row.device,
      address: row.address,
      state: row.state,
      since: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      isCurrent: row.id === currentId,
    }));
  }

  /** Returns how many it ended, 0 if it had ended before; undefined if it never was the user's. */
  async endOne(queries: Queries, userId: string, id: string, reason: SessionEndReason): Promise<0 | 1 | undefined> {
    const row = await queries
      .selectFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .select('id')
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return (await this.end(queries, id, reason)) ? 1 : 0;
  }

  /** Ends every session of the user but one, whatever its state. */
  async endOthers(queries: Queries, userId: string, keepId: string, reason: SessionEndReason): Promise<number> {
    const ended = await queries
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()`, end_reason: reason })
      .where('user_id', '=', userId)
      .where('id', '!=', keepId)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    if (END_PUSHES.has(reason)) await endPushes(queries, userId, keepId);
    await this.announceEnds(queries, ended);
    return ended.length;
  }

  /** Ends every session of the user, whatever its state. */
  async endAll(queries: Queries, userId: string, reason: SessionEndReason): Promise<number> {
    const ended = await queries
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()`, end_reason: reason })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    if (END_PUSHES.has(reason)) await endPushes(queries, userId, null);
    await this.announceEnds(queries, ended);
    return ended.length;
  }

  /** Ends every session of the organization's users, whatever its state. */
  async endAllOf(queries: Queries, organizationId: string, reason: SessionEndReason): Promise<number> {
    const ended = await queries
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()`, end_reason: reason })
      .where('organization_id', '=', organizationId)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute();
    if (END_PUSHES.has(reason)) await endPushesOf(queries, organizationId);
    await this.announceEnds(queries, ended);
    return ended.length;
  }

  /** Extends the idle timeout; a pending session keeps its short life. */
  async touch(queries: Queries, id: string): Promise<void> {
    await queries
      .updateTable('sessions')
      .set({ last_used_at: sql<Date>`now()`, idle_expires_at: this.idleEnd() })
      .where('id', '=', id)
      .where(stillOpen)
      .execute();
  }

  /** The same for many complete sessions in one statement, outside all scopes. */
  async touchAll(queries: Queries, ids: readonly string[]): Promise<void> {
    await sql`select access_touch_sessions(${[...ids]}::uuid[], ${this.lifetimes.idleSeconds})`.execute(queries);
  }

  /** The idle end of a session that is updated. */
  private idleEnd() {
    return inSeconds(lengthSet('idle_minutes', this.lifetimes.idleSeconds, OF_SESSION));
  }

  private async announceEnds(queries: Queries, ended: ReadonlyArray<{ id: string }>): Promise<void> {
    for (const { id } of ended) await this.bus.publish(queries, { kind: 'session-ended', sessionId: id });
  }
}

/** On all devices of the user except those of one session. */
async function endPushes(queries: Queries, userId: string, keepId: string | null): Promise<void> {
  await sql`select notification_forget_devices(${userId}::uuid, ${keepId}::uuid)`.execute(queries);
}

async function endPushesOf(queries: Queries, organizationId: string): Promise<void> {
  await sql`
    select notification_forget_devices(u.id, null) from users u
    where u.organization_id = ${organizationId}::uuid`.execute(queries);
}

/** The password comes first: after changing it the user signs in again, and enrolls in that session. */
function completeState(session: { readonly mustChangePassword: boolean; readonly mustEnroll: boolean }): SessionState {
  if (session.mustChangePassword) return 'change_password';
  return session.mustEnroll ? 'enroll' : 'live';
}

/** Serializes everything that opens or takes over sessions, or changes credentials, of one user. */
export async function lockUser(queries: Queries, userId: string): Promise<void> {
  await queries.selectFrom('user_credentials').where('user_id', '=', userId).select('user_id').forUpdate().execute();
}

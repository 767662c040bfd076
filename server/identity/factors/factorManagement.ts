/**
 * Setting up and removing second factors, by the signed-in user. Every change needs a recent proof of identity, is
 * audited, is mailed to the owner, and ends the remembering of devices.
 */
import { sql } from 'kysely';
import type { Factors } from '../../../contract/identity/factors.endpoints';
import { ApiError } from '../../base/errors';
import type { Database, Queries } from '../../database';
import type { AuditEvent } from '../../../contract/identity/auditEvents';
import type { Audit, AuditRecord, ClientInfo } from '../../platform/audit';
import type { Outbox } from '../../platform/mail/outbox';
import { sessionScope, type CurrentSession } from '../../platform/session';
import type { AccountMails } from '../accountMails/accountMails';
import type { SecondFactorChange } from '../accountMails/accountTexts';
import { isProofNeeded, recordProof, requireProof } from '../sessions/proof';
import { requireOpen } from '../sessions/lookups';
import { lockUser, type Sessions } from '../sessions/sessions';
import type { AuthenticatorApps, NewApp } from './authenticatorApps';
import { MAX_PASSKEYS, type PasskeyAnswer, type Passkeys } from './passkeys';
import type { RecoveryCodes } from './recoveryCodes';
import { removeRememberedDevices } from './rememberedDevices';
import { holdsStrongFactor, readEnrolledFactors, type NamedOwner } from './factorStatus';

export interface Caller {
  readonly session: CurrentSession;
  readonly client: ClientInfo;
}

type Change = (queries: Queries, owner: NamedOwner) => Promise<string | undefined | void>;

export class FactorManagement {
  constructor(
    private readonly database: Database,
    private readonly sessions: Sessions,
    private readonly apps: AuthenticatorApps,
    private readonly passkeys: Passkeys,
    private readonly recovery: RecoveryCodes,
    private readonly audit: Audit,
    private readonly mails: AccountMails,
    private readonly outbox: Outbox,
  ) {}

  /** The factors that the user has. */
  overview({ session }: Caller): Promise<Factors> {
    return this.database.withScope(sessionScope(session), (queries) => readFactors(queries, session));
  }

  /** Records a proof of identity, which allows changes for some minutes. The caller has checked the password. */
  async proved(caller: Caller): Promise<Factors> {
    const { session } = caller;
    return this.database.withScope(sessionScope(session), async (queries) => {
      await recordProof(queries, session.sessionId);
      await this.record(queries, caller, 'identity_proved');
      return readFactors(queries, session);
    });
  }

  /** Throws ApiError (`proof.required`). */
  beginApp({ session }: Caller): Promise<NewApp> {
    return this.database.withScope(sessionScope(session), async (queries) => {
      await requireProof(queries, session.sessionId);
      return this.apps.begin(queries, await readOwner(queries, session));
    });
  }

  /** Throws ApiError (`proof.required`, `challenge.expired`, `factor.refused`). */
  confirmApp(caller: Caller, code: string): Promise<Factors> {
    return this.change(caller, async (queries, owner) => {
      const result = await this.apps.confirm(queries, owner, code);
      const before = result === 'again' ? await appAddedNow(queries, caller.session) : undefined;
      // The answer was lost: codes that came with the app cannot be shown again, so there are new ones.
      if (before !== undefined) return before.withCodes ? this.makeCodes(queries, owner, caller) : undefined;
      if (result === 'none' || result === 'again') {
        throw new ApiError('challenge.expired', { sentence: 'This took too long. Please start again.' });
      }
      if (result === 'wrong') {
        throw new ApiError('factor.refused', {
          sentence: 'This code is not right. Please enter the one that your app shows now.',
        });
      }
      return this.added(queries, owner, caller, { kind: 'authenticator_added' });
    });
  }

  /** Throws ApiError (`proof.required`, `factor.required`). */
  removeApp(caller: Caller): Promise<Factors> {
    return this.change(caller, async (queries, { userId }) => {
      const gone = await queries
        .deleteFrom('authenticator_apps')
        .where('user_id', '=', userId)
        .returning('user_id')
        .execute();
      if (gone.length > 0) await this.removed(queries, caller, { kind: 'authenticator_removed' });
    });
  }

  /** Options for the browser's passkey request, as JSON. Throws ApiError (`proof.required`, `conflict`). */
  beginPasskey({ session }: Caller): Promise<string> {
    return this.database.withScope(sessionScope(session), async (queries) => {
      await requireProof(queries, session.sessionId);
      await requireFreeSlot(queries, session.userId);
      return this.passkeys.registrationOptions(queries, await readOwner(queries, session));
    });
  }

  /** Throws ApiError (`proof.required`, `conflict`, `factor.refused`). */
  addPasskey(caller: Caller, name: string | undefined, answer: PasskeyAnswer): Promise<Factors> {
    return this.change(caller, async (queries, owner) => {
      await requireFreeSlot(queries, owner.userId);
      const shown = name?.trim() || caller.client.device;
      const made = await this.passkeys.register(queries, owner, shown, answer);
      if (typeof made === 'string') {
        throw new ApiError('factor.refused', { sentence: 'The passkey could not be verified. Please try again.' });
      }
      return this.added(queries, owner, caller, { kind: 'passkey_added', name: shown });
    });
  }

  /** Throws ApiError (`not.found`). */
  async renamePasskey(caller: Caller, id: string, wanted: string): Promise<Factors> {
    const { session } = caller;
    return this.database.withScope(sessionScope(session), async (queries) => {
      const had = await queries
        .selectFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', session.userId)
        .select('name')
        .forUpdate()
        .executeTakeFirst();
      if (had === undefined) throw new ApiError('not.found');
      const name = wanted.trim() || 'Passkey';
      await queries.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
      await this.record(queries, caller, 'factor_renamed', { details: { before: had, after: { name } } });
      return readFactors(queries, session);
    });
  }

  /** Throws ApiError (`not.found`, `proof.required`, `factor.required`). */
  removePasskey(caller: Caller, id: string): Promise<Factors> {
    return this.change(caller, async (queries, { userId }) => {
      const gone = await queries
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('name')
        .executeTakeFirst();
      if (gone === undefined) throw new ApiError('not.found');
      await this.removed(queries, caller, { kind: 'passkey_removed', name: gone.name });
    });
  }

  /** Throws ApiError (`proof.required`; `factor.refused` if the user has no factor that they could replace). */
  renewRecoveryCodes(caller: Caller): Promise<Factors> {
    return this.change(caller, async (queries, owner) => {
      if (!holdsStrongFactor(await readEnrolledFactors(queries, owner.userId))) {
        throw new ApiError('factor.refused', { sentence: 'Please set up an authenticator app or a passkey first.' });
      }
      await this.mails.secondFactorChanged(queries, owner, { kind: 'recovery_codes_made' }, caller.client);
      return this.makeCodes(queries, owner, caller);
    });
  }

  /** Ends the remembering of all devices: each must give the second factor again. */
  removeRememberedDevices(caller: Caller): Promise<Factors> {
    return this.database.withScope(sessionScope(caller.session), async (queries) => {
      await removeRememberedDevices(queries, caller.session.userId);
      await this.record(queries, caller, 'devices_forgotten');
      return readFactors(queries, caller.session);
    });
  }

  /** One transaction; `work` returns new recovery codes if it made some. */
  private async change(caller: Caller, work: Change): Promise<Factors> {
    const { session } = caller;
    const factors = await this.database.withScope(sessionScope(session), async (queries) => {
      await lockUser(queries, session.userId);
      await requireOpen(queries, session.sessionId);
      await requireProof(queries, session.sessionId);
      const recoveryCodes = await work(queries, await readOwner(queries, session));
      await removeRememberedDevices(queries, session.userId);
      return { ...(await readFactors(queries, session)), ...(recoveryCodes && { recoveryCodes }) };
    });
    this.outbox.wake();
    return factors;
  }

  /** The first factor comes with recovery codes, and completes a session that had to enroll. */
  private async added(
    queries: Queries,
    owner: NamedOwner,
    caller: Caller,
    change: SecondFactorChange,
  ): Promise<string | undefined> {
    await this.record(queries, caller, 'factor_added', { reason: change.kind, details: { after: nameOf(change) } });
    await this.mails.secondFactorChanged(queries, owner, change, caller.client);
    await this.sessions.enrolled(queries, { id: caller.session.sessionId, userId: owner.userId });
    const { recoveryCodesLeft } = await readEnrolledFactors(queries, owner.userId);
    return recoveryCodesLeft > 0 ? undefined : this.makeCodes(queries, owner, caller);
  }

  /**
   * Throws ApiError (`factor.required`), which rolls the removal back. Recovery codes are removed with the last factor.
   */
  private async removed(queries: Queries, caller: Caller, change: SecondFactorChange): Promise<void> {
    const { userId } = caller.session;
    const left = await readEnrolledFactors(queries, userId);
    if (!holdsStrongFactor(left)) {
      if (left.required && !left.mailedCodes) throw new ApiError('factor.required');
      await queries.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    }
    await this.record(queries, caller, 'factor_removed', { reason: change.kind, details: { before: nameOf(change) } });
    await this.mails.secondFactorChanged(queries, caller.session, change, caller.client);
  }

  private async makeCodes(queries: Queries, owner: NamedOwner, caller: Caller): Promise<string> {
    await this.record(queries, caller, 'recovery_codes_made');
    return this.recovery.make(queries, owner);
  }

  private record(
    queries: Queries,
    { session, client }: Caller,
    event: AuditEvent,
    more?: Pick<AuditRecord, 'reason' | 'details'>,
  ): Promise<void> {
    const { organizationId, userId, sessionId } = session;
    return this.audit.record(queries, { event, outcome: 'ok', organizationId, userId, sessionId, client, ...more });
  }
}

/** Passkeys have names. */
const nameOf = (change: SecondFactorChange): object => ('name' in change ? { name: change.name } : {});

/**
 * The authenticator app that this session has set up in the last minutes, if it has; `withCodes`: recovery codes were
 * made for it.
 */
async function appAddedNow(
  queries: Queries,
  { organizationId, sessionId }: CurrentSession,
): Promise<{ readonly withCodes: boolean } | undefined> {
  const events = await queries
    .selectFrom('audit_events')
    .where('organization_id', '=', organizationId)
    .where('at', '>', sql<Date>`now() - interval '10 minutes'`)
    .where('event', 'in', ['factor_added', 'recovery_codes_made'])
    .where('session_id', '=', sessionId)
    .orderBy('id', 'desc')
    .select(['event', 'reason'])
    .execute();
  const added = events.findIndex(({ reason }) => reason === 'authenticator_added');
  if (added === -1) return undefined;
  return { withCodes: events.slice(0, added).some(({ event }) => event === 'recovery_codes_made') };
}

async function requireFreeSlot(queries: Queries, userId: string): Promise<void> {
  const { passkeys } = await readEnrolledFactors(queries, userId);
  if (passkeys < MAX_PASSKEYS) return;
  throw new ApiError('conflict', {
    sentence: `You have ${MAX_PASSKEYS} passkeys, which is the limit. Please remove one before you add another.`,
  });
}

async function readOwner(queries: Queries, { userId, organizationId }: CurrentSession): Promise<NamedOwner> {
  const { userName, code } = await queries
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.id', 'u.organization_id')
    .where('u.id', '=', userId)
    .select(['u.user_name as userName', 'o.code as code'])
    .executeTakeFirstOrThrow();
  return { userId, organizationId, label: `${userName} (${code})` };
}

async function readFactors(queries: Queries, { userId, sessionId }: CurrentSession): Promise<Factors> {
  const { app, recoveryCodesLeft, required, mailedCodes, mayRemember } = await readEnrolledFactors(queries, userId);
  const passkeys = await queries
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['id', 'name', 'synced', 'created_at', 'last_used_at'])
    .execute();
  const { devices } = await queries
    .selectFrom('remembered_devices')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(({ fn }) => fn.countAll<string>().as('devices'))
    .executeTakeFirstOrThrow();
  return {
    app,
    passkeys: passkeys.map(({ id, name, synced, created_at, last_used_at }) => ({
      id,
      name,
      synced,
      createdAt: created_at.toISOString(),
      ...(last_used_at && { lastUsedAt: last_used_at.toISOString() }),
    })),
    recoveryCodesLeft,
    required,
    mailedCodes,
    mayRemember,
    rememberedDevices: Number(devices),
    proofNeeded: await isProofNeeded(queries, sessionId),
  };
}

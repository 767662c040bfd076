/** Adds and changes users. */
import type { OrganizationType, UserType } from '../../../contract/base/organizations';
import type { BodyOf } from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import {
  isAbove,
  permissionsOf,
  preservingAdministrators,
  requireGrantable,
  rolesOf,
  type RoleRow,
} from '../../identity/permissions';
import type { ClientInfo, Audit } from '../../platform/audit';
import { isLastChangeBy } from '../audit/lastChange';
import { notifyPermissionChange } from '../roles/roleUpdates';
import { lockAccount, requireNotAbove, roleIdsOf } from './accounts';
import type { ManagedOrganization } from './managedOrganization';
import type { Notifier } from '../notifications/notifier';
import type { AccountMails } from '../../identity/accountMails/accountMails';
import { EMAIL_WAIT_HOURS, recordEmailChange } from '../../identity/emailChanges/emailChanges';
import type { Passwords } from '../../identity/passwords/passwords';
import { recordChange, type Actor, type Saved } from './userChanges';

export interface UserServices {
  readonly accountMails: AccountMails;
  readonly audit: Audit;
  readonly notifier: Notifier;
  readonly passwords: Passwords;
}

/** The first is the default. No one can add a user type above their own. */
const TYPES: Readonly<Record<OrganizationType, readonly UserType[]>> = {
  OWNER: ['SUB_OWNER', 'OWNER'],
  VMS: ['VMS', 'MSP'],
  CLIENT: ['CLIENT'],
  AGENCY: ['AGENCY'],
};

type Account = Awaited<ReturnType<typeof lockAccount>>;

/** Whether the change weakens the account: another mail address, or no second factor. */
const weakens = (before: Account, { email, twoFactorEnabled }: BodyOf<'updateUser'>): boolean =>
  email.toLowerCase() !== before.email.toLowerCase() || (before.two_factor_enabled && !twoFactorEnabled);

/** Roles of other organizations are answered like unknown ones. */
function wantedRoles(all: readonly RoleRow[], ids: readonly string[]): RoleRow[] {
  const roles = all.filter(({ id }) => ids.includes(id));
  if (roles.length !== new Set(ids).size) throw new ApiError('not.found');
  return roles;
}

type EditedColumns = Pick<Account, 'email' | 'first_name' | 'last_name' | 'agency_user_type' | 'two_factor_enabled'>;

/** What administrators edit, as the audit names it. */
const auditedOf = (columns: EditedColumns) => ({
  email: columns.email,
  firstName: columns.first_name,
  lastName: columns.last_name,
  agencyUserType: columns.agency_user_type,
  twoFactorEnabled: columns.two_factor_enabled,
});

const namesOf = (roles: readonly RoleRow[]): string[] => roles.map(({ name }) => name);

export class Users {
  constructor(private readonly services: UserServices) {}

  /** Adds the user and mails an invitation. A repeated request adds one. Throws ApiError. */
  async create(
    queries: Queries,
    body: BodyOf<'createUser'>,
    managed: ManagedOrganization,
    actor: Actor,
  ): Promise<Saved> {
    const { organizationId, organizationType } = managed.scope;
    const roles = wantedRoles(await rolesOf(queries, organizationId), body.roleIds);
    requireGrantable(
      managed.held,
      roles.flatMap(({ codes }) => codes),
    );
    const user_type = body.userType ?? TYPES[organizationType][0];
    const isOfType = user_type !== undefined && TYPES[organizationType].includes(user_type);
    if (!isOfType || isAbove(user_type, actor.session)) {
      throw new ApiError('request.invalid', {
        sentence: 'You cannot add users of this type here. Please choose another type.',
      });
    }
    const columns = this.columns(body, organizationType);
    const added = await queries
      .insertInto('users')
      .values({
        organization_id: organizationId,
        request_id: body.requestId,
        user_name: body.userName,
        user_type,
        ...columns,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) return this.addedBefore(queries, body, user_type, managed);
    const { id: userId } = added;
    await queries.insertInto('user_credentials').values({ user_id: userId, organization_id: organizationId }).execute();
    await this.giveRoles(queries, userId, organizationId, body.roleIds);
    await this.services.passwords.invite(queries, { id: userId, organizationId });
    const { requestId: _requestId, roleIds: _roleIds, ...given } = body;
    const { first_name: firstName, last_name: lastName } = columns;
    await recordChange(this.services.audit, queries, 'user_created', managed, actor, {
      after: { userId, ...given, firstName, lastName, roles: namesOf(roles) },
    });
    return { userId, version: 1 };
  }

  /** The user of a repeated request. Throws if it has other values now, or if the username is taken by another. */
  private async addedBefore(
    queries: Queries,
    body: BodyOf<'createUser'>,
    userType: UserType,
    managed: ManagedOrganization,
  ): Promise<Saved> {
    const before = await queries
      .selectFrom('users')
      .where('organization_id', '=', managed.scope.organizationId)
      .where('request_id', '=', body.requestId)
      .selectAll()
      .executeTakeFirst();
    if (before === undefined) {
      throw new ApiError('conflict', {
        sentence: `The username ${body.userName} is taken in this organization. Please choose another.`,
      });
    }
    const isSame = before.user_name === body.userName && before.user_type === userType;
    if (isSame && (await this.isStored(queries, before, body, managed)))
      return { userId: before.id, version: before.version };
    throw new ApiError('conflict', {
      sentence: `This user was already added as ${before.first_name} ${before.last_name} (${before.email}). Please open it to change it.`,
    });
  }

  /** Whether the caller made the stored version from the one that they save: the answer to that was lost. */
  private async isRepeated(
    queries: Queries,
    user: Account,
    { version }: BodyOf<'updateUser'>,
    { scope }: ManagedOrganization,
    { session }: Actor,
  ): Promise<boolean> {
    if (user.version !== version + 1) return false;
    return isLastChangeBy(queries, session.userId, {
      organizationId: scope.organizationId,
      events: ['user_updated', 'user_deactivated', 'user_reactivated'],
      key: 'userId',
      id: user.id,
    });
  }

  private async isStored(
    queries: Queries,
    user: Account,
    body: BodyOf<'updateUser'> | BodyOf<'createUser'>,
    { scope }: ManagedOrganization,
  ): Promise<boolean> {
    const wanted = this.columns(body, scope.organizationType);
    const names = Object.keys(wanted) as (keyof typeof wanted)[];
    const roleIds = [...new Set(body.roleIds)].sort();
    const had = await roleIdsOf(queries, user.id);
    return names.every((name) => user[name] === wanted[name]) && had.join() === roleIds.join();
  }

  /**
   * Saving an unchanged user, or the same again, changes nothing. Throws ApiError: `not.found`, `conflict` for an old
   * version, `proof.required` if it weakens the account, `request.invalid` for rights that the caller lacks or if the
   * organization would be left without a permission that administration needs.
   */
  async update(
    queries: Queries,
    userId: string,
    body: BodyOf<'updateUser'>,
    managed: ManagedOrganization,
    actor: Actor,
  ): Promise<Saved> {
    const { organizationId, organizationType } = managed.scope;
    return preservingAdministrators(queries, managed.scope, actor.session.userId, async () => {
      const user = await lockAccount(queries, userId, managed);
      // Changing a mail address allows taking over the account, so it needs all rights of the user.
      if (userId !== actor.session.userId) await requireNotAbove(queries, user, managed, actor.session);
      const isSame = await this.isStored(queries, user, body, managed);
      if (user.version !== body.version && !(isSame && (await this.isRepeated(queries, user, body, managed, actor))))
        throw new ApiError('conflict');
      if (isSame) return { userId, version: user.version };
      if (!managed.isProven && weakens(user, body)) throw new ApiError('proof.required');
      const [hadRoles, had] = [await roleIdsOf(queries, userId), await permissionsOf(queries, userId)];
      const all = await rolesOf(queries, organizationId);
      const roles = wantedRoles(all, body.roleIds);
      requireGrantable(
        managed.held,
        roles.filter(({ id }) => !hadRoles.includes(id)).flatMap(({ codes }) => codes),
      );
      const columns = this.columns(body, organizationType);
      await queries
        .updateTable('users')
        .set({ ...columns, version: user.version + 1 })
        .where('id', '=', userId)
        .execute();
      await queries.deleteFrom('user_roles').where('user_id', '=', userId).execute();
      await this.giveRoles(queries, userId, organizationId, body.roleIds);
      const may = await permissionsOf(queries, userId);
      await notifyPermissionChange(this.services.notifier, queries, {
        organizationId,
        roleName: roles.map(({ name }) => name).join(', ') || 'a user without a role',
        subject: 'Your roles have changed',
        added: may.filter((code) => !had.includes(code)),
        removed: had.filter((code) => !may.includes(code)),
        changedBy: actor.session.userId,
        userIds: user.disabled_at === null ? [userId] : [],
      });
      await this.mailChanges(queries, user, body, actor.client);
      const before = namesOf(all.filter(({ id }) => hadRoles.includes(id)));
      await recordChange(this.services.audit, queries, 'user_updated', managed, actor, {
        before: { userId, ...auditedOf(user), roles: before },
        after: { userId, ...auditedOf(columns), roles: namesOf(roles) },
      });
      return { userId, version: user.version + 1 };
    });
  }

  /** The owner is also notified at the previous address, because the new one may not be theirs. */
  private async mailChanges(
    queries: Queries,
    user: Account,
    { email: to, twoFactorEnabled }: BodyOf<'updateUser'>,
    client: ClientInfo,
  ): Promise<void> {
    const { accountMails } = this.services;
    const owner = { userId: user.id, organizationId: user.organization_id };
    const from = user.email;
    const noted = await recordEmailChange(queries, owner, { from, to });
    if (noted !== undefined) {
      const waitHours = noted === 'waits' ? EMAIL_WAIT_HOURS : null;
      await accountMails.emailChanged(queries, owner, { from, to, waitHours }, client);
    }
    if (twoFactorEnabled === user.two_factor_enabled) return;
    const kind = twoFactorEnabled ? 'switched_on' : 'switched_off';
    await accountMails.secondFactorChanged(queries, owner, { kind }, client);
  }

  private columns(
    body: BodyOf<'updateUser'> | BodyOf<'createUser'>,
    organizationType: OrganizationType,
  ): EditedColumns {
    return {
      email: body.email,
      first_name: body.firstName.trim(),
      last_name: body.lastName.trim(),
      agency_user_type: organizationType === 'AGENCY' ? (body.agencyUserType ?? null) : null,
      two_factor_enabled: body.twoFactorEnabled ?? false,
    };
  }

  private async giveRoles(queries: Queries, user_id: string, organization_id: string, ids: readonly string[]) {
    const rows = [...new Set(ids)].map((role_id) => ({ user_id, role_id, organization_id }));
    if (rows.length > 0) await queries.insertInto('user_roles').values(rows).execute();
  }
}

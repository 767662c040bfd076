/** A small world for sign-ins: two organizations that disclose their accounts, one that does not. */
import { hash } from '@node-rs/argon2';
import type { Kysely } from 'kysely';
import type { OrganizationType, UserType } from '../../../contract/base/organizations';
import type { Permission } from '../../../contract/base/permissions';
import type { AccessTables } from '../../../server/database/schema/access';

export const PASSWORD = 'Correct-horse-battery-7';

export interface FixtureUser {
  readonly id: string;
  readonly organizationId: string;
  readonly userName: string;
  readonly organizationCode: string;
  readonly email: string;
}

interface UserOptions {
  readonly userType?: UserType;
  readonly twoFactor?: boolean;
  readonly generatedPassword?: boolean;
  readonly locked?: boolean;
  readonly allowedAddresses?: string[];
  readonly permissions?: readonly Permission[];
}

interface OrganizationOptions {
  readonly type?: OrganizationType;
  readonly disclose?: boolean;
  readonly passwordMinLength?: number;
  readonly twoFactorRequired?: boolean;
  /** Off: a mailed code allows only setting up a stronger factor. */
  readonly mailedCodes?: boolean;
  readonly rememberDevices?: boolean;
}

let hashed: Promise<string> | undefined;

/** All fixture users share one hash. The hash itself contains its cost. */
function passwordHash(): Promise<string> {
  return (hashed ??= hash(PASSWORD, { algorithm: 2, memoryCost: 1_024, timeCost: 1, parallelism: 1 }));
}

export class Fixtures {
  private counter = 0;
  private readonly organizations = new Map<string, string>();

  /** `owner` may write every row; the server itself may not. */
  constructor(private readonly owner: Kysely<AccessTables>) {}

  async organization(code: string, options: OrganizationOptions = {}): Promise<string> {
    const id = crypto.randomUUID();
    await this.owner
      .insertInto('organizations')
      .values({
        id,
        code,
        name: `Organization ${code}`,
        type: options.type ?? 'VMS',
        tenant_id: id,
        disclose_account_state: options.disclose ?? false,
        password_min_length: options.passwordMinLength ?? null,
        two_factor_required: options.twoFactorRequired ?? false,
        mailed_codes: options.mailedCodes ?? true,
        remember_devices: options.rememberDevices ?? false,
        footer_email: 'help@example.org',
      })
      .execute();
    this.organizations.set(code, id);
    return id;
  }

  /** An existing organization gets users, too. */
  adopt(code: string, id: string): void {
    this.organizations.set(code, id);
  }

  /** A user of its own for a test, so that tests cannot lock or sign out each other. */
  async user(organizationCode: string, options: UserOptions = {}): Promise<FixtureUser> {
    const organizationId = this.organizations.get(organizationCode) ?? (await this.organization(organizationCode));
    const userName = `user.${(this.counter += 1)}`;
    const email = `${userName}@${organizationCode.toLowerCase()}.example`;
    const { id } = await this.owner
      .insertInto('users')
      .values({
        organization_id: organizationId,
        user_name: userName,
        email,
        first_name: 'Robin',
        last_name: 'Fixture',
        user_type: options.userType ?? 'VMS',
        two_factor_enabled: options.twoFactor ?? false,
        allowed_addresses: options.allowedAddresses ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await this.owner
      .insertInto('user_credentials')
      .values({
        user_id: id,
        organization_id: organizationId,
        password_hash: await passwordHash(),
        password_changed_at: new Date(),
        password_generated: options.generatedPassword ?? false,
        locked_until: options.locked ? 'infinity' : null,
      })
      .execute();
    if (options.permissions) await this.grant(id, organizationId, userName, options.permissions);
    return { id, organizationId, userName, organizationCode, email };
  }

  private async grant(
    userId: string,
    organizationId: string,
    name: string,
    permissions: readonly Permission[],
  ): Promise<void> {
    const role = { organization_id: organizationId, name: `Role of ${name}` };
    const { id } = await this.owner.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow();
    await this.owner
      .insertInto('role_permissions')
      .values(permissions.map((permission) => ({ role_id: id, organization_id: organizationId, permission })))
      .execute();
    await this.owner
      .insertInto('user_roles')
      .values({ user_id: userId, role_id: id, organization_id: organizationId })
      .execute();
  }
}

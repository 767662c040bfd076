/** Adds organizations and their first people: for the first start and the operator's command line. */
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { EMAIL_MAX_LENGTH, ORGANIZATION_CODE_MAX_LENGTH, USER_NAME_MAX_LENGTH } from '../../../contract/base/limits';
import type { OrganizationType, UserType } from '../../../contract/base/organizations';
import {
  EMAIL_ADDRESS,
  INTEGER_MAX,
  NEW_USER_NAME,
  ONLY_VISIBLE,
  SOMETHING_VISIBLE,
} from '../../../contract/base/values';
import { ApiError } from '../../base/errors';
import { enterScope, isZoneOfDatabase, type Queries, type Scope } from '../../database';
import type { UsersTable } from '../../database/schema/access';
import { rolesOf } from '../../identity/permissions';
import { ADMINISTRATOR_PERMISSIONS } from './administratorRole';

export interface NewOrganization {
  /** Letters, digits and hyphens, in any case; stored in upper case. */
  readonly code: string;
  readonly name: string;
  readonly type: OrganizationType;
  /** The code of the managing organization of a facility or a supplier; undefined for the others. */
  readonly managedBy: string | undefined;
  /** For a facility or a supplier. */
  readonly place: Place | undefined;
  /** The id of a request that may be repeated. */
  readonly requestId?: string;
}

export interface Place {
  readonly city: string;
  readonly state: string;
  /** IANA name, such as America/Chicago. */
  readonly timeZone: string;
  /** For a facility. */
  readonly beds: number;
}

export interface NewPerson {
  readonly userName: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface AddedOrganization {
  readonly id: string;
  readonly code: string;
  readonly scope: Scope;
}

const MAX_CHARACTERS = 100;
/** The default fee of suppliers, in basis points. */
const USUAL_FEE = 300;
const ADMINISTRATOR_TYPES: Readonly<Record<OrganizationType, UserType>> = {
  OWNER: 'OWNER',
  VMS: 'VMS',
  CLIENT: 'CLIENT',
  AGENCY: 'AGENCY',
};

const refuse = (sentence: string): never => {
  throw new ApiError('request.invalid', { sentence });
};

const seen = (value: string, what: string, pattern = ONLY_VISIBLE): string =>
  value.length <= MAX_CHARACTERS && new RegExp(pattern, 'u').test(value)
    ? value
    : refuse(`Please enter the ${what}, with at most ${MAX_CHARACTERS} characters.`);

/** The code as it is stored. Throws ApiError (`organization.code.refused`). */
export function organizationCode(typed: string): string {
  const code = typed.trim().toUpperCase();
  if (code.length <= ORGANIZATION_CODE_MAX_LENGTH && /^[A-Z0-9][A-Z0-9-]+$/.test(code)) return code;
  throw new ApiError('organization.code.refused', {
    sentence: `Please use 2 to ${ORGANIZATION_CODE_MAX_LENGTH} letters (A to Z), digits and hyphens for the organization code; it is part of addresses.`,
  });
}

/** The error for a code that is in use. */
export const codeTaken = (code: string): ApiError =>
  new ApiError('organization.code.refused', {
    sentence: `The organization code ${code} is taken. Please choose another.`,
  });

/** The error for the name of another facility or supplier. */
export const nameTaken = (type: 'CLIENT' | 'AGENCY', name: string): ApiError =>
  new ApiError('request.invalid', {
    sentence: `There is already a ${type === 'CLIENT' ? 'facility' : 'supplier'} named ${name} in this program. Please choose another name.`,
  });

/** Returns the person as entered. Throws ApiError with a sentence for an invalid field. */
export function checkedPerson({ userName, email, firstName, lastName }: NewPerson): NewPerson {
  if (userName.length > USER_NAME_MAX_LENGTH || !new RegExp(NEW_USER_NAME, 'u').test(userName))
    refuse('Please use letters, digits and . _ @ + - for the username.');
  if (email.length > EMAIL_MAX_LENGTH || !new RegExp(`^${EMAIL_ADDRESS}$`).test(email))
    refuse('Please enter an email address, such as name@example.org.');
  return {
    userName,
    email,
    firstName: seen(firstName, 'first name', SOMETHING_VISIBLE),
    lastName: seen(lastName, 'last name', SOMETHING_VISIBLE),
  };
}

/**
 * Adds an organization. `queries` are the operator's, or in the scope of the platform's owner; afterwards they are in
 * the new organization's. Throws ApiError: `request.invalid` for an invalid field, `organization.code.refused` for its
 * code.
 */
export async function addOrganization(queries: Queries, wanted: NewOrganization): Promise<AddedOrganization> {
  const code = organizationCode(wanted.code);
  const name = seen(wanted.name, "organization's name");
  const id = crypto.randomUUID();
  const tenantId = await tenantOf(queries, wanted, id);
  const added = await queries
    .insertInto('organizations')
    .values({ id, code, name, type: wanted.type, tenant_id: tenantId, request_id: wanted.requestId ?? null })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) throw codeTaken(code);
  const scope = { organizationId: id, organizationType: wanted.type, tenantId, userId: null };
  await enterScope(queries, scope);
  await addParty(queries, wanted, { id, tenant_id: tenantId, name });
  return { id, code, scope };
}

async function tenantOf(queries: Queries, { type, managedBy }: NewOrganization, id: string): Promise<string> {
  if (type === 'OWNER' || type === 'VMS') return id;
  if (managedBy === undefined) return refuse('Please name the managing organization of a facility or supplier.');
  const found = await queries
    .selectFrom('organizations')
    .where('code', '=', managedBy.trim().toUpperCase())
    .where('type', '=', 'VMS')
    .select(['id', 'code', 'disabled_at'])
    .executeTakeFirst();
  if (found === undefined)
    return refuse(`There is no managing organization with the code ${managedBy}. Please check the code.`);
  if (found.disabled_at !== null)
    return refuse(
      `The managing organization ${found.code} is deactivated. Please reactivate it first, or choose another.`,
    );
  return found.id;
}

/** Facilities and suppliers have a row of their own in the program. */
async function addParty(
  queries: Queries,
  { type, place }: NewOrganization,
  party: { readonly id: string; readonly tenant_id: string; readonly name: string },
): Promise<void> {
  if (type !== 'CLIENT' && type !== 'AGENCY') return;
  if (place === undefined) return refuse('Please give the city, the state and the time zone.');
  const city = seen(place.city, 'city');
  const state = seen(place.state, 'state');
  if (!(await isZoneOfDatabase(queries, place.timeZone)))
    refuse(`There is no time zone ${place.timeZone}. Please use an IANA name, such as America/Chicago.`);
  if (!Number.isInteger(place.beds) || place.beds < 1 || place.beds > INTEGER_MAX)
    refuse(`Please give the number of beds, from 1 to ${INTEGER_MAX}.`);
  const added =
    type === 'CLIENT'
      ? await queries
          .insertInto('facilities')
          .values({ ...party, health_system: party.name, city, state, time_zone: place.timeZone, beds: place.beds })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
          .returning('id')
          .executeTakeFirst()
      : await queries
          .insertInto('suppliers')
          .values({
            ...party,
            tier: 'STANDARD',
            city,
            state,
            fee_basis_points: USUAL_FEE,
            // By the clock that all nodes share.
            joined_on: sql<string>`(now() at time zone ${place.timeZone})::date`,
          })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
          .returning('id')
          .executeTakeFirst();
  if (added === undefined) throw nameTaken(type, party.name);
}

/**
 * Adds a person with the role of an administrator, which is created if there is none with all its permissions. They
 * have no password yet. Throws ApiError: `request.invalid`, or `conflict` for a username that is taken.
 */
export async function addAdministrator(
  queries: Queries,
  { organizationId, organizationType }: Scope,
  person: NewPerson,
): Promise<string> {
  const { userName, email, firstName, lastName } = checkedPerson(person);
  const user: Insertable<UsersTable> = {
    organization_id: organizationId,
    user_name: userName,
    email,
    first_name: firstName,
    last_name: lastName,
    user_type: ADMINISTRATOR_TYPES[organizationType],
    agency_user_type: organizationType === 'AGENCY' ? 'ATS_AGENCY_SALES_REPRESENTATIVE' : null,
  };
  const added = await queries
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) {
    throw new ApiError('conflict', {
      sentence: `The username ${userName} is taken in this organization. Please choose another.`,
    });
  }
  await queries.insertInto('user_credentials').values({ user_id: added.id, organization_id: organizationId }).execute();
  const roleId = await administratorRole(queries, organizationId, organizationType);
  await queries
    .insertInto('user_roles')
    .values({ user_id: added.id, role_id: roleId, organization_id: organizationId })
    .execute();
  return added.id;
}

const ROLE_NAME = 'Administrator';
const ADMINISTRATOR = /^Administrator( \d+)?$/;

/**
 * Returns an Administrator role that still has all permissions, or creates one. A reduced role is not reused, because
 * no one could grant back the permissions that it lacks.
 */
async function administratorRole(queries: Queries, organizationId: string, type: OrganizationType): Promise<string> {
  const permissions = ADMINISTRATOR_PERMISSIONS[type];
  const roles = await rolesOf(queries, organizationId);
  const complete = roles.find(
    ({ name, codes }) => ADMINISTRATOR.test(name) && permissions.every((permission) => codes.includes(permission)),
  );
  if (complete !== undefined) return complete.id;
  const { id } = await queries
    .insertInto('roles')
    .values({ organization_id: organizationId, name: freeName(roles.map(({ name }) => name)) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await queries
    .insertInto('role_permissions')
    .values(permissions.map((permission) => ({ role_id: id, organization_id: organizationId, permission })))
    .execute();
  return id;
}

function freeName(taken: readonly string[]): string {
  let name = ROLE_NAME;
  for (let number = 2; taken.includes(name); number += 1) name = `${ROLE_NAME} ${number}`;
  return name;
}

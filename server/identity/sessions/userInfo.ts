/** The signed-in user: profile, organization and permissions. */
import { sql } from 'kysely';
import type { AgencyUserType, ApplicationType, OrganizationType, UserType } from '../../../contract/base/organizations';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { Queries } from '../../database';
import type { CurrentSession } from '../../platform/session';
import { waitingEmail } from '../emailChanges/emailChanges';
import { permissionsOf } from '../permissions';

const APPLICATION_TYPE: Readonly<Record<OrganizationType, ApplicationType>> = {
  OWNER: 'OWNER',
  VMS: 'VMS',
  CLIENT: 'CLIENT',
  AGENCY: 'AGENCY',
};

/** The kind of application that people of such an organization use. */
export const applicationTypeOf = (type: OrganizationType): ApplicationType => APPLICATION_TYPE[type];

/** `queries` are scoped to the caller. Undefined if the row is not visible to them. */
export async function readUserInfo(
  queries: Queries,
  { userId, sessionId }: Pick<CurrentSession, 'userId' | 'sessionId'>,
  showsTour: boolean,
): Promise<UserInfo | undefined> {
  const row = await queries
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.id', 'u.organization_id')
    .innerJoin('sessions as s', 's.user_id', 'u.id')
    .where('u.id', '=', userId)
    .where('s.id', '=', sessionId)
    .selectAll('o')
    .select([
      'u.id as userId',
      'u.user_name as userName',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.user_type as userType',
      'u.agency_user_type as agencyUserType',
      'u.show_popup as showPopup',
      'u.tour_step as tourStep',
      'u.prn_associate as prnAssociate',
      'u.away_until as awayUntil',
      sql<number>`greatest(0, floor(extract(epoch from s.expires_at - now())))::integer`.as('sessionEndsInSeconds'),
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const waiting = await waitingEmail(queries, userId);
  return {
    userId: row.userId,
    userName: row.userName,
    firstName: row.firstName,
    lastName: row.lastName,
    userType: row.userType,
    userTypeIds: userTypeIds(row.userType, row.agencyUserType),
    applicationTypeId: applicationTypeOf(row.type),
    organizationType: row.type,
    organizationId: row.id,
    organizationCode: row.code,
    organizationName: row.name,
    tenantId: row.tenant_id,
    permissions: await permissionsOf(queries, userId),
    showPopup: row.showPopup,
    configureMobileApp: row.configure_mobile_app,
    timesheetV2Enabled: row.timesheet_v2_enabled,
    prnOrganization: row.prn_organization,
    prnAssociate: row.prnAssociate,
    agencyBrandedLEU: row.agency_branded_leu,
    agencyBrandedMenuLabel: row.agency_branded_menu_label,
    footerEmail: row.footer_email,
    footerPhone: row.footer_phone,
    sessionEndsInSeconds: row.sessionEndsInSeconds,
    ...(showsTour && row.tourStep !== null && { tourStep: row.tourStep }),
    ...(row.awayUntil !== null && { awayUntil: row.awayUntil.toISOString() }),
    ...(waiting !== undefined && { emailWaitsUntil: waiting.until.toISOString() }),
  };
}

function userTypeIds(userType: UserType, agencyUserType: AgencyUserType | null): UserInfo['userTypeIds'] {
  return agencyUserType === null ? [userType] : [userType, agencyUserType];
}

/** The person the tests sign in as. */
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';

export const USER = {
  userId: 'u1',
  userName: 'vms.manager',
  firstName: 'Vera',
  lastName: 'Marsh',
  userType: 'VMS',
  userTypeIds: ['VMS'],
  applicationTypeId: 'VMS',
  organizationType: 'VMS',
  organizationId: 'o1',
  organizationCode: 'MERIDIAN',
  organizationName: 'Meridian',
  tenantId: 'o1',
  permissions: [],
  showPopup: true,
  configureMobileApp: false,
  timesheetV2Enabled: true,
  prnOrganization: false,
  prnAssociate: false,
  agencyBrandedLEU: false,
  agencyBrandedMenuLabel: '',
  footerEmail: '',
  footerPhone: '',
} satisfies UserInfo;

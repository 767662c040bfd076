/** The settings of an organization, as the owners of the platform change them. */
import type { BodyOf } from '../../../contract/endpoints';
import { isSameLogo } from '../shell/storedLogos';

export type Settings = Omit<BodyOf<'updateOrganization'>, 'version'>;

export const SETTINGS_COLUMNS = [
  'code',
  'name',
  'theme',
  'footer_email as supportEmail',
  'footer_phone as supportPhone',
  'disclose_account_state as discloseAccountState',
  'two_factor_required as twoFactorRequired',
  'mailed_codes as mailedCodes',
  'remember_devices as rememberDevices',
  'timesheet_v2_enabled as timesheetV2Enabled',
  'prn_organization as prnOrganization',
  'idle_minutes as idleMinutes',
  'session_hours as sessionHours',
] as const;

export const columnsOf = (settings: Settings) => ({
  code: settings.code,
  name: settings.name.trim(),
  theme: settings.theme,
  footer_email: settings.supportEmail.trim(),
  footer_phone: settings.supportPhone.trim(),
  disclose_account_state: settings.discloseAccountState,
  two_factor_required: settings.twoFactorRequired,
  mailed_codes: settings.mailedCodes,
  remember_devices: settings.rememberDevices,
  timesheet_v2_enabled: settings.timesheetV2Enabled,
  prn_organization: settings.prnOrganization,
  idle_minutes: settings.idleMinutes,
  session_hours: settings.sessionHours,
});

/** The settings for the audit, without pictures. */
export const auditedSettings = ({ logo: _logo, ...settings }: Settings) => settings;

export const isSameSettings = (one: Settings, other: Settings): boolean =>
  JSON.stringify(columnsOf(one)) === JSON.stringify(columnsOf(other)) && isSameLogo(one.logo, other.logo);

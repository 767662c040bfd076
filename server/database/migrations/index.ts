/** All migrations, in order. A released migration is never edited; changes are new migrations. */
import type { Kysely } from 'kysely';
import * as foundation from './0001_foundation';
import * as access from './0002_access';
import * as domain from './0003_domain';
import * as lists from './0004_lists';
import * as sso from './0005_sso';
import * as shell from './0006_shell';
import * as tasks from './0007_tasks';
import * as notifications from './0008_notifications';
import * as reminders from './0009_reminders';
import * as broadcasts from './0010_broadcasts';
import * as broadcastAudience from './0011_broadcast_audience';
import * as savedSearches from './0012_saved_searches';
import * as dashboardCounts from './0013_dashboard_counts';
import * as complianceCounts from './0014_compliance_counts';
import * as kpis from './0015_kpis';
import * as chatSince from './0016_chat_since';
import * as submissionCounts from './0017_submission_counts';
import * as rowCounts from './0018_row_counts';
import * as broadcastLogins from './0019_broadcast_logins';
import * as sharedEvents from './0020_shared_events';
import * as tallies from './0021_tallies';
import * as plainNames from './0022_plain_names';
import * as signInTries from './0023_sign_in_tries';
import * as accountMails from './0024_account_mails';
import * as strongFactors from './0025_strong_factors';
import * as emailChanges from './0026_email_changes';
import * as sessionEnds from './0027_session_ends';
import * as findAccount from './0028_find_account';
import * as setupLinks from './0029_setup_links';
import * as businessDates from './0030_business_dates';
import * as talliesQueued from './0031_tallies_queued';
import * as administeredOrganizations from './0032_administered_organizations';
import * as changedAddresses from './0033_changed_addresses';
import * as backupRuns from './0034_backup_runs';
import * as touchSessions from './0035_touch_sessions';
import * as keptQueries from './0036_kept_queries';
import * as kpiTargets from './0037_kpi_targets';
import * as idleOfOrganizations from './0038_idle_of_organizations';
import * as sinceLastLook from './0039_since_last_look';
import * as auditTrail from './0040_audit_trail';
import * as recordEvents from './0041_record_events';
import * as lastWrites from './0042_last_writes';
import * as countedFailures from './0043_counted_failures';
import * as recordActions from './0044_record_actions';
import * as foldText from './0045_fold_text';
import * as listViews from './0046_list_views';
import * as bookingDays from './0047_booking_days';
import * as codesOfBrowsers from './0050_codes_of_browsers';

export interface Migration {
  readonly name: string;
  /** Executes statements and reads no results, so that it depends on nothing but its text. */
  readonly up: (db: Kysely<unknown>) => Promise<void>;
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001_foundation', up: foundation.up },
  { name: '0002_access', up: access.up },
  { name: '0003_domain', up: domain.up },
  { name: '0004_lists', up: lists.up },
  { name: '0005_sso', up: sso.up },
  { name: '0006_shell', up: shell.up },
  { name: '0007_tasks', up: tasks.up },
  { name: '0008_notifications', up: notifications.up },
  { name: '0009_reminders', up: reminders.up },
  { name: '0010_broadcasts', up: broadcasts.up },
  { name: '0011_broadcast_audience', up: broadcastAudience.up },
  { name: '0012_saved_searches', up: savedSearches.up },
  { name: '0013_dashboard_counts', up: dashboardCounts.up },
  { name: '0014_compliance_counts', up: complianceCounts.up },
  { name: '0015_kpis', up: kpis.up },
  { name: '0016_chat_since', up: chatSince.up },
  { name: '0017_submission_counts', up: submissionCounts.up },
  { name: '0018_row_counts', up: rowCounts.up },
  { name: '0019_broadcast_logins', up: broadcastLogins.up },
  { name: '0020_shared_events', up: sharedEvents.up },
  { name: '0021_tallies', up: tallies.up },
  { name: '0022_plain_names', up: plainNames.up },
  { name: '0023_sign_in_tries', up: signInTries.up },
  { name: '0024_account_mails', up: accountMails.up },
  { name: '0025_strong_factors', up: strongFactors.up },
  { name: '0026_email_changes', up: emailChanges.up },
  { name: '0027_session_ends', up: sessionEnds.up },
  { name: '0028_find_account', up: findAccount.up },
  { name: '0029_setup_links', up: setupLinks.up },
  { name: '0030_business_dates', up: businessDates.up },
  { name: '0031_tallies_queued', up: talliesQueued.up },
  { name: '0032_administered_organizations', up: administeredOrganizations.up },
  { name: '0033_changed_addresses', up: changedAddresses.up },
  { name: '0034_backup_runs', up: backupRuns.up },
  { name: '0035_touch_sessions', up: touchSessions.up },
  { name: '0036_kept_queries', up: keptQueries.up },
  { name: '0037_kpi_targets', up: kpiTargets.up },
  { name: '0038_idle_of_organizations', up: idleOfOrganizations.up },
  { name: '0039_since_last_look', up: sinceLastLook.up },
  { name: '0040_audit_trail', up: auditTrail.up },
  { name: '0041_record_events', up: recordEvents.up },
  { name: '0042_last_writes', up: lastWrites.up },
  { name: '0043_counted_failures', up: countedFailures.up },
  { name: '0044_record_actions', up: recordActions.up },
  { name: '0045_fold_text', up: foldText.up },
  { name: '0046_list_views', up: listViews.up },
  { name: '0047_booking_days', up: bookingDays.up },
  { name: '0050_codes_of_browsers', up: codesOfBrowsers.up },
];

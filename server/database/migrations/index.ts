/** All migrations, in order. A released migration is never edited; changes are new migrations. */
import type { Kysely } from 'kysely';

export interface Migration {
  readonly name: string;
  /** Executes statements and reads no results, so that it depends on nothing but its text. */
  readonly up: (db: Kysely<unknown>) => Promise<void>;
}

/** Loaded when it runs: a node that joins a database needs no more than the names. */
const inFile =
  (load: () => Promise<Pick<Migration, 'up'>>): Migration['up'] =>
  async (db) =>
    (await load()).up(db);

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001_foundation', up: inFile(() => import('./0001_foundation')) },
  { name: '0002_access', up: inFile(() => import('./0002_access')) },
  { name: '0003_domain', up: inFile(() => import('./0003_domain')) },
  { name: '0004_lists', up: inFile(() => import('./0004_lists')) },
  { name: '0005_sso', up: inFile(() => import('./0005_sso')) },
  { name: '0006_shell', up: inFile(() => import('./0006_shell')) },
  { name: '0007_tasks', up: inFile(() => import('./0007_tasks')) },
  { name: '0008_notifications', up: inFile(() => import('./0008_notifications')) },
  { name: '0009_reminders', up: inFile(() => import('./0009_reminders')) },
  { name: '0010_broadcasts', up: inFile(() => import('./0010_broadcasts')) },
  { name: '0011_broadcast_audience', up: inFile(() => import('./0011_broadcast_audience')) },
  { name: '0012_saved_searches', up: inFile(() => import('./0012_saved_searches')) },
  { name: '0013_dashboard_counts', up: inFile(() => import('./0013_dashboard_counts')) },
  { name: '0014_compliance_counts', up: inFile(() => import('./0014_compliance_counts')) },
  { name: '0015_kpis', up: inFile(() => import('./0015_kpis')) },
  { name: '0016_chat_since', up: inFile(() => import('./0016_chat_since')) },
  { name: '0017_submission_counts', up: inFile(() => import('./0017_submission_counts')) },
  { name: '0018_row_counts', up: inFile(() => import('./0018_row_counts')) },
  { name: '0019_broadcast_logins', up: inFile(() => import('./0019_broadcast_logins')) },
  { name: '0020_shared_events', up: inFile(() => import('./0020_shared_events')) },
  { name: '0021_tallies', up: inFile(() => import('./0021_tallies')) },
  { name: '0022_plain_names', up: inFile(() => import('./0022_plain_names')) },
  { name: '0023_sign_in_tries', up: inFile(() => import('./0023_sign_in_tries')) },
  { name: '0024_account_mails', up: inFile(() => import('./0024_account_mails')) },
  { name: '0025_strong_factors', up: inFile(() => import('./0025_strong_factors')) },
  { name: '0026_email_changes', up: inFile(() => import('./0026_email_changes')) },
  { name: '0027_session_ends', up: inFile(() => import('./0027_session_ends')) },
  { name: '0028_find_account', up: inFile(() => import('./0028_find_account')) },
  { name: '0029_setup_links', up: inFile(() => import('./0029_setup_links')) },
  { name: '0030_business_dates', up: inFile(() => import('./0030_business_dates')) },
  { name: '0031_tallies_queued', up: inFile(() => import('./0031_tallies_queued')) },
  { name: '0032_administered_organizations', up: inFile(() => import('./0032_administered_organizations')) },
  { name: '0033_changed_addresses', up: inFile(() => import('./0033_changed_addresses')) },
  { name: '0034_backup_runs', up: inFile(() => import('./0034_backup_runs')) },
  { name: '0035_touch_sessions', up: inFile(() => import('./0035_touch_sessions')) },
  { name: '0036_kept_queries', up: inFile(() => import('./0036_kept_queries')) },
  { name: '0037_kpi_targets', up: inFile(() => import('./0037_kpi_targets')) },
  { name: '0038_idle_of_organizations', up: inFile(() => import('./0038_idle_of_organizations')) },
  { name: '0039_since_last_look', up: inFile(() => import('./0039_since_last_look')) },
  { name: '0040_audit_trail', up: inFile(() => import('./0040_audit_trail')) },
  { name: '0041_record_events', up: inFile(() => import('./0041_record_events')) },
  { name: '0042_last_writes', up: inFile(() => import('./0042_last_writes')) },
  { name: '0043_counted_failures', up: inFile(() => import('./0043_counted_failures')) },
  { name: '0044_record_actions', up: inFile(() => import('./0044_record_actions')) },
  { name: '0045_fold_text', up: inFile(() => import('./0045_fold_text')) },
  { name: '0046_list_views', up: inFile(() => import('./0046_list_views')) },
  { name: '0047_booking_days', up: inFile(() => import('./0047_booking_days')) },
  { name: '0048_timesheet_imports', up: inFile(() => import('./0048_timesheet_imports')) },
  { name: '0049_record_watches', up: inFile(() => import('./0049_record_watches')) },
  { name: '0050_codes_of_browsers', up: inFile(() => import('./0050_codes_of_browsers')) },
  { name: '0051_find_people', up: inFile(() => import('./0051_find_people')) },
  { name: '0052_task_assignment', up: inFile(() => import('./0052_task_assignment')) },
  { name: '0053_company_reach', up: inFile(() => import('./0053_company_reach')) },
  { name: '0054_exact_days_to_submit', up: inFile(() => import('./0054_exact_days_to_submit')) },
  { name: '0055_programs_counted', up: inFile(() => import('./0055_programs_counted')) },
  { name: '0056_notification_states', up: inFile(() => import('./0056_notification_states')) },
  { name: '0057_chat', up: inFile(() => import('./0057_chat')) },
  { name: '0058_settled_matters', up: inFile(() => import('./0058_settled_matters')) },
  { name: '0062_submissions_are_things', up: inFile(() => import('./0062_submissions_are_things')) },
  { name: '0063_tour', up: inFile(() => import('./0063_tour')) },
  { name: '0064_settled_elsewhere', up: inFile(() => import('./0064_settled_elsewhere')) },
  { name: '0066_notification_channels', up: inFile(() => import('./0066_notification_channels')) },
  { name: '0067_broadcast_follow_up', up: inFile(() => import('./0067_broadcast_follow_up')) },
  { name: '0069_board', up: inFile(() => import('./0069_board')) },
  { name: '0070_jobs_from_indexes', up: inFile(() => import('./0070_jobs_from_indexes')) },
  { name: '0072_board_alarms', up: inFile(() => import('./0072_board_alarms')) },
  { name: '0073_find_notifications', up: inFile(() => import('./0073_find_notifications')) },
  { name: '0075_suppliers_of_jobs', up: inFile(() => import('./0075_suppliers_of_jobs')) },
  { name: '0076_jobs_once', up: inFile(() => import('./0076_jobs_once')) },
  { name: '0077_absences', up: inFile(() => import('./0077_absences')) },
  { name: '0078_deadlines_shown', up: inFile(() => import('./0078_deadlines_shown')) },
  { name: '0079_alarms_damped', up: inFile(() => import('./0079_alarms_damped')) },
];

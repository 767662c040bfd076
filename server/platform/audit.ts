/** One row and one log line for each security event: who, what, from where, with which outcome. Never a secret. */
import type { FastifyBaseLogger } from 'fastify';
import type { Queries } from '../database';

export type AuditEvent =
  | 'sign_in'
  | 'two_factor_check'
  | 'account_locked'
  | 'account_unlocked'
  | 'code_sent'
  | 'code_refused'
  | 'session_refresh'
  | 'refresh_reuse'
  | 'session_takeover'
  | 'session_ended'
  | 'sessions_ended'
  | 'sign_out'
  | 'password_reset'
  | 'temporary_password_used'
  | 'password_change'
  | 'identity_linked'
  | 'provider_added'
  | 'provider_removed'
  | 'identity_unlinked'
  | 'factor_added'
  | 'factor_removed'
  | 'factor_refused'
  | 'factors_reset'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'device_remembered'
  | 'devices_forgotten'
  | 'platform_set_up'
  | 'organization_created'
  | 'organization_updated'
  | 'organization_deactivated'
  | 'organization_reactivated'
  | 'broadcast_created'
  | 'broadcast_sent'
  | 'broadcast_cancelled'
  | 'role_created'
  | 'role_updated'
  | 'saved_search_created'
  | 'saved_search_updated'
  | 'saved_search_deleted'
  | 'kpi_target_saved'
  | 'record_action'
  | 'record_action_undone'
  | 'user_created'
  | 'user_updated'
  | 'email_confirmed'
  | 'user_deactivated'
  | 'user_reactivated';

export interface ClientInfo {
  readonly address: string;
  readonly device: string;
}

export interface AuditRecord {
  readonly event: AuditEvent;
  readonly outcome: 'ok' | 'refused' | 'failed';
  readonly reason?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly userId?: string | null | undefined;
  readonly sessionId?: string | undefined;
  /** The values before and after the change. Only in the row: logs hold no personal data. */
  readonly details?: { readonly before?: object; readonly after?: object } | undefined;
  readonly client: ClientInfo;
}

export class Audit {
  constructor(private readonly log: FastifyBaseLogger) {}

  /** Writes with `queries`, so inside a transaction the row is rolled back with the change it describes. */
  async record(queries: Queries, record: AuditRecord): Promise<void> {
    const { client, details, ...facts } = record;
    await queries
      .insertInto('audit_events')
      .values({
        event: record.event,
        outcome: record.outcome,
        reason: record.reason ?? null,
        organization_id: record.organizationId ?? null,
        user_id: record.userId ?? null,
        session_id: record.sessionId ?? null,
        address: client.address,
        device: client.device,
        details: details === undefined ? null : JSON.stringify(details),
      })
      .execute();
    this.log.info({ audit: { ...facts, ...client } }, 'audit');
  }
}

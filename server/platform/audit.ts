/** One row and one log line for each security event: who, what, from where, with which outcome. Never a secret. */
import type { FastifyBaseLogger } from 'fastify';
import type { Counter } from 'prom-client';
import type { AuditEvent, AuditOutcome } from '../../contract/identity/auditEvents';
import { afterCommit, type Queries } from '../database';

/** The IP address, IPv4 in its own form, and the device in words. */
export interface ClientInfo {
  readonly address: string;
  readonly device: string;
}

export interface AuditRecord {
  readonly event: AuditEvent;
  readonly outcome: AuditOutcome;
  readonly reason?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly userId?: string | null | undefined;
  readonly sessionId?: string | undefined;
  /** The values before and after the change. Only in the row: logs hold no personal data. */
  readonly details?: { readonly before?: object; readonly after?: object } | undefined;
  readonly client: ClientInfo;
}

export class Audit {
  constructor(
    private readonly log: FastifyBaseLogger,
    private readonly counter: Counter<'event' | 'outcome'>,
  ) {}

  /**
   * Writes with `queries`, so inside a transaction the row is rolled back with the change it describes; the log and the
   * metric follow the commit.
   */
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
    afterCommit(queries, () => {
      this.counter.inc({ event: record.event, outcome: record.outcome });
      this.log.info({ audit: { ...facts, ...client } }, 'audit');
    });
  }
}

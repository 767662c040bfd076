/**
 * Broadcasts and role updates of one person in virtual time: the sent items, and those that the server has as accepted.
 */
import type { PendingBroadcast, PendingRoleUpdate } from '../../contract/broadcasts/broadcast';
import type { EndpointName } from '../../contract/endpoints';
import { NO_DOCUMENT } from '../../contract/notifications/categories';
import type { HttpAnswer, HttpCall } from '../../sagas/base/ports/network';
import { apiError, createScriptedServer, ok, token } from './scriptedServer';
import { USER } from './user';
import type { VirtualClock } from './virtualClock';

/** `before`: the request is lost; `after`: the server acts on it, and its answer is lost. */
export type CallFault = 'before' | 'after' | '500';

const LATENCY_MS = 20;
const SESSION_ENDED = apiError(401, 'session.ended', { reason: 'forced' });

const common = (entityId: string, order: number) => ({
  entityId,
  subject: `Subject ${entityId}`,
  template: `<p>Text ${entityId}</p>`,
  notificationDate: new Date(Date.UTC(2026, 0, 15, 8, 0, order)).toISOString(),
  notificationDateWithZone: '01-15-2026 08:00:00 UTC ',
});

export const broadcastOf = (order: number, facts: Partial<PendingBroadcast> = {}): PendingBroadcast => ({
  ...common(`b${order}`, order),
  tenantId: 'o1',
  displayFrequency: 'IMMEDIATE',
  documentName: NO_DOCUMENT,
  stickyNotification: false,
  releaseNotes: false,
  forceLogout: false,
  sender: 'Meridian',
  acceptBy: null,
  ...facts,
});

export const roleUpdateOf = (order: number): PendingRoleUpdate => ({
  ...common(`r${order}`, order),
  roleName: 'Recruiter',
  added: ['JOB_VIEW'],
  removed: [],
});

export function createQueueServer(clock: VirtualClock) {
  const script = createScriptedServer(clock);
  script.respond('sessionCheck', ok({ accessStatus: 'LOGGED_IN', userName: USER.userName }));
  script.respond('token', ok(token()));
  const broadcasts: PendingBroadcast[] = [];
  const roleUpdates: PendingRoleUpdate[] = [];
  /** How often the server accepted each. */
  const accepted = new Map<string, number>();
  let faults: CallFault[] = [];
  const answers = new Map<EndpointName, HttpAnswer | 'unreachable'>();
  /** The server itself ends the session with which a broadcast that forces a logout was accepted. */
  let ended = false;
  const isPending = ({ entityId }: { readonly entityId: string }) => !accepted.has(entityId);

  const accept = ({ body }: HttpCall): unknown => {
    const entityId = String(body?.['entityId']);
    accepted.set(entityId, (accepted.get(entityId) ?? 0) + 1);
    ended ||= broadcasts.some((one) => one.entityId === entityId && one.forceLogout);
    return { viewedAt: new Date(clock.now()).toISOString() };
  };
  const CALLS: Readonly<Record<string, (call: HttpCall) => unknown>> = {
    fetchImmediateBroadcasts: () => ({ broadcasts: broadcasts.filter(isPending) }),
    fetchImmediateRoleUpdates: () => ({ roleUpdates: roleUpdates.filter(isPending) }),
    markBroadcastViewed: accept,
    markRoleUpdateRead: accept,
  };

  return {
    script,
    broadcasts,
    roleUpdates,
    accepted,
    isPending,
    pendingBroadcasts: () => broadcasts.filter(isPending).map(({ entityId }) => entityId),
    /** The next calls about the queues fail like this, one after the other. */
    failNext: (...next: readonly CallFault[]) => void faults.push(...next),
    calm: () => void (faults = []),
    /** From now on this call about the queues has this answer and changes nothing; null: it works again. */
    respond: (endpoint: EndpointName, reply: HttpAnswer | 'unreachable' | null) =>
      void (reply === null ? answers.delete(endpoint) : answers.set(endpoint, reply)),
    answer(call: HttpCall, wire: unknown, reply: (answer: HttpAnswer | 'unreachable') => void) {
      const known = CALLS[call.endpoint];
      if (ended) {
        const out = call.endpoint === 'sessionCheck' ? ok({ accessStatus: 'LOGGED_OUT' }) : SESSION_ENDED;
        return void clock.at(LATENCY_MS, () => reply(call.endpoint === 'clearTokenIdentifier' ? ok({}) : out));
      }
      if (known === undefined) return script.answer(call, wire, reply);
      const instead = answers.get(call.endpoint);
      if (instead !== undefined) return void clock.at(LATENCY_MS, () => reply(instead));
      const fault = faults.shift();
      clock.at(LATENCY_MS, () => {
        const answer = fault === undefined || fault === 'after' ? ok(known(call)) : null;
        clock.at(LATENCY_MS, () => {
          if (fault === '500') return reply(apiError(500, 'server.error'));
          reply(fault === undefined && answer !== null ? answer : 'unreachable');
        });
      });
    },
  };
}

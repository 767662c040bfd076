/** Prometheus metrics, served at /metrics. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly signIns: Counter<'outcome'>;
  readonly refreshes: Counter<'outcome'>;
  readonly sockets: Gauge;
  readonly mails: Counter<'outcome'>;
  readonly pushes: Counter<'outcome'>;
  readonly auditEvents: Counter<'event' | 'outcome'>;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
}

/** Values that are read when the metrics are requested. */
export interface GaugeSources {
  /** How many passwords wait to be hashed. */
  readonly passwordQueue: () => number;
  readonly isEventBusConnected: () => boolean;
  /** Undefined if there is no replica. */
  readonly isReplicaInUse?: (() => boolean) | undefined;
}

/** A separate registry, so that two servers in one process do not share counters. */
export function createMetrics({ passwordQueue, isEventBusConnected, isReplicaInUse }: GaugeSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Adds nodejs_eventloop_lag_p99_seconds and the process's memory and CPU.
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('vms_password_queue', 'Passwords waiting to be hashed.', passwordQueue);
  gauge('vms_event_bus_away', '1 while this node and the others do not wake each other, or 0.', () =>
    isEventBusConnected() ? 0 : 1,
  );
  if (isReplicaInUse !== undefined)
    gauge('vms_replica_left_out', '1 while reads go to the primary alone, or 0.', () => (isReplicaInUse() ? 0 : 1));
  const metrics: Metrics = {
    registry,
    signIns: new Counter({
      name: 'vms_sign_ins_total',
      help: 'Password grants by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    refreshes: new Counter({
      name: 'vms_refreshes_total',
      help: 'Refresh grants by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'vms_mails_total',
      help: 'Email delivery attempts by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    pushes: new Counter({
      name: 'vms_pushes_total',
      help: 'Push delivery attempts by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    auditEvents: new Counter({
      name: 'vms_audit_events_total',
      help: 'Events of the audit by name and outcome.',
      labelNames: ['event', 'outcome'],
      registers,
    }),
    sockets: new Gauge({ name: 'vms_sockets', help: 'Open websockets.', registers }),
    requestSeconds: new Histogram({
      name: 'vms_request_seconds',
      help: 'Request durations by route.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
  };
  // A comparison with a series that does not exist is never true, and the first event of one is not an increase.
  for (const outcome of ['sent', 'failed'])
    for (const counter of [metrics.mails, metrics.pushes]) counter.inc({ outcome }, 0);
  for (const event of ['account_locked', 'refresh_reuse']) metrics.auditEvents.inc({ event, outcome: 'refused' }, 0);
  return metrics;
}

/** Measures each answer by method, route and status. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page';
    metrics.requestSeconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
}

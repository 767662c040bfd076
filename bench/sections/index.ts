/** All sections by the names that `--section` takes. */
import type { Section } from '../lib/section';
import { backup } from './backup';
import { broadcasts } from './broadcasts';
import { clientStream } from './clientStream';
import { dashboard } from './dashboard';
import { dashboardLeak } from './dashboardLeak';
import { dashboardsDb, dashboardsDbTenfold } from './dashboardsDb';
import { eventToBadge } from './eventToBadge';
import { fanout } from './fanout';
import { findNotifications } from './findNotifications';
import { homePaint } from './homePaint';
import { kpiPaint } from './kpiPaint';
import { lighthouse } from './lighthouse';
import { listPages } from './lists';
import { pdf } from './pdf';
import { reconnect } from './reconnect';
import { records } from './records';
import { recordsDb } from './recordsDb';
import { refresh } from './refresh';
import { openPages } from './scalePages';
import { readReplica } from './scaleReplica';
import { rollingRestarts } from './scaleRolling';
import { writesAcrossNodes } from './scaleWrites';
import { shell } from './shell';
import { signInLoad } from './signInLoad';
import { signIns } from './signIns';
import { start } from './start';
import { tabs } from './tabs';
import { tapePanel } from './tapePanel';
import { tapes } from './tapes';
import { tapeTools } from './tapeTools';

/** These take minutes each: most write a million rows first, run several nodes, or look at a page many times. */
export const LONG: Readonly<Record<string, Section>> = {
  lists: listPages,
  'find-notifications': findNotifications,
  'dashboards-db': dashboardsDb,
  'dashboards-db-10m': dashboardsDbTenfold,
  'records-db': recordsDb,
  'dashboard-leak': dashboardLeak,
  lighthouse,
  'scale-writes': writesAcrossNodes,
  'scale-pages': openPages,
  'scale-rolling': rollingRestarts,
  'scale-replica': readReplica,
  backup,
};
export const USUAL: Readonly<Record<string, Section>> = {
  'sign-in-load': signInLoad,
  'home-paint': homePaint,
  refresh,
  dashboard,
  'kpi-paint': kpiPaint,
  records,
  fanout,
  broadcasts,
  reconnect,
  'event-to-badge': eventToBadge,
  'client-stream': clientStream,
  shell,
  tabs,
  pdf,
  tapes,
  'tape-panel': tapePanel,
  'tape-tools': tapeTools,
  'sign-ins': signIns,
  start,
};
export const SECTIONS = { ...USUAL, ...LONG };

/** Jest's sequencer: the slowest files run first, so that at the end no worker waits long for another. */
import { statSync } from 'node:fs';

/**
 * The slowest files, in descending order: those of the first group, then those of the second, which begins with files
 * that do not need the browser's demo while it is being seeded. Of all other files, the larger one runs first.
 */
const SLOWEST = [
  'test/histories/flowOrders',
  'test/flows/flows',
  'test/histories/reconnectStorm',
  'test/tape/explore',
  'test/machines/transitions',
  'test/sagas/schema',
  'test/architecture',
  'test/sagas/liveLink',
  'test/sagas/chatTwoTabs',
  'test/flows/cli',
  'test/ui/listScreen',
  'test/ui/otherSteps',
  'test/ui/shell',
  'test/ui/rowWindow',
  'test/histories/roleUpdates',
  'test/machines/pdfViewer',
  'test/histories/latestFilter',
  'test/histories/tokenRenewal',

  'test/packages/package',
  'test/server/lists/rows',
  'test/server/http/boundaries',
  'test/server/dashboards/submissionDays',
  'test/server/http/tenancy',
  'test/server/database/seed',
  'test/server/database/embedded',
  'test/browser/pdf',
  'test/browser/administration',
  'test/browser/homeDashboard',
  'test/browser/layout',
  'test/browser/broadcasts',
  'test/browser/shell',
  'test/browser/sections',
  'test/browser/secondFactors',
  'test/browser/singleSignOn',
  'test/server/records/records',
  'test/browser/lists',
  'test/browser/flowRecorder',
  'test/browser/session',
  'test/browser/kpiDashboards',
  'test/server/operations/backup',
  'test/server/operations/stoppedCommands',
  'test/browser/records',
  'test/browser/hostileHtml',
  'test/browser/fourTabs',
  'test/browser/shots',
  'test/server/records/histories',
  'test/browser/liveBoard',
  'test/server/operations/nightlyBackups',
  'test/browser/workday',
  'test/browser/signIn',
  'test/server/records/actions',
  'test/browser/notifications',
  'test/server/database/readReplica',
  'test/browser/away',
  'test/browser/firstPaint',
  'test/browser/notificationRows',
  'test/browser/channels',
  'test/server/records/crossing',
  'test/browser/chat',
  'test/server/identity/scopes',
  'test/browser/tour',
  'test/browser/days',
  'test/server/database/upgradedRows',
  'test/server/realtime/redisBus',
  'test/server/records/queuedNotifications',
  'test/server/documents/papers',
  'test/server/lists/tabCounts',
  'test/server/database/connection',
  'test/server/dashboards/tallies',
  'test/server/operations/vmsAudit',
  'test/server/notifications/hostileTexts',
  'test/server/notifications/simulator',
  'test/server/dashboards/kpi/oracle',
  'test/server/notifications/survival',
  'test/browser/tapePanel',
];

const placeOf = ({ path }) => {
  const place = SLOWEST.findIndex((name) => path.includes(`/${name}.test.`));
  return place === -1 ? SLOWEST.length : place;
};

export default class TestOrder {
  sort(tests) {
    const sizes = new Map(tests.map((test) => [test, statSync(test.path).size]));
    return [...tests].sort((one, other) => placeOf(one) - placeOf(other) || sizes.get(other) - sizes.get(one));
  }

  /** For `--onlyFailures`, which is not used here. */
  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}

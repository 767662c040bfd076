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
  'test/server/database/embedded',
  'test/server/database/seed',
  'test/server/lists/groups',
  'test/browser/sections',
  'test/browser/shell',
  'test/browser/session',
  'test/browser/records',
  'test/browser/pdf',
  'test/browser/homeDashboard',
  'test/browser/broadcasts',
  'test/browser/administration',
  'test/browser/layout',
  'test/browser/strongFactors',
  'test/browser/lists',
  'test/browser/flowRecorder',
  'test/browser/kpiDashboards',
  'test/browser/singleSignOn',
  'test/browser/fourTabs',
  'test/server/records/records',
  'test/server/records/histories',
  'test/server/operations/backup',
  'test/server/lists/requests',
  'test/server/notifications/survival',
  'test/browser/notifications',
  'test/browser/workday',
  'test/server/kpi/permissions',
  'test/server/records/crossing',
  'test/server/database/upgradedRows',
  'test/server/operations/nightlyBackups',
  'test/browser/signIn',
  'test/browser/liveBoard',
  'test/browser/shots',
  'test/server/dashboards/tallies',
  'test/server/realtime/redisBus',
  'test/server/notifications/hostileTexts',
  'test/server/lists/menus',
  'test/server/dashboards/businessDates',
  'test/browser/tapePanel',
  'test/browser/channels',
  'test/server/kpi/breakdown',
  'test/server/dashboards/parity',
  'test/server/records/actions',
  'test/server/access/rememberedDevices',
  'test/server/board/alarmDeliveries',
  'test/server/notifications/simulator',
  'test/server/database/readReplica',
  'test/browser/days',
  'test/browser/accessibility',
  'test/browser/tour',
  'test/server/database/connection',
  'test/server/access/scopes',
  'test/server/access/accessTokens',
  'test/server/access/takeover',
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

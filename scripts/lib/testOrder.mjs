/** Jest's sequencer: the slowest files run first, so that at the end no worker waits long for another. */
import { statSync } from 'node:fs';

/**
 * The slowest, in descending order: of the first group, then of the second, which begins with files that need no demo of the
 * browser's while that is filled. Of the others, the larger file goes first.
 */
const SLOWEST = [
  'test/histories/flowOrders',
  'test/flows/flows',
  'test/histories/reconnectStorm',
  'test/ui/listScreen',
  'test/tape/explore',
  'test/machines/transitions',
  'test/sagas/schema',
  'test/architecture',
  'test/sagas/liveLink',
  'test/sagas/chatThreads',
  'test/flows/cli',
  'test/ui/otherSteps',
  'test/ui/shell',
  'test/ui/rowWindow',
  'test/histories/roleUpdates',
  'test/sagas/notifications',
  'test/machines/pdfViewer',
  'test/histories/latestFilter',
  'test/histories/tokenRenewal',

  'test/packages/package',
  'test/server/lists/rows',
  'test/server/http/tenancy',
  'test/server/http/boundaries',
  'test/server/database/embedded',
  'test/server/lists/requests',
  'test/server/lists/groups',
  'test/browser/broadcasts',
  'test/browser/administration',
  'test/browser/homeDashboard',
  'test/browser/pdf',
  'test/browser/layout',
  'test/browser/sections',
  'test/browser/session',
  'test/browser/shell',
  'test/browser/strongFactors',
  'test/browser/lists',
  'test/browser/flowRecorder',
  'test/browser/kpiDashboards',
  'test/browser/singleSignOn',
  'test/browser/fourTabs',
  'test/server/records/records',
  'test/server/records/histories',
  'test/server/database/readReplica',
  'test/browser/notifications',
  'test/server/dashboards/tallies',
  'test/server/operations/nightlyBackups',
  'test/browser/workday',
  'test/server/records/actions',
  'test/browser/signIn',
  'test/browser/liveBoard',
  'test/browser/shots',
  'test/server/access/scopes',
  'test/server/operations/backup',
  'test/browser/records',
  'test/server/records/crossing',
  'test/browser/tapePanel',
  'test/browser/channels',
  'test/server/database/seed',
  'test/browser/days',
  'test/server/dashboards/submissionDays',
  'test/browser/accessibility',
  'test/server/access/takeover',
  'test/browser/tour',
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

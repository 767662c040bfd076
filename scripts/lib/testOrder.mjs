/** In which order jest runs the files: the slowest first, so that at the end no worker waits long for the other. */
import { statSync } from 'node:fs';

/**
 * The slowest, in descending order: of the first group, then of the second, which begins with files that need no demo of the
 * browser's while that is filled. Of the others, the larger file goes first.
 */
const SLOWEST = [
  'test/flows/flows',
  'test/histories/flowOrders',
  'test/ui/listScreen',
  'test/machines/transitions',
  'test/documents/papers',
  'test/sagas/homeDashboardCards.flows',
  'test/sagas/homeDashboardFilters.flows',
  'test/histories/roleUpdates',
  'test/ui/themeClasses',
  'test/flows/cli',
  'test/histories/tokenRenewal',
  'test/sagas/liveLink',
  'test/sagas/schema',
  'test/tape/play',
  'test/histories/broadcasts',
  'test/architecture',
  'test/ui/shell',

  'test/server/lists/rows',
  'test/server/http/tenancy',
  'test/server/database/connection',
  'test/server/database/embedded',
  'test/browser/administration',
  'test/browser/shell',
  'test/browser/sections',
  'test/browser/session',
  'test/browser/homeDashboard',
  'test/server/lists/groups',
  'test/browser/singleSignOn',
  'test/browser/records',
  'test/browser/fourTabs',
  'test/browser/pdf',
  'test/browser/broadcasts',
  'test/browser/lists',
  'test/browser/flowRecorder',
  'test/server/lists/requests',
  'test/browser/strongFactors',
  'test/browser/workday',
  'test/browser/signIn',
  'test/browser/kpiDashboards',
  'test/server/http/boundaries',
  'test/browser/notifications',
  'test/browser/days',
  'test/browser/accessibility',
  'test/server/operations/nightlyBackups',
  'test/server/kpi/permissions',
  'test/server/dashboards/tallies',
  'test/browser/twoFactor',
  'test/browser/hostileHtml',
  'test/browser/liveBoard',
  'test/server/dashboards/cards',
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

/** In which order jest runs the files: the slowest first, so that at the end no worker waits long for the other. */
import { statSync } from 'node:fs';

/** The slowest in their part, in descending order; of the others, the larger file goes first. */
const SLOWEST = [
  'test/histories/reconnectStorm',
  'test/flows/flows',
  'test/machines/transitions',
  'test/browser/shell',
  'test/server/lists/rows',
  'test/browser/sections',
  'test/server/http/tenancy',
  'test/browser/pdf',
  'test/browser/broadcasts',
  'test/browser/administration',
  'test/browser/session',
  'test/browser/homeDashboard',
  'test/server/database/embedded',
  'test/server/dashboards/tallies',
  'test/browser/fourTabs',
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

/** Which cards of a dashboard are requested. */
import { isDue, loaded, requested } from '../../sagas/features/dashboards/cards/card';

const NOW = Date.UTC(2027, 2, 11, 12);
const REQUEST = { id: 'JOBS', key: 'today' };

it.each([
  ['a moment ago', 14_999, false],
  ['a while ago', 15_000, true],
  ['in a moment, by a clock that was corrected a little since', -14_999, false],
  ['hours ahead, by a clock that was set back since', -3 * 3_600_000, true],
])('a card that comes back is requested again unless it is fresh: loaded %s', (_when, age, expected) => {
  const card = loaded(requested(undefined, REQUEST.key), REQUEST.key, {}, NOW - age);
  expect(isDue(REQUEST, card ?? undefined, undefined, NOW)).toBe(expected);
});

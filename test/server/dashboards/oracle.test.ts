/**
 * The cards of the home dashboard against an oracle in independent SQL, for each kind of organization, form and zone.
 */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { TIME_ZONE_HEADER } from '../../../contract/base/values';
import { homeDashboardEndpoints } from '../../../contract/dashboards/home.endpoints';
import { codesFor } from '../../../contract/dashboards/widgets';
import { cases, seed } from '../../support/cases';
import { spanOf, type Form } from './kpi/oracle';
import { PARTIES, startListWorld, type ListWorld } from '../lists/support';
import { homeOracle } from './oracle';
import { cardsOf, choicesOf, filterArbitrary, numberOf, type Card, type Party } from './support';

const FORMS = cases('forms of each kind of organization whose home dashboard the oracle computes', {
  usual: 1,
  long: 40,
});
const SEED = seed(29);
const ZONES = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Pacific/Niue', 'Europe/Berlin'];

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

/** The oracle's key for this code of a card. */
function keyOf({ party, widget, context }: Card, code: string): string {
  if (widget === 'COMPLIANCE') return `${widget} ${context.complianceView} ${code}`;
  const view = party === 'CLIENT' ? 'facility' : context.timesheetView;
  return widget === 'TIMESHEET' ? `${widget} ${view} ${code}` : `${widget} ${code}`;
}

async function compared(party: Party, form: Form, zone: string) {
  const today = DateTime.now().setZone(zone).toISODate() ?? '';
  const span = spanOf(form, zone);
  const self = world.scopes[party].organizationId;
  const oracle = await homeOracle(world.owner, { party, self, form, span, today });
  const wrong: string[] = [];
  let [figures, some] = [0, 0];
  const compare = (key: string, actual: unknown): void => {
    const expected = oracle.get(key) ?? 0;
    figures += 1;
    if (expected !== 0) some += 1;
    if (actual !== expected)
      wrong.push(`${party} ${zone} ${key} ${JSON.stringify(form)}: ${String(actual)} not ${expected}`);
  };
  for (const card of cardsOf(party)) {
    const extra = card.widget === 'JOBS' ? { notificationDate: today } : card.extra;
    const { path } = homeDashboardEndpoints[card.call];
    const { status, json, text } = await world.send(
      party,
      'POST',
      path,
      { ...form, ...extra },
      { [TIME_ZONE_HEADER]: zone },
    );
    if (status !== 200) throw new Error(`${party} ${card.call} ${JSON.stringify(form)}: ${status} ${text}`);
    for (const code of codesFor(card.widget, party)) compare(keyOf(card, code), numberOf(code, json));
    if (card.widget === 'JOBS') compare('JOBS openings', json['totalOpenings']);
    if (card.widget === 'INVOICE' && party === 'VMS') {
      compare('INVOICE totalDue', json['totalDue']);
      compare('INVOICE totalPending', json['totalPending']);
    }
  }
  return { figures, wrong, some };
}

test(`${FORMS} forms of each kind of organization (seed ${SEED})`, async () => {
  const all = { figures: 0, wrong: [] as string[], some: 0 };
  for (const party of PARTIES) {
    const forms = fc.sample(filterArbitrary(await choicesOf(world, party)), { numRuns: FORMS, seed: SEED });
    for (const [index, form] of [{}, { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' }, ...forms].entries()) {
      const { figures, wrong, some } = await compared(party, form, ZONES[index % ZONES.length] ?? 'UTC');
      all.figures += figures;
      all.some += some;
      all.wrong.push(...wrong);
    }
  }
  expect(all.wrong).toEqual([]);
  expect(all.figures).toBeGreaterThanOrEqual(300);
  // Otherwise only zeros would have been compared.
  expect(all.some).toBeGreaterThan(all.figures / 3);
  process.stdout.write(`home oracle: ${all.figures} figures, ${all.some} above 0\n`);
});

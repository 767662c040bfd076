/**
 * The KPIs of the running product against an oracle in independent SQL, for each kind of organization, form and zone.
 */
import fc from 'fast-check';
import { TIME_ZONE_HEADER } from '../../../../contract/base/values';
import { KPI_CODES } from '../../../../contract/dashboards/kpis';
import { cases, seed } from '../../../support/cases';
import { choicesOf, filterArbitrary } from '../support';
import { startListWorld, type ListWorld } from '../../lists/support';
import { oracle, spanOf, type Form, type Party, type OracleFigure } from './oracle';

const FORMS = cases('forms of each kind of organization whose KPIs the oracle computes', { usual: 1, long: 40 });
const SEED = seed(23);
const ZONES = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Pacific/Niue', 'Europe/Berlin'];

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

interface Said {
  readonly figure: OracleFigure;
  readonly period: { readonly from: string; readonly to: string };
}

/** Days are compared as shown, within the last digit: a binary sum may round the other way at a half. */
const isSame = (a: number | null, b: number | null, leeway: number): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= leeway + 1e-9;

async function compared(
  party: Party,
  form: Form,
  zone: string,
): Promise<{ figures: number; wrong: string[]; some: number }> {
  const self = world.scopes[party].organizationId;
  const span = spanOf(form, zone);
  const expectations = await oracle(world.owner, { party, self, form, span });
  const wrong: string[] = [];
  let [figures, some] = [0, 0];
  for (const code of KPI_CODES) {
    const path = `/api-job/v1/dashboard/kpi/${code}`;
    const { status, json, text } = await world.send(party, 'POST', path, form, { [TIME_ZONE_HEADER]: zone });
    if (status !== 200) throw new Error(`${party} ${code} ${JSON.stringify(form)}: ${status} ${text}`);
    const { figure, period } = json as unknown as Said;
    const expected = expectations[code];
    if (expected === undefined) throw new Error(`The oracle does not know ${code}.`);
    const same =
      isSame(figure.numerator, expected.numerator, 0.01) &&
      figure.denominator === expected.denominator &&
      isSame(figure.value, expected.value, 0);
    figures += 3;
    if (figure.numerator !== 0) some += 1;
    if (!same || period.from !== span.from || period.to !== span.to) {
      wrong.push(
        `${party} ${zone} ${code} ${JSON.stringify(form)}: ${JSON.stringify([figure, period])} not ${JSON.stringify([expected, span])}`,
      );
    }
  }
  return { figures, wrong, some };
}

test(`${FORMS} forms of each kind of organization (seed ${SEED})`, async () => {
  const all = { figures: 0, wrong: [] as string[], some: 0 };
  for (const party of ['VMS', 'CLIENT', 'AGENCY'] as const) {
    const forms = fc.sample(filterArbitrary(await choicesOf(world, party)), { numRuns: FORMS, seed: SEED });
    for (const [index, form] of [{ timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' }, ...forms].entries()) {
      const { figures, wrong, some } = await compared(party, form, ZONES[index % ZONES.length] ?? 'UTC');
      all.figures += figures;
      all.some += some;
      all.wrong.push(...wrong);
    }
  }
  expect(all.wrong).toEqual([]);
  expect(all.figures).toBeGreaterThanOrEqual(300);
  // Otherwise only zeros would have been compared.
  expect(all.some).toBeGreaterThan(all.figures / 3 / 3);
  process.stdout.write(`KPI oracle: ${all.figures} figures, ${3 * all.some} of KPIs above 0\n`);
});

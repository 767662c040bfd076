/** Two suppliers request their scorecards: neither answer contains anything of others except the rank. */
import { SUPPLIER_CARDS, type SupplierCard } from '../../../../contract/dashboards/kpiDashboards';
import { startListWorld, type ListWorld } from '../../lists/support';
import { request, pathOf } from './support';

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const FILTER = { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' };
const CARDS = Object.keys(SUPPLIER_CARDS) as SupplierCard[];
type Scores = Awaited<ReturnType<typeof program>>;
const program = () => request(world, 'VMS', 'supplierKpiBoard', FILTER);
const cardOf = (scores: Scores, card: SupplierCard, agency: string) =>
  scores[card]?.find(({ agencyId }) => agencyId === agency);

test('the managing organization has every supplier on every card, each with its rank', async () => {
  const scores = await program();
  const suppliers = await world.owner.selectFrom('suppliers').select(['id']).execute();
  for (const card of CARDS) {
    expect([card, scores[card]?.map(({ agencyId }) => agencyId).sort()]).toEqual([
      card,
      suppliers.map(({ id }) => id).sort(),
    ]);
    const ranks = (scores[card] ?? []).map(({ rank }) => rank).filter((rank) => rank > 0);
    expect([card, Math.min(...ranks), ranks.length]).toEqual([card, 1, scores[card]?.[0]?.ranked]);
  }
});

interface Supplier {
  readonly id: string;
  readonly name: string;
}

/** As a user there whose only permission is the page. */
async function requestAs({ id }: Supplier, body: object) {
  const { code } = await world.owner
    .selectFrom('organizations')
    .select('code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  world.server.fixtures.adopt(code, id);
  const user = await world.server.fixtures.user(code, {
    userType: 'AGENCY',
    permissions: ['SUBMENU_HOME_AGENCY_DASHBOARD'],
  });
  const client = world.server.client();
  const { access_token: token } = await client.signedIn(user);
  return client.post(pathOf('supplierKpiBoard'), { fetchKpiDashboardData: true, ...body }, { token });
}

const numbersOf = (score: object | undefined): number[] =>
  Object.values(score ?? {}).filter((value): value is number => typeof value === 'number');

test('two suppliers each get their own cards, and only their rank among others', async () => {
  const scores = await program();
  const suppliers: Supplier[] = await world.owner
    .selectFrom('suppliers')
    .select(['id', 'name'])
    .orderBy('name')
    .execute();
  const mine = suppliers.find(({ id }) => id === world.scopes.AGENCY.organizationId) as Supplier;
  const busiest = scores.numberOfSubmissions?.find(({ rank, agencyId }) => rank <= 2 && agencyId !== mine.id)?.agencyId;
  const rival = suppliers.find(({ id }) => id === busiest) as Supplier;
  for (const self of [mine, rival]) {
    const { text, json } = await requestAs(self, FILTER);
    const answer = json as Scores;
    const own: number[] = [];
    const ranks: number[] = [];
    for (const card of CARDS) {
      const { max: _max, ...score } = { max: 0, ...cardOf(scores, card, self.id) };
      expect([self.name, card, answer[card]]).toEqual([self.name, card, [expect.objectContaining(score)]]);
      own.push(...numbersOf(score));
      ranks.push(...numbersOf(answer[card]?.[0]));
    }
    // 100 is the maximum of a percentage.
    expect(ranks.filter((number) => ![0, 100, ...own].includes(number))).toEqual([]);
    const others = suppliers.filter(({ id }) => id !== self.id);
    expect(others.filter(({ id, name }) => text.includes(id) || text.includes(name))).toEqual([]);
  }
});

test('a supplier cannot request another one, or use the managing organization’s supplier filter', async () => {
  const scores = await program();
  const mine = { id: world.scopes.AGENCY.organizationId, name: '' };
  const rival = scores.numberOfSubmissions?.find(({ agencyId }) => agencyId !== mine.id)?.agencyId;
  expect((await requestAs(mine, { agencyIds: [mine.id] })).status).toBe(200);
  for (const body of [{ agencyIds: [rival] }, { agencyIds: [mine.id, rival] }, { salesRepIds: [rival] }]) {
    const { status, json } = await requestAs(mine, body);
    expect([status, json['errorCode']]).toEqual([400, 'request.invalid']);
  }
});

test('the managing organization gets the requested suppliers, ranked among all', async () => {
  const scores = await program();
  const chosen = scores.numberOfSubmissions?.find(({ rank }) => rank === 3)?.agencyId ?? '';
  const one = await request(world, 'VMS', 'supplierKpiBoard', { ...FILTER, agencyIds: [chosen] });
  for (const card of CARDS) expect([card, one[card]]).toEqual([card, [cardOf(scores, card, chosen)]]);
  const without = await request(world, 'VMS', 'supplierKpiBoard', { ...FILTER, fetchKpiDashboardData: false });
  expect(Object.keys(without).sort()).toEqual(['period', 'previousPeriod']);
});

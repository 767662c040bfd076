/** Saved searches and preferences of dashboards: owners, visibility and refusals. */
import type { Permission } from '../../../contract/base/permissions';
import type { ResponseOf } from '../../../contract/endpoints';
import type { TestClient } from '../support/client';
import { startTestServer, type TestServer } from '../support/server';

const FILTERS = '/api-client/v1/dashboard/filters';
type Options = ResponseOf<'dashboardFilters'>;
type Search = Options['savedFilters'][number];

// Many calls in a test; the machine may be busy.

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

class Person {
  constructor(
    private readonly client: TestClient,
    private readonly token: string,
  ) {}

  save(search: object = {}) {
    const body = { dashboard: 'HOME', searchName: 'Mine', public: false, default: false, filter: '{"a":1}', ...search };
    return this.client.post(FILTERS, body, { token: this.token });
  }
  /** Sends only what is to change. */
  change(id: string, change: object) {
    return this.client.post(FILTERS, { dashboard: 'HOME', id, ...change }, { token: this.token });
  }
  async saved(search: object = {}): Promise<string> {
    const { status, json, text } = await this.save(search);
    if (status !== 200) throw new Error(`${JSON.stringify(search)}: ${status} ${text}`);
    return String(json['id']);
  }
  delete(id: string) {
    return this.client.request('DELETE', `${FILTERS}/${id}`, { token: this.token });
  }
  post(path: string, body: object) {
    return this.client.post(`/api-client/v1/dashboard/${path}`, body, { token: this.token });
  }
  kept(id: string) {
    return this.client.get(`/api-client/v1/dashboard/kept/${id}`, { token: this.token });
  }
  async options(dashboard = 'HOME'): Promise<Options> {
    const { json } = await this.client.get(`${FILTERS}?dashboard=${dashboard}`, { token: this.token });
    return json as unknown as Options;
  }
  async searches(dashboard?: string): Promise<readonly Search[]> {
    return (await this.options(dashboard)).savedFilters;
  }
}

const PUBLISHER: readonly Permission[] = ['DASHBOARD_PUBLIC_FILTER'];
async function person(organization = 'SEARCHERS', permissions = PUBLISHER): Promise<Person> {
  const client = server.client();
  const { access_token: token } = await client.signedIn(await server.fixtures.user(organization, { permissions }));
  return new Person(client, token);
}
const refusal = (answer: { status: number; json: Record<string, unknown> }) => [
  answer.status,
  answer.json['errorCode'],
  answer.json['errorMessage'],
];

test('a query too long for an address opens for colleagues only', async () => {
  const [me, colleague, stranger] = [await person('KEEPERS'), await person('KEEPERS'), await person('STRANGERS')];
  const search = `?client=${'a0000000-0000-4000-8000-000000000001,'.repeat(300)}`;
  expect((await me.post('kept', { id: '1f0c9a7e', search })).json).toEqual({ id: '1f0c9a7e' });
  expect((await colleague.post('kept', { id: '1f0c9a7e', search })).status).toBe(200);
  expect((await colleague.kept('1f0c9a7e')).json).toEqual({ search });
  expect(refusal(await stranger.kept('1f0c9a7e')).slice(0, 2)).toEqual([404, 'not.found']);
  expect((await colleague.post('kept', { id: '1f0c9a7e', search: '?q=icu' })).status).toBe(409);
  // In another organization the same id is another query.
  expect((await stranger.post('kept', { id: '1f0c9a7e', search: '?q=icu' })).status).toBe(200);
  expect((await me.kept('1f0c9a7e')).json).toEqual({ search });
  for (const wrong of [{ search: 'q=1' }, { id: 'x' }, { search: `?${'x'.repeat(60_000)}` }])
    expect((await me.post('kept', { id: '1f0c9a7f', search: '?q=1', ...wrong })).status).toBe(400);
  const ids = Array.from({ length: 100 }, (_, index) => (0x10000000 + index).toString(16));
  for (const id of ids) await me.post('kept', { id, search: '?q=1' });
  expect([(await me.kept('1f0c9a7e')).status, (await me.kept(ids[0]!)).status]).toEqual([404, 200]);
});

test('a search is saved unchanged and loaded again', async () => {
  const me = await person();
  const filter = '{ "form": 7,  "chips": ["\u{1F3E5} <b>"] }';
  const id = await me.saved({ searchName: '  ICU, nights  ', filter });
  expect(await me.searches()).toEqual([
    { id, searchName: 'ICU, nights', public: false, default: false, canDeleted: true, filter },
  ]);
  expect(await me.saved({ id, searchName: 'icu, NIGHTS', default: true, filter: '{}' })).toBe(id);
  expect(await me.searches()).toEqual([
    { id, searchName: 'icu, NIGHTS', public: false, default: true, canDeleted: true, filter: '{}' },
  ]);
});

test('two tabs may each change a part of a search: what a request does not name stays', async () => {
  const me = await person('TWO_TABS');
  const id = await me.saved({ searchName: 'ICU' });
  for (const change of [{ filter: '{"a":2}' }, { searchName: ' Nights ' }, { public: true }, { default: true }, {}])
    expect((await me.change(id, change)).json).toEqual({ id });
  expect(await me.searches()).toEqual([
    { id, searchName: 'Nights', public: true, default: true, canDeleted: true, filter: '{"a":2}' },
  ]);
  await me.change(id, { default: false });
  expect(await me.searches()).toMatchObject([{ searchName: 'Nights', public: true, default: false }]);
  const other = await me.saved({ searchName: 'Days' });
  expect(refusal(await me.change(other, { searchName: 'NIGHTS' }))).toEqual([
    409,
    'conflict',
    "You already have a saved search named 'NIGHTS'. Please choose another name.",
  ]);
  expect(refusal(await me.change(id, { filter: 'broken' })).slice(0, 2)).toEqual([400, 'request.invalid']);
});

test('the audit records what a search became, also where only a part of it was changed', async () => {
  const me = await person('PART_AUDITED');
  const id = await me.saved({ searchName: 'A', default: true });
  await me.change(id, { public: true });
  const { details } = await server.owner
    .selectFrom('audit_events as a')
    .innerJoin('organizations as o', 'o.id', 'a.organization_id')
    .where('o.code', '=', 'PART_AUDITED')
    .where('a.event', '=', 'saved_search_updated')
    .select('a.details')
    .executeTakeFirstOrThrow();
  const before = { id, dashboard: 'HOME', searchName: 'A', public: false, default: true };
  expect(details).toEqual({ before, after: { ...before, public: true } });
});

test.each(['searchName', 'public', 'default', 'filter'])('a new search without its %s is refused', async (part) => {
  const me = await person();
  const refused = [400, 'request.invalid', expect.stringContaining('A new search needs')];
  expect(refusal(await me.save({ [part]: undefined }))).toEqual(refused);
  expect(refusal(await me.save({ [part]: undefined, id: null }))).toEqual(refused);
  expect(await me.searches()).toEqual([]);
});

test('a search that is saved again, because no answer arrived, is saved once', async () => {
  const me = await person();
  const search = { searchName: ' Nights ', default: true };
  const id = await me.saved(search);
  expect(await me.saved(search)).toBe(id);
  for (const other of [{ filter: '{"a":2}' }, { public: true }, { default: false }])
    expect(refusal(await me.save({ ...search, ...other }))).toEqual([
      409,
      'conflict',
      "You already have a saved search named 'Nights'. Please choose another name.",
    ]);
  expect(await me.searches()).toMatchObject([{ id, filter: '{"a":1}', public: false, default: true }]);
});

test.each(['{"form": broken}', 'undefined', '{}{}', '  ', "{'a':1}"])(
  'the filter %s is not JSON and is refused',
  async (filter) => {
    const me = await person();
    const refused = [400, 'request.invalid', expect.stringContaining('must be JSON text')];
    expect(refusal(await me.save({ filter }))).toEqual(refused);
    expect(refusal(await me.post('preferences/widgets', { filter }))).toEqual(refused);
    expect(refusal(await me.post('preferences/statuses', { widgetType: 'JOBS', filter }))).toEqual(refused);
    expect(await me.options()).toMatchObject({ savedFilters: [], widgetPreferences: '', widgetStatuses: [] });
  },
);

describe('the name', () => {
  test('is unique per user and dashboard, regardless of case and surrounding blanks', async () => {
    const [me, colleague] = [await person(), await person()];
    const id = await me.saved({ searchName: 'Short list' });
    const taken = [409, 'conflict', "You already have a saved search named 'SHORT LIST'. Please choose another name."];
    expect(refusal(await me.save({ searchName: ' SHORT LIST ' }))).toEqual(taken);
    const other = await me.saved({ searchName: 'Long list' });
    expect(refusal(await me.save({ id: other, searchName: 'SHORT LIST' }))).toEqual(taken);
    expect(await me.saved({ id, searchName: 'Short List' })).toBe(id);
    await me.saved({ searchName: 'Short list', dashboard: 'KPI' });
    await colleague.saved({ searchName: 'Short list' });
    expect((await me.searches()).map(({ searchName }) => searchName)).toEqual(['Long list', 'Short List']);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \t\u00a0 '],
    ['what is not seen', '\u200b\u2060\ufeff\u3164'],
    ['51 characters', 'x'.repeat(51)],
    ['NUL', 'a\0b'],
  ])('of %s is refused', async (_what, searchName) => {
    const [status, code] = refusal(await (await person()).save({ searchName }));
    expect([status, code]).toEqual([400, 'request.invalid']);
  });

  test('may have 50 characters of any text', async () => {
    const me = await person();
    await me.saved({ searchName: `'; drop table saved_searches; -- ${'ß'.repeat(17)}` });
    await me.saved({ searchName: '\u{1F3E5}'.repeat(50) });
    expect(await me.searches()).toHaveLength(2);
  });
});

describe('the default', () => {
  const ANOTHER = 'Cannot make this search default because it is already set to another search.';

  test('is unique per user and dashboard', async () => {
    const [me, colleague] = [await person(), await person()];
    const first = await me.saved({ searchName: 'First', default: true });
    expect(refusal(await me.save({ searchName: 'Second', default: true }))).toEqual([409, 'conflict', ANOTHER]);
    const second = await me.saved({ searchName: 'Second' });
    expect(refusal(await me.save({ id: second, searchName: 'Second', default: true }))).toEqual([
      409,
      'conflict',
      ANOTHER,
    ]);
    await me.saved({ searchName: 'Second', dashboard: 'KPI', default: true });
    await colleague.saved({ searchName: 'Theirs', default: true });

    await me.saved({ id: first, searchName: 'First', default: false });
    await me.saved({ id: second, searchName: 'Second', default: true });
    expect((await me.searches()).map((search) => [search.searchName, search.default])).toEqual([
      ['First', false],
      ['Second', true],
    ]);
  });

  test('stays unique if two tabs set it at the same time', async () => {
    const me = await person();
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((searchName) => me.save({ searchName, default: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await me.searches()).filter((search) => search.default)).toHaveLength(1);
  });

  test('of one user is not shown to others', async () => {
    const [me, colleague] = [await person('DEFAULTS'), await person('DEFAULTS')];
    await me.saved({ public: true, default: true });
    expect(await colleague.searches()).toMatchObject([{ public: true, default: false, canDeleted: false }]);
  });
});

describe('a public search', () => {
  test('is read by the whole organization and changed by its owner', async () => {
    const [me, colleague, stranger] = [await person('OPEN'), await person('OPEN'), await person('ELSEWHERE')];
    const id = await me.saved({ searchName: 'For all', public: true });
    expect(await colleague.searches()).toMatchObject([{ id, searchName: 'For all', canDeleted: false }]);
    expect(await stranger.searches()).toEqual([]);

    const notYours = [401, 'server.unauthorized', expect.stringContaining('Only the person who saved this search')];
    expect(refusal(await colleague.save({ id, searchName: 'Mine now' }))).toEqual(notYours);
    expect(refusal(await colleague.delete(id))).toEqual(notYours);
    const gone = [404, 'not.found', expect.stringContaining('no longer there')];
    expect(refusal(await stranger.save({ id, searchName: 'Mine now' }))).toEqual(gone);
    expect(refusal(await stranger.delete(id))).toEqual(gone);

    await me.saved({ id, searchName: 'For all', public: false });
    expect(await colleague.searches()).toEqual([]);
    expect(refusal(await colleague.delete(id))).toEqual(gone);
    expect(await me.searches()).toHaveLength(1);
  });

  test('needs the permission', async () => {
    const me = await person('OPEN2', ['MENU_JOB']);
    const refused = [
      401,
      'server.unauthorized',
      expect.stringContaining('do not have permission to make searches public'),
    ];
    expect((await me.options()).canPublish).toBe(false);
    expect(refusal(await me.save({ public: true }))).toEqual(refused);
    const id = await me.saved();
    expect(refusal(await me.save({ id, public: true }))).toEqual(refused);
    expect((await (await person('OPEN2')).options()).canPublish).toBe(true);
  });

  test('can be changed and made private by its owner without the permission, but not be made public again', async () => {
    const user = await server.fixtures.user('OPEN3', { permissions: [...PUBLISHER, 'MENU_JOB'] });
    const client = server.client();
    const me = new Person(client, (await client.signedIn(user)).access_token);
    const colleague = await person('OPEN3');
    const id = await me.saved({ public: true });
    await server.owner
      .deleteFrom('role_permissions')
      .where('permission', '=', 'DASHBOARD_PUBLIC_FILTER')
      .where('role_id', 'in', (eb) => eb.selectFrom('user_roles').where('user_id', '=', user.id).select('role_id'))
      .execute();
    expect((await me.options()).canPublish).toBe(false);
    await me.saved({ id, searchName: 'Renamed', public: true, default: true, filter: '{"a":2}' });
    expect(await colleague.searches()).toMatchObject([{ id, searchName: 'Renamed', filter: '{"a":2}' }]);
    await me.saved({ id, public: false });
    expect(await colleague.searches()).toEqual([]);
    expect(refusal(await me.save({ id, public: true })).slice(0, 2)).toEqual([401, 'server.unauthorized']);
  });
});

test('a deleted search no longer exists, and deleting it again is refused', async () => {
  const me = await person();
  const id = await me.saved({ default: true });
  expect((await me.delete(id)).json).toEqual({ id });
  expect(await me.searches()).toEqual([]);
  expect(refusal(await me.delete(id)).slice(0, 2)).toEqual([404, 'not.found']);
  expect(refusal(await me.save({ id })).slice(0, 2)).toEqual([404, 'not.found']);
  // Its name and the default are available again.
  await me.saved({ default: true });
});

test('a search of another dashboard cannot be moved to this one', async () => {
  const me = await person();
  const id = await me.saved({ dashboard: 'KPI' });
  expect(refusal(await me.save({ id })).slice(0, 2)).toEqual([404, 'not.found']);
  expect(await me.searches('KPI')).toHaveLength(1);
});

test('there are at most fifty, also with two concurrent tabs', async () => {
  const me = await person();
  for (let n = 1; n <= 48; n += 1) await me.saved({ searchName: `Search ${n}` });
  const answers = await Promise.all(['x', 'y', 'z'].map((searchName) => me.save({ searchName })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.json['errorMessage']).toMatch(/50 saved searches.*delete one/);
  const searches = await me.searches();
  expect(searches).toHaveLength(50);
  await me.saved({ id: searches[0]?.id, searchName: 'Renamed' });
  await me.saved({ dashboard: 'KPI' });
});

test('the audit records who changed which search, without its content', async () => {
  const me = await person('AUDITED');
  const id = await me.saved({ searchName: 'A', filter: '{"secret":1}' });
  await me.saved({ id, searchName: 'B', public: true, filter: '{"secret":2}' });
  await me.delete(id);
  const rows = await server.owner
    .selectFrom('audit_events as a')
    .innerJoin('organizations as o', 'o.id', 'a.organization_id')
    .where('o.code', '=', 'AUDITED')
    .where('a.event', 'like', 'saved_search%')
    .orderBy('a.at')
    .select(['a.event', 'a.details'])
    .execute();
  const audited = (searchName: string, open: boolean) => ({
    id,
    dashboard: 'HOME',
    searchName,
    public: open,
    default: false,
  });
  expect(rows).toEqual([
    { event: 'saved_search_created', details: { after: audited('A', false) } },
    { event: 'saved_search_updated', details: { before: audited('A', false), after: audited('B', true) } },
    { event: 'saved_search_deleted', details: { before: audited('B', true) } },
  ]);
});

describe('preferences', () => {
  test('are stored per user, and saving again replaces them', async () => {
    const [me, colleague] = [await person(), await person()];
    expect(await me.options()).toMatchObject({ widgetPreferences: '', widgetStatuses: [] });
    const first = (await me.post('preferences/widgets', { filter: '[1]' })).json;
    expect((await me.post('preferences/widgets', { filter: '[2]' })).json).toEqual(first);
    const statuses = await Promise.all(
      ['JOBS', 'JOBS', 'INVOICE'].map((widgetType) =>
        me.post('preferences/statuses', { widgetType, filter: `["${widgetType}"]` }),
      ),
    );
    expect(statuses[0]?.json).toEqual(statuses[1]?.json);
    expect(await me.options()).toMatchObject({
      widgetPreferences: '[2]',
      widgetStatuses: [
        { value: 'INVOICE', label: '["INVOICE"]' },
        { value: 'JOBS', label: '["JOBS"]' },
      ],
    });
    expect(await colleague.options()).toMatchObject({ widgetPreferences: '', widgetStatuses: [] });
  });

  test.each([
    ['widgets', {}, 'Your cards have been arranged'],
    ['statuses', { widgetType: 'JOBS' }, 'The statuses of this card have been chosen'],
  ])('of %s replace only the text that the sender knew', async (path, body, done) => {
    const me = await person();
    const save = (filter: string, before: string) => me.post(`preferences/${path}`, { ...body, filter, before });
    const kept = async () => {
      const { widgetPreferences, widgetStatuses } = await me.options();
      return path === 'widgets' ? widgetPreferences : widgetStatuses[0]?.label;
    };
    const refused = [
      409,
      'conflict',
      `${done} in another tab or browser meanwhile, so this change was not saved. Please repeat it.`,
    ];
    // Two tabs, of which each knows nothing of the other; the first repeats its request.
    const first = await save('[1]', '');
    expect(refusal(await save('[2]', ''))).toEqual(refused);
    expect((await save('[1]', '')).json).toEqual(first.json);
    expect((await save('[3]', '[1]')).json).toEqual(first.json);
    expect(refusal(await save('[4]', '[1]'))).toEqual(refused);
    expect(await kept()).toBe('[3]');
    const both = await Promise.all([save('[5]', '[3]'), save('[6]', '[3]')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each([
    ['a card there is not', { widgetType: 'WEATHER', filter: '[]' }, /no card 'WEATHER'/],
    ['a card in lower case', { widgetType: 'jobs', filter: '[]' }, /widget type/],
    ['no text', { widgetType: 'JOBS', filter: '' }, /filter/],
    ['too much text', { widgetType: 'JOBS', filter: 'x'.repeat(60_001) }, /filter/],
  ])('%s is refused', async (_what, body, sentence) => {
    const { status, json } = await (await person()).post('preferences/statuses', body);
    expect([status, json['errorCode']]).toEqual([400, 'request.invalid']);
    expect(json['errorMessage']).toMatch(sentence);
  });
});

test('departments are not available to suppliers', async () => {
  await server.fixtures.organization('SUPPLYING', { type: 'AGENCY' });
  const client = server.client();
  const user = await server.fixtures.user('SUPPLYING', { userType: 'AGENCY', permissions: ['MENU_JOB'] });
  const supplier = new Person(client, (await client.signedIn(user)).access_token);
  expect(refusal(await supplier.post('departments', { clientIds: [] })).slice(0, 2)).toEqual([
    401,
    'server.unauthorized',
  ]);
  const options = await supplier.options();
  expect([options.agencyNames, options.salesRep]).toEqual([undefined, undefined]);
});

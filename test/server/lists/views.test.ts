/** Saved views of lists: owners, visibility, content and refusals. */
import type { Permission } from '../../../contract/base/permissions';
import type { ResponseOf } from '../../../contract/endpoints';
import type { TestClient } from '../support/client';
import { startTestServer, type TestServer } from '../support/server';

type View = ResponseOf<'listViews'>['views'][number];
const PATH = '/api-user/v1/lists/jobs/views';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

class Person {
  constructor(
    private readonly client: TestClient,
    private readonly token: string,
  ) {}

  save(view: object = {}, path = PATH) {
    const settings = { part: 'jobs/open', filters: { hot: ['yes'] }, q: 'icu', sort: '-daysOpen', columns: ['number'] };
    const body = { name: 'Mine', shared: false, default: false, ...settings, ...view };
    return this.client.post(path, body, { token: this.token });
  }
  /** Sends only what is to change. */
  change(viewId: string, change: object) {
    return this.client.post(PATH, { viewId, ...change }, { token: this.token });
  }
  async saved(view: object = {}): Promise<string> {
    const { status, json, text } = await this.save(view);
    if (status !== 200) throw new Error(`${JSON.stringify(view)}: ${status} ${text}`);
    return String(json['id']);
  }
  delete(id: string, path = PATH) {
    return this.client.request('DELETE', `${path}/${id}`, { token: this.token });
  }
  async views(path = PATH): Promise<readonly View[]> {
    return (await this.client.get(path, { token: this.token })).json['views'] as View[];
  }
  names = async (path?: string) => (await this.views(path)).map(({ name }) => name);
}

const SHARING: readonly Permission[] = ['MENU_JOB', 'MENU_CLIENT', 'LIST_SHARE_VIEWS'];
async function person(organization = 'VIEWERS', permissions = SHARING): Promise<Person> {
  const client = server.client();
  const user = await server.fixtures.user(organization, { permissions });
  const { access_token: token } = await client.signedIn(user);
  return new Person(client, token);
}
const refusal = (answer: { status: number; json: Record<string, unknown> }) => [
  answer.status,
  answer.json['errorCode'],
  answer.json['errorMessage'],
];

test('a view is loaded as saved, and only for its list', async () => {
  const me = await person();
  const id = await me.saved({ name: '  Hot nights ' });
  const [view] = await me.views();
  expect(view).toMatchObject({
    id,
    name: 'Hot nights',
    own: true,
    shared: false,
    default: false,
    part: 'jobs/open',
    filters: { hot: ['yes'] },
    q: 'icu',
    sort: '-daysOpen',
    columns: ['number'],
  });
  expect(await me.saved({ viewId: id, name: 'Calm days', filters: {}, q: '', columns: null })).toBe(id);
  expect(await me.views()).toMatchObject([{ name: 'Calm days', filters: {}, q: '', columns: null }]);
  expect(await me.names('/api-user/v1/lists/facilities/views')).toEqual([]);
  expect((await me.delete(id, '/api-user/v1/lists/facilities/views')).status).toBe(404);
  expect((await me.delete(id)).json).toEqual({ id });
  expect(await me.views()).toEqual([]);
});

test('a name is unique per user and list, regardless of case; colleagues may use it, too', async () => {
  const [me, colleague] = [await person(), await person()];
  await me.saved({ name: 'Short list' });
  const taken = [409, 'conflict', "You already have a view named 'SHORT LIST'. Please choose another name."];
  expect(refusal(await me.save({ name: ' SHORT LIST ' }))).toEqual(taken);
  await colleague.saved({ name: 'Short list' });
  for (const name of ['', '   ', '​', 'x'.repeat(51)]) expect((await me.save({ name })).status).toBe(400);
  const hostile = `'; drop table list_views; -- =HYPERLINK("x") <img src=x onerror=y>`.slice(0, 50);
  await me.saved({ name: hostile });
  expect(await me.names()).toContain(hostile.trim());
});

test('a view that is saved again, because no answer arrived, is saved once', async () => {
  const me = await person();
  const view = { name: ' Hot nights ', default: true };
  const id = await me.saved(view);
  expect([await me.saved(view), await me.names()]).toEqual([id, ['Hot nights']]);
  for (const other of [{ q: 'er' }, { columns: null }, { filters: {} }, { shared: true }, { default: false }])
    expect(refusal(await me.save({ ...view, ...other }))).toEqual([
      409,
      'conflict',
      "You already have a view named 'Hot nights'. Please choose another name.",
    ]);
  expect(await me.views()).toMatchObject([{ id, q: 'icu', shared: false, default: true }]);
  for (let n = 1; n < 50; n++) await me.saved({ name: `View ${n}` });
  expect(await me.saved({ name: 'View 49' })).toEqual(expect.any(String));
});

test('two tabs may each change a part of a view: what a request does not name stays', async () => {
  const me = await person('TWO_TABS');
  const id = await me.saved({ name: 'Hot', shared: true });
  const settings = { part: 'jobs', filters: {}, q: 'er', sort: 'number', columns: null };
  for (const change of [settings, { name: ' Nights ' }, { shared: false }, { default: true }, {}])
    expect((await me.change(id, change)).json).toEqual({ id });
  expect(await me.views()).toMatchObject([{ id, name: 'Nights', shared: false, default: true, ...settings }]);
  const newer = { ...settings, filters: { hot: ['yes'] }, columns: ['number'] };
  await Promise.all([me.change(id, newer), me.change(id, { name: 'Days' }), me.change(id, { default: false })]);
  expect(await me.views()).toMatchObject([{ id, name: 'Days', shared: false, default: false, ...newer }]);
});

test('a new view needs every part', async () => {
  const me = await person('NEW_VIEWS');
  for (const part of ['name', 'shared', 'default', 'part', 'filters', 'q', 'sort', 'columns'])
    expect([part, ...refusal(await me.save({ [part]: undefined }))]).toEqual([
      part,
      400,
      'request.invalid',
      'A new view needs a name, its settings, and whether it is shared and the default. Nothing was saved; please send all of them.',
    ]);
  expect(await me.views()).toEqual([]);
});

test('a shared view can be changed without the permission to share, but not be shared again', async () => {
  const me = await person('QUIET', ['MENU_JOB']);
  const id = await me.saved();
  await server.owner.updateTable('list_views').set({ is_shared: true }).where('id', '=', id).execute();
  expect((await me.change(id, { name: 'Renamed' })).status).toBe(200);
  expect((await me.change(id, { shared: false })).status).toBe(200);
  expect(refusal(await me.change(id, { shared: true })).slice(0, 2)).toEqual([401, 'server.unauthorized']);
  expect(await me.views()).toMatchObject([{ name: 'Renamed', shared: false }]);
});

test('at most one default per list: a new one replaces it', async () => {
  const me = await person();
  await me.saved({ name: 'A', default: true });
  await Promise.all(['B', 'C', 'D'].map((name) => me.saved({ name, default: true })));
  expect((await me.views()).filter((view) => view.default)).toHaveLength(1);
});

test('colleagues see shared views but cannot change them; others see nothing', async () => {
  const [me, colleague, stranger] = [await person('SHARERS'), await person('SHARERS'), await person('OTHERS')];
  const id = await me.saved({ name: 'For all', shared: true, default: true });
  await me.saved({ name: 'For me' });
  expect(await colleague.views()).toMatchObject([{ id, own: false, default: false, shared: true }]);
  expect(refusal(await colleague.save({ viewId: id })).slice(0, 2)).toEqual([401, 'server.unauthorized']);
  expect(refusal(await colleague.delete(id)).slice(0, 2)).toEqual([401, 'server.unauthorized']);
  expect(await stranger.views()).toEqual([]);
  expect(refusal(await stranger.save({ viewId: id })).slice(0, 2)).toEqual([404, 'not.found']);
  expect(refusal(await stranger.delete(id)).slice(0, 2)).toEqual([404, 'not.found']);
  expect(await me.views()).toMatchObject([{ name: 'For all' }, { name: 'For me' }]);
});

test('users who may not share, or not see the list, are refused', async () => {
  const quiet = await person('QUIET', ['MENU_JOB']);
  expect(refusal(await quiet.save({ shared: true }))).toEqual([
    401,
    'server.unauthorized',
    'You do not have permission to share views. Please save it for yourself, or ask your administrator for the permission.',
  ]);
  await quiet.saved();
  const blind = await person('QUIET', ['MENU_CLIENT']);
  expect((await blind.save()).status).toBe(401);
});

test('columns and filters that the list does not have for the caller are refused', async () => {
  await server.fixtures.organization('SUPPLIERS', { type: 'AGENCY' });
  const [me, supplier] = [await person('VIEWERS'), await person('SUPPLIERS', ['MENU_JOB'])];
  for (const wrong of [
    { filters: { nothing: ['x'] } },
    { filters: { hot: ['perhaps'] } },
    { sort: 'offering' },
    { columns: ['password'] },
    { columns: [] },
    { part: '../admin' },
    { part: 'jobs?x=1' },
  ])
    expect([wrong, (await me.save(wrong)).status]).toEqual([wrong, 400]);
  // Sales representatives belong to the managing organization.
  expect((await supplier.save({ columns: ['salesRep'] })).status).toBe(400);
  expect((await me.save({ columns: ['salesRep'] })).status).toBe(200);
});

test('a view of what the list no longer has can be renamed, unshared and made the default, but not saved anew', async () => {
  const me = await person();
  const id = await me.saved({ name: 'Old', shared: true });
  const settings = {
    part: 'jobs/open',
    filters: { hot: ['yes'], gone: ['x'] },
    q: 'icu',
    sort: '-gone',
    columns: ['number', 'gone'],
  };
  await server.owner
    .updateTable('list_views')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute();
  expect(await me.saved({ ...settings, viewId: id, name: 'New', shared: false, default: true })).toBe(id);
  expect(await me.views()).toMatchObject([{ id, name: 'New', shared: false, default: true, ...settings }]);
  expect((await me.save({ ...settings, viewId: id, q: 'er' })).status).toBe(400);
  expect((await me.save({ ...settings, name: 'Another' })).status).toBe(400);
});

test('there are at most fifty views per list', async () => {
  const me = await person();
  for (let n = 0; n < 50; n++) await me.saved({ name: `View ${n}` });
  expect(refusal(await me.save({ name: 'One more' })).slice(0, 2)).toEqual([409, 'conflict']);
});

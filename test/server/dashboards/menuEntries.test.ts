/** The dashboards of the demo have figures for each kind of user. Other menu entries are tested with the whole demo. */
import { entriesOf, PEOPLE } from '../database/support/menuEntries';
import { openDemoDatabase } from '../support/database';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, openDemoDatabase);
});
afterAll(() => server.stop());

test.each(PEOPLE.map(({ userName }) => userName))('the dashboards in the menu of %s have figures', async (userName) => {
  const { problems } = await entriesOf(server, userName, new Date().toISOString().slice(0, 10), 'dashboards');
  expect(problems).toEqual([]);
});

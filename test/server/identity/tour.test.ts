/** The user's progress in the tour is stored on the server. */
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function signedIn(on = server) {
  const user = await server.fixtures.user('TOUR');
  const client = on.client();
  const { json } = await client.signIn(user);
  const token = String(json['access_token']);
  return {
    step: async () => (await client.get(`/api-user/v1/users/${user.userName}/info`, { token })).json['tourStep'],
    save: async (step: unknown) => (await client.request('PUT', '/api-user/v1/tour', { body: { step }, token })).status,
  };
}

test('new users begin at the first step, continue where they were, and finish once', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  expect(await one.step()).toBe(0);
  expect(await one.save(3)).toBe(200);
  expect([await one.step(), await other.step()]).toEqual([3, 0]);
  expect(await one.save(null)).toBe(200);
  expect([await one.step(), await other.step()]).toEqual([undefined, 0]);
});

test.each([-1, 5, 1.5, '1'])('there is no step %p', async (step) => {
  const person = await signedIn();
  expect(await person.save(step)).toBe(400);
  expect(await person.step()).toBe(0);
});

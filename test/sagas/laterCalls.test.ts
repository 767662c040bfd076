/** The first call of a later screen waits for the contract of its answer. Its own file: the contract is loaded only once. */
import type { Grant } from '../../machines/grant';
import type { SecretRef } from '../../machines/references';
import { loadEndpointCatalog } from '../../sagas/base/http/send.saga';
import { request } from '../../sagas/session/token/request.saga';
import { planOf, scriptedClock, scriptedHttp } from '../support/oneSaga';

const grant = (generation: number): Grant => ({
  token: `<secret:${generation}>` as SecretRef,
  tokenIdentifier: 'mine',
  generation,
});

it('goes with the token that is in use once the contract is there, not with the one from before', async () => {
  await loadEndpointCatalog();
  let held = grant(1);
  const { http, sent } = scriptedHttp({ status: 500, body: null, retryAfterSeconds: null });
  const search = () => request('listSearch', { params: { list: 'jobs' }, body: {} });
  const run = planOf({ ports: { http, clock: scriptedClock().clock }, grant: () => held }, search).silentRun(50);
  expect(sent).toEqual([]);
  // A renewal ends meanwhile, and the earlier token is cleared.
  held = grant(2);
  await run;
  expect(sent.map(({ bearer }) => bearer)).toEqual([grant(2).token]);
});

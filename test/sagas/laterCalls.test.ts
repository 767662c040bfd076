/**
 * The first call of a lazy screen waits for the contract of its answer. In a separate file, because the contract is
 * loaded only once.
 */
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

it('uses the token that is current when the contract is loaded, not the earlier one', async () => {
  await loadEndpointCatalog();
  let held = grant(1);
  const { http, sent } = scriptedHttp({ status: 500, body: null, retryAfterSeconds: null });
  const search = () => request('listSearch', { params: { list: 'jobs' }, body: {} });
  const run = planOf({ ports: { http, clock: scriptedClock().clock }, grant: () => held }, search).silentRun(50);
  expect(sent).toEqual([]);
  // A renewal completes in the meantime, and the earlier token is cleared.
  held = grant(2);
  await run;
  expect(sent.map(({ bearer }) => bearer)).toEqual([grant(2).token]);
});

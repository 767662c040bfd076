/** How a call is sent, once its contract is loaded. */
import type { EndpointName } from '../../../contract/endpoints';
import type { ClientEndpoint } from './clientEndpoints';

const known: Partial<Record<EndpointName, ClientEndpoint>> = {};

/** Adds what a contract describes. */
export function addEndpoints(endpoints: Readonly<Partial<Record<EndpointName, ClientEndpoint>>>): void {
  Object.assign(known, endpoints);
}

/** @throws Error for a call whose contract is not loaded (`endpointCatalog` in send.saga.ts loads it). */
export function endpointOf(name: EndpointName): ClientEndpoint {
  const endpoint = known[name];
  if (endpoint === undefined) throw new Error(`The contract of ${name} is not loaded.`);
  return endpoint;
}

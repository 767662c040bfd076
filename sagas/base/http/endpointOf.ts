/** How a call is sent: those of the first screens from the start, the others once their contract is loaded. */
import type { EndpointName } from '../../../contract/endpoints';
import { endpoints, type ClientEndpoint } from './clientEndpoints';

const known: Partial<Record<EndpointName, ClientEndpoint>> = { ...endpoints };

/** Adds what the later contract describes. */
export function addEndpoints(later: Readonly<Partial<Record<EndpointName, ClientEndpoint>>>): void {
  Object.assign(known, later);
}

/** @throws Error for a call whose contract is not loaded (`endpointCatalog` in send.saga.ts loads it). */
export function endpointOf(name: EndpointName): ClientEndpoint {
  const endpoint = known[name];
  if (endpoint === undefined) throw new Error(`How ${name} is sent is not loaded.`);
  return endpoint;
}

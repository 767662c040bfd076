/**
 * How each call of the contract is sent. The build runs this file and bundles its result (scripts/build/clientContract.ts),
 * because descriptions and schemas would be downloaded in vain.
 */
import type { Endpoint } from '../../../contract/base/endpoint';
import { endpoints as contract, type EndpointName } from '../../../contract/endpoints';

type ClientField = 'method' | 'path' | 'auth' | 'encoding' | 'produces' | 'streams' | 'secretInput' | 'secretOutput';

/** An endpoint without descriptions and schemas. */
export type ClientEndpoint = { readonly [Field in ClientField]: Endpoint[Field] };

const withoutSchemas = ({
  method,
  path,
  auth,
  encoding,
  produces,
  streams,
  secretInput,
  secretOutput,
}: Endpoint): ClientEndpoint => ({ method, path, auth, encoding, produces, streams, secretInput, secretOutput });

/** By name. */
export const endpoints = Object.fromEntries(
  Object.entries(contract).map(([name, endpoint]) => [name, withoutSchemas(endpoint)]),
) as Readonly<Record<EndpointName, ClientEndpoint>>;

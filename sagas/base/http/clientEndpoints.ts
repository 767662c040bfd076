/**
 * How the calls of the first screens are sent, and those of documents, because the viewer compares stored requests with
 * their addresses. The build runs this file and bundles its result (scripts/build/clientContract.ts), because the page
 * needs no descriptions and schemas.
 */
import type { Endpoint } from '../../../contract/base/endpoint';
import { documentEndpoints } from '../../../contract/documents/documents.endpoints';
import { firstEndpoints, type EndpointName } from '../../../contract/endpoints';

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

/** What the browser needs to send calls, by name. */
export const sendable = <Name extends EndpointName>(
  contract: Readonly<Record<Name, Endpoint>>,
): Readonly<Record<Name, ClientEndpoint>> =>
  Object.fromEntries(
    Object.entries<Endpoint>(contract).map(([name, endpoint]) => [name, withoutSchemas(endpoint)]),
  ) as Record<Name, ClientEndpoint>;

/** By name. */
export const endpoints = sendable({ ...firstEndpoints, ...documentEndpoints });

import type { BodyOf, EndpointName, Endpoints, ParamsOf, QueryOf, ResponseOf } from '../../contract';
import type { FetchedFile } from '../../machines/file';
import type { SecretRef } from '../../machines/secret';
import type { StreamRef } from '../ports';

type FieldsOf<E, K extends string> = E extends { readonly [P in K]: readonly (infer F)[] } ? F : never;

/** The same shape with references where the contract says that a field is secret. */
type Sealed<T, F> = { [P in keyof T]: P extends F ? SecretRef : T[P] };

/** What is sent is not changed on the way. */
type Unchanged<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? readonly Unchanged<E>[]
    : { readonly [P in keyof T]: Unchanged<T[P]> };

type Need<K extends string, T> = T extends undefined ? { readonly [P in K]?: never } : { readonly [P in K]: T };

// As tables, so that the compiler works each endpoint out once.
type CallInputs = {
  [K in EndpointName]: Need<'params', ParamsOf<K>> &
    Need<'query', QueryOf<K>> &
    Need<
      'body',
      BodyOf<K> extends undefined ? undefined : Unchanged<Sealed<BodyOf<K>, FieldsOf<Endpoints[K], 'secretInput'>>>
    >;
};
type CallAnswers = {
  [K in EndpointName]: Endpoints[K] extends { readonly produces: string }
    ? FetchedFile
    : Endpoints[K] extends { readonly streams: string }
      ? StreamRef
      : Sealed<ResponseOf<K>, FieldsOf<Endpoints[K], 'secretOutput'>>;
};

/** What a call to this endpoint needs. */
export type CallInput<K extends EndpointName> = CallInputs[K];
/** What it answers. */
export type CallAnswer<K extends EndpointName> = CallAnswers[K];

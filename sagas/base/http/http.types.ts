import type { BodyOf, EndpointName, Endpoints, ParamsOf, QueryOf, ResponseOf } from '../../../contract/endpoints';
import type { FetchedFile, SecretRef } from '../../../machines/references';
import type { StreamRef } from '../ports/network';

type FieldsOf<E, K extends string> = E extends { readonly [P in K]: readonly (infer F)[] } ? F : never;

/** The same shape, with references in place of secret fields. */
type WithSecretRefs<T, F> = { [P in keyof T]: P extends F ? SecretRef : T[P] };

/** Deeply read-only. */
type Unchanged<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? readonly Unchanged<E>[]
    : { readonly [P in keyof T]: Unchanged<T[P]> };

type Need<K extends string, T> = T extends undefined ? { readonly [P in K]?: never } : { readonly [P in K]: T };

// Mapped types, so that the compiler resolves each endpoint once.
type CallInputs = {
  [K in EndpointName]: Need<'params', ParamsOf<K>> &
    Need<'query', QueryOf<K>> &
    Need<
      'body',
      BodyOf<K> extends undefined
        ? undefined
        : Unchanged<WithSecretRefs<BodyOf<K>, FieldsOf<Endpoints[K], 'secretInput'>>>
    >;
};
type CallAnswers = {
  [K in EndpointName]: Endpoints[K] extends { readonly produces: string }
    ? FetchedFile
    : Endpoints[K] extends { readonly streams: string }
      ? StreamRef
      : WithSecretRefs<ResponseOf<K>, FieldsOf<Endpoints[K], 'secretOutput'>>;
};

/** The arguments of a call to this endpoint. */
export type CallInput<K extends EndpointName> = CallInputs[K];
/** The answer of a call. */
export type CallAnswer<K extends EndpointName> = CallAnswers[K];

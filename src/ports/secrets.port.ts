import type { SecretsPort, SecretRef } from '../../sagas/base/ports/network';

/** Holds passwords, codes and tokens in memory, each behind a reference. */
export interface SecretStore extends SecretsPort {
  /** Equal values get equal references while they are held. */
  readonly keep: (value: string) => SecretRef;
  /** The value behind a reference; undefined once cleared. */
  readonly open: (ref: SecretRef) => string | undefined;
  /** The values held now, for tests that look for leaks. */
  readonly held: () => readonly string[];
}

/** Keeps secrets in memory, behind references; the same value has the same reference. */
export function createSecretStore(): SecretStore {
  const values = new Map<SecretRef, string>();
  const refs = new Map<string, SecretRef>();
  let count = 0;
  return {
    keep(value) {
      const known = refs.get(value);
      if (known !== undefined) return known;
      const ref = `<secret:${++count}>` as SecretRef;
      values.set(ref, value);
      refs.set(value, ref);
      return ref;
    },
    open: (ref) => values.get(ref),
    held: () => [...values.values()],
    clear(unwanted) {
      for (const ref of unwanted) {
        const value = values.get(ref);
        values.delete(ref);
        if (value !== undefined) refs.delete(value);
      }
    },
  };
}

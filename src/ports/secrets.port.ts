import type { SecretsPort, SecretRef } from '../../sagas/ports';

/** The one place where passwords, codes and tokens are held, in memory, each behind a reference. */
export interface Vault extends SecretsPort {
  /** Equal values get equal references for as long as they are held. */
  readonly seal: (value: string) => SecretRef;
  /** The value behind a reference; undefined once wiped. */
  readonly open: (ref: SecretRef) => string | undefined;
  /** The values held now; for the tests that look for leftovers. */
  readonly held: () => readonly string[];
}

export function createVault(): Vault {
  const values = new Map<SecretRef, string>();
  const refs = new Map<string, SecretRef>();
  let count = 0;
  return {
    seal(value) {
      const known = refs.get(value);
      if (known !== undefined) return known;
      const ref = `<secret:${++count}>` as SecretRef;
      values.set(ref, value);
      refs.set(value, ref);
      return ref;
    },
    open: (ref) => values.get(ref),
    held: () => [...values.values()],
    wipe(unwanted) {
      for (const ref of unwanted) {
        const value = values.get(ref);
        values.delete(ref);
        if (value !== undefined) refs.delete(value);
      }
    },
  };
}

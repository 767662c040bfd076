import { createContext, useContext } from 'react';
import type { SecretRef } from '../../sagas/base/ports/network';

type KeepSecret = (value: string) => SecretRef;

/** Lets views put a secret into the secret store; what they dispatch is a reference to it. */
export const KeepSecretContext = createContext<KeepSecret>(() => {
  throw new Error('There is no secret store here: wrap the view in KeepSecretContext.');
});

/** Returns a function that keeps a secret and returns its reference; it throws Error outside of the context. */
export const useKeepSecret = (): KeepSecret => useContext(KeepSecretContext);

type OpenSecret = (ref: SecretRef) => string | undefined;

/** Lets views show a secret that is the person's to read; undefined once it is cleared. */
export const OpenSecretContext = createContext<OpenSecret>(() => {
  throw new Error('There is no secret store here: wrap the view in OpenSecretContext.');
});

/** Returns a function that opens the secret behind a reference; it throws Error outside of the context. */
export const useOpenSecret = (): OpenSecret => useContext(OpenSecretContext);

/** A password from the address, if the configuration allows that. The sign-in form reads it once. */
export interface GivenPassword {
  readonly take: () => string | null;
}

/** A password that can be read once. */
export function givenPassword(password: string | null): GivenPassword {
  let remaining = password;
  return {
    take() {
      const taken = remaining;
      remaining = null;
      return taken;
    },
  };
}

export const GivenPasswordContext = createContext<GivenPassword>(givenPassword(null));

import { createContext, useContext } from 'react';
import type { SecretRef } from '../../sagas/ports';

type Seal = (value: string) => SecretRef;

/** Gives views the way to put a secret into the vault: what they dispatch is a reference. */
export const SealContext = createContext<Seal>(() => {
  throw new Error('There is no vault here: wrap the view in SealContext.');
});

export const useSeal = (): Seal => useContext(SealContext);

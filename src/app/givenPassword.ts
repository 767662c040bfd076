import { createContext } from 'react';

/** A password that came with the address, where that is allowed. It can be taken once, by the form it is for. */
export interface GivenPassword {
  readonly take: () => string | null;
}

export function givenPassword(password: string | null): GivenPassword {
  let left = password;
  return {
    take() {
      const taken = left;
      left = null;
      return taken;
    },
  };
}

export const GivenPasswordContext = createContext<GivenPassword>(givenPassword(null));

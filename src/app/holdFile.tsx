import { createContext, useContext } from 'react';
import type { FileRef } from '../../sagas/ports';

type HoldFile = (file: Blob) => FileRef;

/** Gives views the way to keep a file that a person has chosen: what they dispatch is a reference. */
export const HoldFileContext = createContext<HoldFile>(() => {
  throw new Error('Files cannot be kept here: wrap the view in HoldFileContext.');
});

export const useHoldFile = (): HoldFile => useContext(HoldFileContext);

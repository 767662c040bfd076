import { createContext, useContext } from 'react';
import type { FileRef } from '../../sagas/ports';

type OpenFile = (file: FileRef) => Blob | undefined;

/** Gives views the bytes behind a reference, to show them; undefined once the file is released. */
export const OpenFileContext = createContext<OpenFile>(() => {
  throw new Error('There are no files here: wrap the view in OpenFileContext.');
});

export const useOpenFile = (): OpenFile => useContext(OpenFileContext);

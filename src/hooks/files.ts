import { createContext, useContext } from 'react';
import type { FileRef } from '../../sagas/base/ports/network';

type KeepFile = (file: Blob) => FileRef;

/** Lets views keep a file that a person has chosen; what they dispatch is a reference to it. */
export const KeepFileContext = createContext<KeepFile>(() => {
  throw new Error('There is no file store here: wrap the view in KeepFileContext.');
});

/** Returns a function that keeps a chosen file and returns its reference; it throws Error outside of the context. */
export const useKeepFile = (): KeepFile => useContext(KeepFileContext);

type OpenFile = (file: FileRef) => Blob | undefined;

/** Lets views read the bytes behind a reference; undefined once the file is released. */
export const OpenFileContext = createContext<OpenFile>(() => {
  throw new Error('There is no file store here: wrap the view in OpenFileContext.');
});

/** Returns a function that opens the file behind a reference; it throws Error outside of the context. */
export const useOpenFile = (): OpenFile => useContext(OpenFileContext);

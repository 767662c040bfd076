/**
 * A reference to a password, code or token that only the ports can read. Machines, sagas, the store, logs and tapes
 * hold references, so they cannot leak secrets. Equal secrets get equal references and can be compared.
 */
export type SecretRef = string & { readonly __secret: unique symbol };

/**
 * A reference to the bytes of a file, which only the ports hold, so that stores, machines and tapes stay small plain
 * data.
 */
export type FileRef = string & { readonly __file: unique symbol };

/** A fetched file. The saga that fetched it releases it when it is no longer shown. */
export interface FetchedFile {
  readonly file: FileRef;
  /** As the server named it; safe to show and to use as a download name. */
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
}

/** Stands for the bytes of a file, which only the ports hold; so stores, machines and tapes stay small plain data. */
export type FileRef = string & { readonly __file: unique symbol };

/** A file that was fetched. Whoever fetched it releases it when nobody looks at it any more. */
export interface FetchedFile {
  readonly file: FileRef;
  /** As the server named it; may be shown, and is safe as the name of a download. */
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
}

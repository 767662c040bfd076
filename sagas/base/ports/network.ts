/** HTTP and the websocket, and the files and secrets that calls refer to. */
import type { EventChannel } from 'redux-saga';
import type { EndpointName } from '../../../contract/endpoints';
import type { FileRef, SecretRef } from '../../../machines/references';

export type { FetchedFile, FileRef, SecretRef } from '../../../machines/references';

/** One HTTP call. The port replaces references to secrets by their values, on the wire only. */
export interface HttpCall {
  readonly endpoint: EndpointName;
  /** By their names in the path of the endpoint. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly bearer?: SecretRef;
  /** From sending to the whole answer, or to the next part of a file; then it fails with NoAnswer (`timedOut`). */
  readonly timeoutMs: number;
  /** Not aborted after it is sent, not even when the page is left: only the caller stops waiting. */
  readonly completes?: true;
}

/** An HTTP answer. Secret fields of `body` are references. */
export interface HttpAnswer {
  readonly status: number;
  /**
   * Parsed JSON, or null if the answer was not JSON. For an endpoint that `produces` a file: a FetchedFile; for one
   * that `streams`: a StreamRef, for `lines`.
   */
  readonly body: unknown;
  readonly retryAfterSeconds: number | null;
  /** The id of the request in the server's log. */
  readonly requestId?: string;
}

/** An answer that arrives line by line. */
export type StreamRef = string & { readonly __stream: unique symbol };

/** `broken`: the connection was lost before the answer was whole. */
export type HttpLine = { readonly type: 'line'; readonly value: unknown } | { readonly type: 'broken' };

/** Thrown by HttpPort.send if no complete answer arrived; `tooLarge`: a file with more bytes than the app takes. */
export class NoAnswer extends Error {
  constructor(
    readonly kind: 'unreachable' | 'timedOut' | 'tooLarge',
    options?: ErrorOptions,
  ) {
    super(kind, options);
    this.name = 'NoAnswer';
  }
}

export interface HttpPort {
  /**
   * Resolves with any HTTP answer.
   *
   * @throws NoAnswer. Aborted on cancellation.
   */
  readonly send: (call: HttpCall) => Promise<HttpAnswer>;
  /** Ends with the answer; closing it aborts the rest. Once per stream. */
  readonly lines: (stream: StreamRef) => EventChannel<HttpLine>;
}

export interface SecretsPort {
  /** Removes the values behind these references; unknown ones are ignored. */
  readonly clear: (refs: readonly SecretRef[]) => void;
}

/** Fetched files and files the user has chosen, in memory, each behind its reference. */
export interface FilesPort {
  /** Saves the file as a download; false if it was released. */
  readonly save: (file: FileRef, fileName: string) => boolean;
  /** Upload progress from 0 to 1. */
  readonly sent: (file: FileRef) => EventChannel<number>;
  /** Releases these files; unknown ones are ignored. */
  readonly release: (files: readonly FileRef[]) => void;
}

/** `code` is that of the close frame, by RFC 6455 or our own. */
export type SocketSignal =
  | { readonly type: 'opened' }
  /** One message as the server sent it; or, in a burst, an array of those that arrived within one frame. */
  | { readonly type: 'message'; readonly data: unknown }
  | { readonly type: 'closed'; readonly code: number };

export interface SocketPort {
  /** Opens a websocket for a one-time ticket; closing the channel closes the socket. */
  readonly open: (context: SecretRef) => EventChannel<SocketSignal>;
}

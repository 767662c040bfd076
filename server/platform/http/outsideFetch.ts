/**
 * Fetches from addresses that come from data: https only, no redirects, 5 s in total, 256 KiB, and never into a private
 * network. The address is checked when connecting, so that a name cannot resolve differently for the check and the
 * call.
 */
import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { isLoopback, isPublicAddress } from '../../base/ipAddresses';

const LIMIT_MS = 5_000;
const LIMIT_BYTES = 256 * 1024;

/** The fetch failed. The message is for the log, never for users. */
export class OutsideFetchError extends Error {}

/** No answer came in time. */
export class OutsideTimeoutError extends OutsideFetchError {}

type Resolve = (hostname: string, answer: (error: Error | null, found: readonly LookupAddress[]) => void) => void;

export interface OutsideFetchOptions {
  /** Demo only: allows the provider on this machine, by plain http. */
  readonly ownMachine: boolean;
  readonly limitMs?: number;
  /** Name resolution; the system's by default. */
  readonly resolve?: Resolve;
}

const resolveBySystem: Resolve = (hostname, answer) => systemLookup(hostname, { all: true }, answer);

export class OutsideFetch {
  constructor(private readonly options: OutsideFetchOptions) {}

  /** Throws OutsideFetchError when the address may not be called. */
  assertAllowed(address: string): URL {
    if (!URL.canParse(address)) throw new OutsideFetchError('an address is not a URL');
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const plain = this.options.ownMachine && url.protocol === 'http:' && isLoopback(host);
    if (!plain && url.protocol !== 'https:') throw new OutsideFetchError('an address is not https');
    if (url.username !== '' || url.password !== '') throw new OutsideFetchError('an address carries credentials');
    if (isIP(host) !== 0) this.assertReachable(host);
    return url;
  }

  /** The parsed body of a 200 answer. Throws OutsideFetchError. */
  async getJson(address: string): Promise<unknown> {
    const url = this.assertAllowed(address);
    return parsed(url, await this.exchange(url, { method: 'GET' }, readText));
  }

  /** Checks that something answers there, with a status below 500. Throws OutsideFetchError. */
  async reach(address: string): Promise<void> {
    await this.exchange(this.assertAllowed(address), { method: 'GET' }, async (answer) => {
      answer.destroy();
      if ((answer.statusCode ?? 0) >= 500) throw new OutsideFetchError(`answered ${answer.statusCode}`);
    });
  }

  /** Posts a form. Returns the status and the parsed body, whatever the status. Throws OutsideFetchError. */
  async postForm(
    address: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const url = this.assertAllowed(address);
    const form = new URLSearchParams(fields).toString();
    const { status, text } = await this.exchange(url, { method: 'POST', form }, async (answer) => ({
      status: answer.statusCode ?? 0,
      text: await readAll(answer),
    }));
    return { status, body: parsed(url, text) };
  }

  /** Posts these bytes and returns the head of the answer; its body is not read. Throws OutsideFetchError. */
  async postBytes(
    address: string,
    bytes: Buffer,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly retryAfter: string | undefined }> {
    return this.exchange(this.assertAllowed(address), { method: 'POST', bytes, headers }, async (answer) => {
      answer.resume();
      return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] };
    });
  }

  private assertReachable(address: string): void {
    if (!this.options.ownMachine && !isPublicAddress(address)) {
      throw new OutsideFetchError('an address lies in a private network');
    }
  }

  private exchange<T>(
    url: URL,
    { method, form, bytes, headers }: Exchange,
    read: (answer: IncomingMessage) => Promise<T>,
  ): Promise<T> {
    const limitMs = this.options.limitMs ?? LIMIT_MS;
    const options: RequestOptions = {
      method,
      headers: {
        accept: 'application/json',
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      agent: false,
      lookup: this.lookup,
      // The time limit covers everything, from the name lookup to the last byte.
      signal: AbortSignal.timeout(limitMs),
    };
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
        if (isLate) reject(new OutsideTimeoutError(`${url.host} did not answer within ${limitMs / 1_000} s`));
        else if (error instanceof OutsideFetchError) reject(error);
        else reject(new OutsideFetchError(`${url.host}: ${error.message}`));
      };
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (answer) => {
        read(answer).then(resolve, (error: Error) => {
          request.destroy();
          fail(error);
        });
      });
      request.on('error', fail).end(form ?? bytes);
    });
  }

  private readonly lookup: LookupFunction = (hostname, options, callback) => {
    (this.options.resolve ?? resolveBySystem)(hostname, (error, found) => {
      const [first] = found ?? [];
      if (error || first === undefined) return callback(error ?? new Error('no address'), '', 0);
      try {
        for (const { address } of found) this.assertReachable(address);
      } catch (refusal) {
        return callback(refusal as Error, '', 0);
      }
      if (options.all) callback(null, [...found]);
      else callback(null, first.address, first.family);
    });
  };
}

interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly form?: string;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

function parsed(url: URL, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OutsideFetchError(`${url.host} did not answer with JSON`);
  }
}

async function readText(answer: IncomingMessage): Promise<string> {
  const { statusCode = 0 } = answer;
  if (statusCode >= 300 && statusCode < 400)
    throw new OutsideFetchError(`answered ${statusCode}, a redirect, which is not followed`);
  if (statusCode !== 200) throw new OutsideFetchError(`answered ${statusCode}`);
  return readAll(answer);
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMIT_BYTES) throw new OutsideFetchError('answered with too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads a password: from a pipe as it is, from a terminal without showing it, twice. */
import { createInterface } from 'node:readline';
import { addAbortSignal, Writable } from 'node:stream';
import { ApiError } from '../base/errors';

/** Throws ApiError if the two passwords typed differ or none was typed; AbortError if waiting for a pipe is stopped. */
export async function readPassword(signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) return readPipe(signal);
  const first = await ask('Password: ', signal);
  if (first !== (await ask('The same password again: ', signal))) {
    throw new ApiError('request.invalid', { sentence: 'The two passwords are different. Nothing was changed.' });
  }
  return first;
}

async function readPipe(signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of addAbortSignal(signal, process.stdin)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** Typed text is not shown. */
function ask(question: string, signal: AbortSignal): Promise<string> {
  process.stdout.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const close = (): void => lines.close();
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', close);
    // The question is never answered after Ctrl+C, which is a key here, and after Ctrl+D.
    lines.once('close', () =>
      reject(new ApiError('request.invalid', { sentence: 'No password was entered. Nothing was changed.' })),
    );
    lines.question('', resolve);
  }).finally(() => {
    signal.removeEventListener('abort', close);
    lines.close();
    process.stdout.write('\n');
  });
}

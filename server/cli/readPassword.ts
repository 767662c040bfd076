/** Reads a password: from a pipe as it is, from a terminal without showing it, twice. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { ApiError } from '../base/errors';

/** Throws ApiError if the two passwords typed differ. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readPipe();
  const first = await ask('Password: ');
  if (first !== (await ask('The same password again: '))) {
    throw new ApiError('request.invalid', { sentence: 'The two passwords are different. Nothing was changed.' });
  }
  return first;
}

async function readPipe(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** Typed text is not shown. */
function ask(question: string): Promise<string> {
  process.stdout.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  return new Promise((resolve) =>
    lines.question('', (answer) => {
      lines.close();
      process.stdout.write('\n');
      resolve(answer);
    }),
  );
}

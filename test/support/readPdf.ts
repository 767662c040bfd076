/** What a viewer finds in PDFs. pdf.js is an ES module that tests cannot load, so it runs in a process of its own. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface ReadPdf {
  readonly title: string;
  readonly tagged: boolean;
  readonly pages: readonly {
    readonly text: string;
    readonly lang: string | null;
    readonly roles: readonly string[];
    readonly operators: number;
  }[];
}

const SCRIPT = path.join(__dirname, 'pdfReader.mjs');

/** One process for all PDFs of a test file, because loading pdf.js takes longest. It ends with this process. */
let reader: ChildProcess | undefined;

/** The answers, in the order of the requests. */
function read(names: readonly string[]): Promise<ReadPdf[]> {
  const child = (reader ??= startReader());
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      child.off('message', answered).off('exit', ended);
      done();
    };
    const answered = ({ of, found, problem }: Answer) => {
      if (of !== names[0]) return;
      settle(() => (found === undefined ? reject(new Error(problem)) : resolve(found)));
    };
    const ended = () => settle(() => reject(new Error('The reader of PDFs ended.')));
    child.on('message', answered).on('exit', ended);
    child.send(names);
  });
}

interface Answer {
  /** The first requested file. */
  readonly of: string;
  readonly found?: ReadPdf[];
  readonly problem?: string;
}

function startReader(): ChildProcess {
  const child = fork(SCRIPT, { execArgv: [] });
  child.unref();
  child.channel?.unref();
  return child;
}

export async function readPdfs(files: readonly Buffer[]): Promise<ReadPdf[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vms-pdf-'));
  try {
    const names = files.map((_, index) => path.join(folder, `${index}.pdf`));
    await Promise.all(files.map((file, index) => writeFile(names[index]!, file)));
    return await read(names);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

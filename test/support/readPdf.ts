/** What a viewer finds in PDFs. pdf.js comes as an ES module that tests cannot load, so it reads in a process of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

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

export async function readPdfs(files: readonly Buffer[]): Promise<ReadPdf[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vms-pdf-'));
  try {
    const names = files.map((_, index) => path.join(folder, `${index}.pdf`));
    await Promise.all(files.map((file, index) => writeFile(names[index]!, file)));
    const options = { maxBuffer: 64 * 1024 * 1024, timeout: 240_000 };
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...names], options);
    return JSON.parse(stdout) as ReadPdf[];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

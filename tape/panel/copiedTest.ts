/** The test that the panel copies: step by step if the app can be booted, otherwise one that replays the file. */
import type { App } from '../app';
import type { FlowsConfig } from '../cli/config';
import { importsFor, tapesFor, toTest } from '../cli/toTest';
import { linesOf, readTape, refuseCut } from '../read';

/** Where a test that replays the file reads it. */
export const readFrom = (file: string): string => `tapes/${file}`;

/** Throws TapeError for a file that is not a complete tape, or has the last minutes only. */
export async function copiedTest(
  app: App | undefined,
  test: FlowsConfig['test'],
  file: string,
  text: string,
): Promise<string> {
  const name = file.replace(/\.tape\.jsonl$/, '');
  const { header, entries } = readTape(name, linesOf(text));
  refuseCut(name, header);
  if (app) return toTest({ app, folder: '.', ...(test && { test }) }, name, header, [...entries]);
  return `import { readFileSync } from 'node:fs';
import { linesOf, play, readTape } from '${tapesFor(test ?? {})}';
${importsFor(test ?? {})}
it(${JSON.stringify(name)}, async () => {
  const text = readFileSync(${JSON.stringify(readFrom(file))}, 'utf8');
  expect(await play(app, readTape(${JSON.stringify(name)}, linesOf(text)))).toFinish();
});
`;
}

/** The test that the panel copies: step by step if the app can be booted, otherwise one that replays the file. */
import type { App } from '../app';
import type { FlowsConfig } from '../cli/config';
import { importsFor, toTest } from '../cli/toTest';
import { linesOf, readTape } from '../read';

/** Throws TapeError for a file that is not a complete tape. */
export async function copiedTest(
  app: App | undefined,
  test: FlowsConfig['test'],
  file: string,
  text: string,
): Promise<string> {
  const name = file.replace(/\.tape\.jsonl$/, '');
  const { header, entries } = readTape(name, linesOf(text));
  if (app && !header.cut) return toTest({ app, folder: '.', ...(test && { test }) }, name, header, [...entries]);
  return `import { readFileSync } from 'node:fs';
import { linesOf, play, readTape } from 'saga-tapes';
${importsFor(test ?? {})}
it(${JSON.stringify(name)}, async () => {
  const text = readFileSync(${JSON.stringify(`tapes/${file}`)}, 'utf8');
  expect(await play(app, readTape(${JSON.stringify(name)}, linesOf(text)))).toFinish();
});
`;
}

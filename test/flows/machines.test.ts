/** The machines that tapes know are those that run in sagas. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { devtoolsApp } from '../../sagas/app/devtoolsApp';

const FOLDER = join(process.cwd(), 'sagas');

it('every machine that a saga runs, and no other, is described to tapes', () => {
  const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.saga.ts'))
    .map((file) => readFileSync(join(FOLDER, file), 'utf8'));
  const running = sources.flatMap((source) =>
    [...source.matchAll(/runMachine(?:<typeof (\w+)>)?, \{/g)].map(([call, machine]) => machine ?? call),
  );
  expect(running.sort()).toEqual(
    Object.values(devtoolsApp.machines)
      .map(({ id }) => `${id}Machine`)
      .sort(),
  );
});

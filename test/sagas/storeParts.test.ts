/** The parts of the store that join it later: each forgets what it knows when the session ends. */
import type { Reducer } from '@reduxjs/toolkit';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { machineMoved } from '../../sagas/base/runtime/machines.slice';

const FEATURES = path.resolve(__dirname, '../../sagas/features');
const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && /export const \w+Reducers\b/.test(readFileSync(path.join(FEATURES, file), 'utf8')),
);

const sessionEnded = machineMoved({
  machine: 'session',
  event: 'signOutRequested',
  projection: { value: 'signedOut', context: {}, tags: [], can: [], status: 'active' },
});

it('there are some', () => expect(files.length).toBeGreaterThan(20));

it.each(files)('%s leaves nothing to the next user', async (file) => {
  const module = (await import(path.join(FEATURES, file))) as Readonly<Record<string, unknown>>;
  const parts = Object.entries(module).filter(([name]) => name.endsWith('Reducers'));
  const reducers = parts.flatMap(([, part]) => Object.entries(part as Readonly<Record<string, Reducer<unknown>>>));
  expect(reducers.length).toBeGreaterThan(0);
  for (const [name, reducer] of reducers) {
    const atFirst = reducer(undefined, { type: 'started' });
    expect([name, reducer({ known: 'of the former user' }, sessionEnded)]).toEqual([name, atFirst]);
  }
});

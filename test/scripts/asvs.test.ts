/** docs/asvs.md makes no claim without naming its proof, and names only existing files. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const lines = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8').split('\n');
const rows = lines
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, id = '']) => /^\d+\.\d+\.\d+$/.test(id))
  .map(([, id = '', level = '', , state = '', evidence = '']) => ({ id, level, state, evidence }));
const filesOf = (evidence: string): string[] =>
  [...evidence.matchAll(/`([^`]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /^[\w.-]+(\/[\w.-]+)*\.\w+$/.test(name));

test('it has every requirement of both levels, once', () => {
  // As many as version 5.0.0 has.
  expect(['1', '2'].map((wanted) => rows.filter(({ level }) => level === wanted).length)).toEqual([70, 183]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test('its sums are those of its rows', () => {
  for (const state of ['met', 'partly', 'not', 'not applicable']) {
    const counted = ['1', '2'].map(
      (wanted) => rows.filter((row) => row.level === wanted && row.state === state).length,
    );
    const summed = lines
      .find((line) => line.startsWith(`| ${state} `))
      ?.match(/\d+/g)
      ?.map(Number);
    expect([state, summed]).toEqual([state, counted]);
  }
});

test('the named files exist', () => {
  const missing = rows.flatMap(({ id, evidence }) =>
    filesOf(evidence)
      .filter((name) => !existsSync(path.join(root, name)))
      .map((name) => `${id}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('each met requirement names a file, or the row above it does', () => {
  const unproven = rows.filter(
    ({ state, evidence }) => state === 'met' && filesOf(evidence).length === 0 && evidence !== 'the same files',
  );
  expect(unproven).toEqual([]);
});

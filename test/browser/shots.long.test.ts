/** Repeated screenshots of the parts page and the most used screens are identical. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { config } from '../flows/flows.config';
import { shots } from '../flows/shots/command';
import { builtPartsSubject } from '../flows/shots/parts';
import { screensSubject } from '../flows/shots/screens';
import { useWorld } from './support/world';

const world = useWorld();
const ROOT = path.join(__dirname, '../..');
const BUILD = path.join(ROOT, 'dist/public');
const pictures = mkdtempSync(path.join(tmpdir(), 'shots-'));
afterAll(() => rmSync(pictures, { recursive: true }));

const WITHIN_MS = 90 * 60_000;

it.each(['parts', 'screens'])(
  'the pictures of %s, 20 times',
  async (name) => {
    const others = {
      parts: builtPartsSubject(ROOT),
      screens: screensSubject(BUILD, path.join(pictures, 'screens.json'), (use) => use(world.product.url)),
    };
    const look = async (...words: string[]) => {
      let text = '';
      const options = { config, steps: {}, build: BUILD, pictures, others };
      await shots(options, [name, ...words], (more) => void (text += more));
      return text;
    };
    await look('--accept');
    for (let again = 0; again < 20; again += 1) expect(await look()).toMatch(/^\d+ pictures are as accepted\.\n$/);
  },
  WITHIN_MS,
);

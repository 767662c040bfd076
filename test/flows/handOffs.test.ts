/** Tapes of signing on to other services contain nothing with which someone else could do so. */
import { play, readTape, linesOf } from '../../tape';
import { app } from '../support/flows/app';
import { recordFlow } from './library';
import { HAND_OFF_SECRETS, handOffFlows } from './library/handOffs.flows';

it.each(handOffFlows)('$name', async (script) => {
  const text = await recordFlow(script);
  expect(text).toContain('https://training.example.org/sso');
  expect(text).toContain('https://learn.example.org/in?redacted-query-1');
  for (const secret of Object.values(HAND_OFF_SECRETS)) expect(text).not.toContain(secret);
  const { divergence } = await play(app, readTape(script.name, linesOf(text)));
  expect(divergence).toBeNull();
});

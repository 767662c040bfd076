/** Which figures replace the recorded ones. */
import { measure } from './measure';
import { skipped, type Row } from './row';

const FIGURE: Row = { ...skipped('start.first', 'first start', '< 20 s', ''), verdict: 'ok' };
const options = { rounds: 7, chromium: undefined, note: () => undefined };

test.each([
  ['recorded', 7, [FIGURE], true],
  ['not recorded with fewer rounds', 6, [FIGURE], false],
  ['not recorded if nothing could be measured', 7, [skipped('start.first', 'first start', '-', 'no disk')], false],
])('what was measured is %s', async (_what, rounds, rows, isRecorded) => {
  const section = () => Promise.resolve(rows);
  expect(await measure('start', section, { ...options, rounds })).toEqual({ rows, isRecorded });
});

test('a section that fails is shown as wrong with its reason, and its recorded figures stay', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const section = () => Promise.reject(new Error('no space left on the disk\nand more'));
  expect(await measure('start', section, options)).toEqual({
    rows: [expect.objectContaining({ id: 'start', verdict: 'WRONG', reason: 'no space left on the disk' })],
    isRecorded: false,
  });
  expect(said).toHaveBeenCalledTimes(1);
});

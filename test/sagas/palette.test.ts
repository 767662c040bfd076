/** The records among the choices of the palette while the user types on. */
import { paletteOpened } from '../../sagas/features/palette/palette.intents';
import { selectPaletteView } from '../../sagas/features/palette/palette.selectors';
import { paletteTyped } from '../../sagas/features/palette/palette.slice';
import { inShell, json } from '../support/inShell';

const job = (number: number, place: string) => {
  const id = `d0000000-0000-4000-8000-0000000${number}`;
  return { kind: 'job', id, row: { id, number, facility: place } };
};
const FIRST = job(10_001, '23 Hill Street');
const OTHER = job(10_023, 'Lakeside');

async function palette() {
  let found = [FIRST, OTHER];
  const { tab, dispatch, clock } = await inShell({ answers: { recordsFound: () => json({ records: found }) } });
  await dispatch(paletteOpened(), 500);
  const records = () =>
    selectPaletteView(tab.state())
      ?.groups.find(({ title }) => title === 'Records')
      ?.choices.map(({ label }) => label) ?? [];
  return {
    records,
    type: (text: string, ms: number) => dispatch(paletteTyped({ text }), ms),
    async answered(answer: typeof found) {
      found = answer;
      await clock.advance(300);
      return records();
    },
  };
}

describe('the records of the palette', () => {
  it('found for an earlier text, and without the new one in their names, cannot be chosen', async () => {
    const { type, records, answered } = await palette();
    await type('100', 300);
    expect(records()).toEqual(['Job 10001', 'Job 10023']);
    await type('23', 50);
    expect(records()).toEqual([]);
    expect(await answered([OTHER])).toEqual(['Job 10023']);
  });

  it('stay while the text is completed that they begin with', async () => {
    const { type, records, answered } = await palette();
    await type('100', 300);
    await type('1002', 50);
    expect(records()).toEqual(['Job 10023']);
    expect(await answered([OTHER])).toEqual(['Job 10023']);
  });

  it('that the server found are shown whatever their names are', async () => {
    const { type, records } = await palette();
    await type('Hill', 300);
    expect(records()).toEqual(['Job 10001', 'Job 10023']);
  });
});

import { CallFailed } from '../../machines/failure';
import { preferencesMachine } from '../../machines/preferences/preferences.machine';
import type { PreferenceGroups } from '../../machines/preferences/changedRecords';
import { assertComplete, exploreMachine } from '../support/exploreMachine';
import { preference } from '../support/preference';

const groups = (notification: boolean): PreferenceGroups => [
  { categoryCode: 'JOB', subCategories: [preference({ notification })] },
];

it('every transition of the preferences machine is executed, and every state can be left', async () => {
  const unreachable = new CallFailed({ kind: 'unreachable' });
  const explored = await exploreMachine(preferencesMachine, {
    input: undefined,
    events: [
      ...['OPEN', 'RETRY', 'SAVE', 'CLOSE', 'KEEP', 'DISCARD'].map((type) => ({ type })),
      { type: 'CHANGE', draft: groups(false) },
      { type: 'CHANGE', draft: groups(true) },
    ] as never,
    outcomes: { loadPreferences: [groups(true), unreachable], savePreferences: [undefined, unreachable] },
    actions: ['announceSaved'],
    facet: ({ saved, draft, failure }: { saved: unknown; draft: PreferenceGroups | null; failure: unknown }) => [
      saved === null,
      draft?.[0]?.subCategories[0]?.notification,
      failure === null,
    ],
  });
  assertComplete(explored);
});

import { CallFailed } from '../../machines/failure';
import {
  preferencesMachine,
  SaveUnanswered,
  type PreferencesContext,
} from '../../machines/preferences/preferences.machine';
import type { Preference, PreferenceGroups } from '../../machines/preferences/changedRecords';
import { assertComplete, exploreMachine } from '../support/exploreMachine';
import { preference } from '../support/preference';
import { drive } from '../support/pureMachine';

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
    outcomes: {
      loadPreferences: [groups(true), unreachable],
      savePreferences: [undefined, unreachable, new SaveUnanswered({ kind: 'unreachable' })],
    },
    actions: ['announceSaved'],
    facet: ({ saved, draft, failure }: PreferencesContext) => [
      saved?.[0]?.subCategories[0]?.notification,
      draft?.[0]?.subCategories[0]?.notification,
      failure === null,
    ],
  });
  assertComplete(explored);
});

const rows = (...subCategories: readonly Preference[]): PreferenceGroups => [
  { categoryCode: 'JOB', subCategories: [...subCategories] },
];

it('saves the changed flags only, so that what was changed elsewhere stays', () => {
  const loaded = [preference(), preference({ subCategoryCode: 'JOB_CLOSED', emailNotification: true })] as const;
  const [updated, closed] = loaded;
  const run = drive(preferencesMachine, undefined)
    .send({ type: 'OPEN' })
    .answer('loadPreferences', rows(...loaded));
  const sent = (...draft: readonly Preference[]) => {
    run.send({ type: 'CHANGE', draft: rows(...draft) }, { type: 'SAVE' });
    const { started } = run;
    run.answer('savePreferences', new CallFailed({ kind: 'unreachable' }));
    return started;
  };
  const records = (...each: readonly object[]) => [['savePreferences', { records: each }]];
  expect(sent({ ...updated, emailNotification: true }, closed)).toEqual(
    records({ subCategoryCode: 'JOB_UPDATED', emailNotification: true }),
  );
  expect(
    sent(
      { ...updated, mobileNotification: true, allNotification: true },
      { ...closed, notification: false, emailNotification: false },
    ),
  ).toEqual(
    records(
      { subCategoryCode: 'JOB_UPDATED', mobileNotification: true, allNotification: true },
      { subCategoryCode: 'JOB_CLOSED', notification: false, emailNotification: false },
    ),
  );
});

it('changes may be saved once an attempt got no answer, until they are saved or the dialog is closed', () => {
  const busy = { kind: 'unavailable', retryAt: null } as const;
  const run = drive(preferencesMachine, undefined).send({ type: 'OPEN' }).answer('loadPreferences', groups(true));
  const fail = (error: CallFailed) => {
    run.send({ type: 'CHANGE', draft: groups(false) }, { type: 'SAVE' }).answer('savePreferences', error);
    return [run.value, run.context.failure, run.context.mayBeSaved];
  };
  expect(fail(new CallFailed(busy))).toEqual(['editing', busy, false]);
  expect(fail(new SaveUnanswered({ kind: 'timedOut' }))).toEqual(['editing', { kind: 'timedOut' }, true]);
  expect(fail(new CallFailed(busy))).toEqual(['editing', busy, true]);
  run.send({ type: 'CLOSE' }, { type: 'DISCARD' });
  expect([run.value, run.context.mayBeSaved]).toEqual(['closed', false]);
});

describe('after a save without an answer', () => {
  const JOBS = [preference(), preference({ subCategoryCode: 'JOB_CLOSED', emailNotification: true })] as const;
  const [updated, closed] = JOBS;
  const unanswered = () =>
    drive(preferencesMachine, undefined)
      .send({ type: 'OPEN' })
      .answer('loadPreferences', rows(...JOBS))
      .send({ type: 'CHANGE', draft: rows(updated, { ...closed, emailNotification: false }) }, { type: 'SAVE' })
      .answer('savePreferences', new SaveUnanswered({ kind: 'unreachable' }))
      .send({ type: 'CHANGE', draft: rows(...JOBS) });

  it('what was sent is saved when it is set back, alone or with other changes, and nothing else is', () => {
    const back = { subCategoryCode: 'JOB_CLOSED', emailNotification: true };
    expect(unanswered().send({ type: 'SAVE' }).started).toEqual([['savePreferences', { records: [back] }]]);
    const other = { type: 'CHANGE', draft: rows({ ...updated, allNotification: true }, closed) } as const;
    expect(unanswered().send(other, { type: 'SAVE' }).started).toEqual([
      ['savePreferences', { records: [{ subCategoryCode: 'JOB_UPDATED', allNotification: true }, back] }],
    ]);
  });

  it('closing asks also when everything is set back, and also after a later save that was refused', () => {
    expect(unanswered().send({ type: 'CLOSE' }).value).toBe('asking');
    const run = unanswered()
      .send({ type: 'SAVE' })
      .answer('savePreferences', new CallFailed({ kind: 'unauthorized' }));
    expect(run.send({ type: 'CLOSE' }).value).toBe('asking');
  });

  it('the preferences are known again once they are loaded', () => {
    const run = unanswered().send({ type: 'CLOSE' }, { type: 'DISCARD' }, { type: 'OPEN' });
    run.answer('loadPreferences', rows(...JOBS)).send({ type: 'SAVE' });
    expect([run.value, run.send({ type: 'CLOSE' }).value]).toEqual(['editing', 'closed']);
  });
});

/** Following and muting from a row, a record and the notification delivery page. */
import { MAIL_MODES, FOLLOW_MODES, type FollowMode } from '../../contract/notifications/channels.endpoints';
import { followEnded } from '../../sagas/features/channels/channels.slice';
import { followsOpened } from '../../sagas/features/follows/follows.intents';
import {
  followChosen,
  followsClosed,
  selectFollows,
  selectFollowsOf,
} from '../../sagas/features/follows/follows.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { followText } from '../../sagas/features/follows/follows.rules';
import { apiError, ok } from '../support/scriptedServer';
import { PAGE, LAKESIDE, CHANNELS, openAt } from '../support/channelsPage';

const JOB = `job:${LAKESIDE}`;
const BUSY = apiError(503, 'service.unavailable');

it('follows and mutes are listed in words, and can be ended', async () => {
  const follows = [
    { subject: JOB, label: 'Job 1042', mode: 'FOLLOW' },
    { subject: 'kind:OFFER_MADE', label: 'Offer Made', mode: 'MUTE' },
  ] as const;
  const { act, shown, sentTo } = await openAt(PAGE, {
    notificationChannels: ok({ ...CHANNELS, follows }),
    setFollow: ok({}),
  });
  expect(shown().follows.map(({ label, text }) => [label, text])).toEqual([
    ['Job 1042', 'You get everything about this job, including what is muted elsewhere.'],
    ['Offer Made', expect.stringMatching(/^You get nothing about notifications of this kind, except what is required/)],
  ]);
  await act(followEnded({ subject: JOB }));
  expect(sentTo('setFollow').map(({ body }) => body)).toEqual([{ subject: JOB, mode: null }]);
});

describe('following from a row or a record', () => {
  const of = { notificationId: LAKESIDE };
  const choices = [
    { subject: JOB, label: 'Job 1042', mode: null },
    { subject: 'kind:OFFER_MADE', label: 'Offer Made', mode: 'MUTE' },
  ] as const;

  it('shows the current choice, sets a new one immediately and explains its effect', async () => {
    const { act, tab, sentTo } = await openAt('/vms/dashboard', { followChoices: ok({ choices }), setFollow: ok({}) });
    const shown = () => selectFollows(tab.state());
    await act(followsOpened(of));
    expect(sentTo('followChoices').map(({ body }) => body)).toEqual([of]);
    expect([selectFollowsOf(tab.state()), shown().choices?.map(({ label }) => label)]).toEqual([
      `notification:${LAKESIDE}`,
      ['Job 1042', 'Offer Made'],
    ]);
    await act(followChosen({ subject: JOB, mode: 'FOLLOW' }), followChosen({ subject: JOB, mode: 'FOLLOW' }));
    expect(sentTo('setFollow').map(({ body }) => body)).toEqual([{ subject: JOB, mode: 'FOLLOW' }]);
    expect(shown().choices?.[0]?.text).toBe('You get everything about this job, including what is muted elsewhere.');
    await act(followsClosed());
    expect(selectFollowsOf(tab.state())).toBeNull();
  });

  it('reverts what the server refuses, with the reason', async () => {
    const { act, notices, tab } = await openAt('/vms/dashboard', {
      followChoices: ok({ choices }),
      setFollow: BUSY,
    });
    await act(followsOpened(of));
    await act(followChosen({ subject: JOB, mode: 'MUTE' }));
    const { choices: now, error } = selectFollows(tab.state());
    expect([now?.[0]?.mode, error]).toEqual([null, expect.stringMatching(/^That was not saved\. /)]);
    expect(notices()).toEqual([]);
  });

  it('sends a choice again whose answer is lost', async () => {
    const { act, after, notices, script, sentTo, tab } = await openAt('/vms/dashboard', {
      followChoices: ok({ choices }),
      setFollow: 'unreachable',
    });
    await act(followsOpened(of));
    await act(followChosen({ subject: JOB, mode: 'MUTE' }));
    script.respond('setFollow', ok({}));
    await after(1_000);
    expect(sentTo('setFollow').map(({ body }) => body?.['mode'])).toEqual(['MUTE', 'MUTE']);
    const { choices: now, error } = selectFollows(tab.state());
    expect([now?.[0]?.mode, error, notices()]).toEqual(['MUTE', null, []]);
  });

  it('a choice that gets no answer may have been saved, and is not denied', async () => {
    const { act, after, notices, sentTo, tab } = await openAt('/vms/dashboard', {
      followChoices: ok({ choices }),
      setFollow: 'unreachable',
    });
    await act(followsOpened(of));
    await act(followChosen({ subject: JOB, mode: 'MUTE' }));
    await after(2_000);
    const { choices: now, error } = selectFollows(tab.state());
    expect([sentTo('setFollow').length, now?.[0]?.mode, error, notices()]).toEqual([
      2,
      null,
      'It is not known whether that was saved. The server cannot be reached. Check your connection and try again.',
      [],
    ]);
  });

  describe('with several choices for one subject in quick succession', () => {
    /** The choices are open, and saving one takes 300 ms. */
    const openSlow = async () => {
      const opened = await openAt('/vms/dashboard', { followChoices: ok({ choices }) });
      const { act, script, sentTo, tab } = opened;
      script.respond('setFollow', ok({}), 300);
      await act(followsOpened(of));
      return {
        ...opened,
        choose: (...modes: readonly (FollowMode | null)[]) =>
          modes.forEach((mode) => tab.store.dispatch(followChosen({ subject: JOB, mode }))),
        sent: () => sentTo('setFollow').map(({ body }) => body?.['mode']),
        mode: () => selectFollows(tab.state()).choices?.[0]?.mode,
        error: () => selectFollows(tab.state()).error,
      };
    };

    it('saves one at a time, and at last the last one', async () => {
      const { after, choose, sent, mode, error } = await openSlow();
      choose('FOLLOW', 'MUTE', null, 'MUTE');
      await after(100);
      expect([sent(), mode()]).toEqual([['FOLLOW'], 'MUTE']);
      await after(1_000);
      expect([sent(), mode(), error()]).toEqual([['FOLLOW', 'MUTE'], 'MUTE', null]);
    });

    it('shows the last one although an earlier one failed', async () => {
      const { after, script, choose, sent, mode, error } = await openSlow();
      script.respond('setFollow', BUSY, 300);
      choose('FOLLOW');
      await after(10);
      script.respond('setFollow', ok({}), 300);
      choose('MUTE');
      await after(1_000);
      expect([sent(), mode(), error()]).toEqual([['FOLLOW', 'MUTE'], 'MUTE', null]);
    });

    it('denies none of them if an earlier one may have been saved', async () => {
      const { after, script, choose, sent, mode, error } = await openSlow();
      script.respond('setFollow', 'unreachable', 300);
      choose('FOLLOW');
      await after(1_400);
      script.respond('setFollow', BUSY, 300);
      choose('MUTE');
      await after(1_000);
      expect([sent(), mode(), error()]).toEqual([
        ['FOLLOW', 'FOLLOW', 'MUTE'],
        null,
        expect.stringMatching(/^It is not known whether that was saved\. The service is busy/),
      ]);
    });

    it('returns to the one that was saved if the last one fails', async () => {
      const { after, script, choose, sent, mode, error } = await openSlow();
      choose('FOLLOW');
      await after(10);
      script.respond('setFollow', BUSY, 300);
      choose('MUTE');
      await after(1_000);
      expect([sent(), mode(), error()]).toEqual([
        ['FOLLOW', 'MUTE'],
        'FOLLOW',
        expect.stringMatching(/^That was not saved\. /),
      ]);
    });

    it('saves the last one although the choices were closed, and shows it when they are opened again', async () => {
      const { act, after, choose, sent, mode } = await openSlow();
      choose('FOLLOW', 'MUTE');
      await act(followsClosed());
      // The answer was read before the last one was saved.
      await act(followsOpened(of));
      await after(1_000);
      expect([sent(), mode()]).toEqual([['FOLLOW', 'MUTE'], 'MUTE']);
    });
  });

  it.each([
    ['closed', [followsClosed()]],
    ['closed and opened again', [followsClosed(), followsOpened(of)]],
    ['opened for something else', [followsOpened({ subject: 'facility:x' })]],
  ])('a choice that could not be saved is reported by a notice if the choices were %s', async (_, next) => {
    const { act, after, notices, script } = await openAt('/vms/dashboard', { followChoices: ok({ choices }) });
    script.respond('setFollow', BUSY, 300);
    await act(followsOpened(of));
    await act(followChosen({ subject: JOB, mode: 'MUTE' }), ...next);
    await after(1_000);
    expect(notices()).toEqual([
      'Your choice to follow or mute Job 1042 was not saved. The service is busy at the moment. Please wait a little and try again.',
    ]);
  });

  it('a choice that may have been saved is reported by a notice if the choices were closed', async () => {
    const { act, after, notices } = await openAt('/vms/dashboard', {
      followChoices: ok({ choices }),
      setFollow: 'unreachable',
    });
    await act(followsOpened(of));
    await act(followChosen({ subject: JOB, mode: 'MUTE' }), followsClosed());
    await after(2_000);
    expect(notices()).toEqual([
      'It is not known whether your choice to follow or mute Job 1042 was saved. The server cannot be reached. Check your connection and try again.',
    ]);
  });

  it('a choice that could not be saved is reported beside it where the choices stay on screen on another page', async () => {
    const { act, after, notices, script, tab } = await openAt('/vms/dashboard', { followChoices: ok({ choices }) });
    script.respond('setFollow', BUSY, 300);
    await act(followsOpened(of));
    await act(followChosen({ subject: JOB, mode: 'MUTE' }), navigateRequested({ to: '/vms/jobs' }));
    await after(1_000);
    // A fault of the other page would end saving, too.
    expect(tab.faults).toEqual([]);
    expect([selectFollows(tab.state()).error, notices()]).toEqual([
      expect.stringMatching(/^That was not saved\. /),
      [],
    ]);
  });

  it('an answer for a row that is no longer open is not shown', async () => {
    const { act, tab, script } = await openAt('/vms/dashboard', { followChoices: ok({ choices }) });
    await act(followsOpened(of));
    await act(followsClosed());
    script.respond('followChoices', ok({ choices }), 300);
    await act(followsOpened(of), followsOpened({ subject: 'facility:x' }), followsClosed());
    expect(selectFollows(tab.state()).choices).toBeNull();
  });
});

it('every choice for every subject has a message', () => {
  for (const mode of [...FOLLOW_MODES, null])
    for (const kind of [
      'job',
      'candidate',
      'submission',
      'assignment',
      'document',
      'timesheet',
      'invoice',
      'facility',
      'supplier',
      'kind',
    ])
      expect(followText(`${kind}:x`, mode)).toMatch(/^(You get|Your rules) .*\.$/);
  expect(MAIL_MODES.length).toBe(3);
});

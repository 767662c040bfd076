/**
 * The page of a sent broadcast: searching its recipients, reminders, its deadline, and what happens in the meantime.
 */
import { DateTime, SystemZone } from 'luxon';
import type { ResponseOf } from '../../contract/endpoints';
import { followUpsOf, selectBroadcastPage } from '../../sagas/features/admin/broadcasts/broadcast.selectors';
import {
  deadlineOpened,
  deadlineSubmitted,
  receiptsRequested,
  recipientsChosen,
  recipientsSearched,
  reminderPressed,
} from '../../sagas/features/admin/broadcasts/broadcast.slice';
import { remindedText } from '../../sagas/features/admin/broadcasts/followUp.saga';
import { recordsChanged } from '../../sagas/features/realtime/realtime.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { openAdmin } from '../support/adminTab';
import { SENT_BROADCAST } from '../support/sentBroadcast';
import { apiError, ok, type Reply } from '../support/scriptedServer';

type Broadcast = ResponseOf<'broadcast'>;

const PERSON = {
  ...{ name: 'Ada Quinn', userName: 'ada.quinn', organizationName: 'Lakeside' },
  ...{ shownAt: null, remindedAt: null, acceptedAt: null },
};
const RECIPIENTS = { recipients: 3, accepted: 1, found: 3, rows: [PERSON] };
const NO_ONE = { ...RECIPIENTS, found: 0, rows: [] };

const open = (answers: Parameters<typeof openAdmin>[1] = {}, path = '/vms/admin/broadcasts/b1') =>
  openAdmin(path, { broadcast: ok(SENT_BROADCAST), broadcastRecipients: ok(RECIPIENTS), ...answers });
type Opened = Awaited<ReturnType<typeof open>>;
const searchOf = ({ tab }: Opened) => tab.history().at(-1)?.search;
const queries = ({ sentTo }: Opened) => sentTo('broadcastRecipients').map(({ query }) => query);

test.each<[string, Partial<Broadcast>, readonly string[]]>([
  ['sent, some waiting', {}, ['reminder', 'deadline', 'receipts']],
  ['sent, all accepted', { waiting: 0 }, ['deadline', 'receipts']],
  ['overdue', { escalatedAt: '2026-11-21T10:00:00.000Z' }, ['reminder', 'receipts']],
  ['ended', { status: 'ENDED' }, ['receipts']],
  ['scheduled', { status: 'SCHEDULED', waiting: 0 }, ['deadline']],
  ['cancelled', { status: 'CANCELLED', waiting: 0 }, []],
])('%s: possible actions', (_name, facts, expected) => {
  expect(followUpsOf({ ...SENT_BROADCAST, ...facts })).toEqual(expected);
});

test.each([
  [0, 'Everyone has accepted it in the meantime, so no reminders were sent.'],
  [1, 'One person was reminded.'],
  [1_204, '1,204 people were reminded.'],
])('a reminder to %i recipients shows their number', (people, text) => {
  expect(remindedText(people)).toBe(text);
});

it('the search starts after a pause in typing, from the first page, and is in the address', async () => {
  const opened = await open();
  const { tab, act, after } = opened;
  await act(recipientsChosen({ show: 'waiting', page: 1 }));
  expect([queries(opened).at(-1), searchOf(opened)]).toEqual([{ page: 1, accepted: false }, '?show=waiting&page=2']);
  const before = queries(opened).length;
  tab.store.dispatch(recipientsSearched({ words: 'su' }));
  await after(200);
  await act(recipientsSearched({ words: 'summit ' }));
  expect(queries(opened).slice(before)).toEqual([{ page: 0, accepted: false, q: 'summit' }]);
  expect(searchOf(opened)).toBe('?show=waiting&q=summit');
  await act(recipientsChosen({ show: 'all' }));
  expect([searchOf(opened), queries(opened).at(-1)]).toEqual(['?q=summit', { page: 0, q: 'summit' }]);
  await act(recipientsChosen({ words: '' }));
  expect(searchOf(opened)).toBe('');
  expect(tab.faults).toEqual([]);
});

it('a page past the last one leads to the first, in the place of its address', async () => {
  const opened = await open();
  const { tab, script, act } = opened;
  await act(recipientsChosen({ show: 'waiting' }));
  script.respond('broadcastRecipients', ok(NO_ONE));
  const entries = tab.history().length;
  await act(recipientsChosen({ page: 7 }));
  expect(queries(opened).slice(-2)).toEqual([
    { page: 7, accepted: false },
    { page: 0, accepted: false },
  ]);
  expect([searchOf(opened), tab.history().length]).toEqual(['?show=waiting', entries + 1]);
  // Now no one is waiting.
  expect(selectBroadcastPage(tab.state())).toMatchObject({ page: 0, rows: [], stale: false, loading: false });
  expect(tab.faults).toEqual([]);
});

it('acceptances are shown within a second, many together, and those of other broadcasts cause no requests', async () => {
  const opened = await open();
  const { tab, act, after } = opened;
  for (let index = 0; index < 20; index += 1) tab.store.dispatch(recordsChanged({ ids: ['b1'] }));
  await after(1_000);
  expect(queries(opened)).toHaveLength(2);
  await act(recordsChanged({ ids: ['b2'] }));
  expect(queries(opened)).toHaveLength(2);
  // The page stays subscribed.
  await after(20_000);
  expect(queries(opened).length).toBeGreaterThan(2);
});

it.each<[string, Partial<Broadcast>]>([
  ['sent', { status: 'SENT' }],
  ['cancelled', { status: 'CANCELLED', sentAt: null }],
])('the page of a scheduled broadcast that is %s meanwhile shows it within a second', async (_name, facts) => {
  const scheduled: Broadcast = { ...SENT_BROADCAST, status: 'SCHEDULED', sentAt: null, accepted: 0, waiting: 0 };
  const { tab, script, act, after } = await open({ broadcast: ok(scheduled) });
  expect(selectBroadcastPage(tab.state())?.broadcast).toEqual(scheduled);
  const changed = { ...scheduled, ...facts };
  script.respond('broadcast', ok(changed));
  await act(recordsChanged({ ids: ['b1'] }));
  await after(500);
  expect(selectBroadcastPage(tab.state())?.broadcast).toEqual(changed);
  expect(tab.faults).toEqual([]);
});

it('a double click reminds once, and after a lost answer the same request is sent again', async () => {
  const { tab, script, act, bodies, notices } = await open({ remindBroadcast: 'unreachable' });
  await act(reminderPressed());
  expect(notices().at(-1)).toBe(
    'No answer arrived, so the reminders may or may not have been sent. Please try again: they are sent only once.',
  );
  script.respond('remindBroadcast', ok({ people: 2, remindedAt: '2026-11-21T10:00:00.000Z' }), 200);
  tab.store.dispatch(reminderPressed());
  await act(reminderPressed());
  const sent = bodies('remindBroadcast');
  expect([sent.length, new Set(sent.map((body) => JSON.stringify(body))).size]).toEqual([2, 1]);
  expect(notices().at(-1)).toBe('2 people were reminded.');
  script.respond('remindBroadcast', apiError(409, 'conflict', { errorMessage: 'They were reminded at 10:00 AM.' }));
  await act(reminderPressed());
  expect(bodies('remindBroadcast').at(-1)).not.toEqual(sent[0]);
  expect(notices().at(-1)).toBe('No reminders were sent. They were reminded at 10:00 AM.');
  expect(selectBroadcastPage(tab.state())?.busy).toEqual([]);
  expect(tab.faults).toEqual([]);
});

it.each<[string, Reply, RegExp]>([
  [
    'a proxy',
    { status: 502, body: '<html></html>', retryAfterSeconds: null },
    /^No answer arrived, so .* may or may not/,
  ],
  ['the server, illegibly,', ok({}), /^No answer arrived, so .* may or may not/],
  [
    'the server, which is too busy,',
    apiError(503, 'service.unavailable'),
    /^No reminders were sent\. The service is busy/,
  ],
])('if %s answers a reminder, the notice shows what is known, and the same request is sent again', async (...row) => {
  const [, remindBroadcast, sentence] = row;
  const { act, bodies, notices } = await open({ remindBroadcast });
  await act(reminderPressed());
  expect(notices().at(-1)).toMatch(sentence);
  await act(reminderPressed());
  const [first, second] = bodies('remindBroadcast');
  expect(second).toEqual(first);
});

it('a refused deadline shows why and keeps the form open; a saved one closes it', async () => {
  const refused: Reply = apiError(400, 'request.invalid', { errorMessage: 'The deadline has passed.' });
  const { tab, script, act, bodies } = await open({ setBroadcastDeadline: refused });
  await act(deadlineSubmitted({ acceptBy: '2001-01-01T10:00', escalateTo: ['SENDERS'], replaces: null }));
  expect(selectBroadcastPage(tab.state())).toMatchObject({
    deadlineError: 'The deadline was not saved. The deadline has passed.',
    deadlinesSaved: 0,
    busy: [],
  });
  script.respond('setBroadcastDeadline', ok({ entityId: 'b1', status: 'SENT', recipients: 3 }));
  await act(deadlineSubmitted({ acceptBy: '2027-01-05T10:00', escalateTo: ['SENDERS'], replaces: null }));
  await act(deadlineSubmitted({ acceptBy: '', escalateTo: ['SENDERS'], replaces: null }));
  expect(bodies('setBroadcastDeadline').slice(1)).toEqual([
    { acceptBy: expect.stringMatching(/^2027-01-0\dT\d\d:\d\d:00\.000Z$/), escalateTo: ['SENDERS'], replaces: null },
    { acceptBy: null, escalateTo: [], replaces: null },
  ]);
  expect(selectBroadcastPage(tab.state())).toMatchObject({ deadlineError: null, deadlinesSaved: 2 });
  await act(deadlineSubmitted({ acceptBy: 'soon', escalateTo: [], replaces: null }));
  expect(selectBroadcastPage(tab.state())?.deadlineError).toMatch(
    /^The deadline was not saved\. This time does not exist/,
  );
});

it('a deadline that someone else has changed since the form was opened is not replaced, and the newer one is loaded', async () => {
  const conflict = apiError(409, 'conflict', { errorMessage: 'This deadline has changed since you opened it.' });
  const [seen, newer] = ['2027-01-05T15:00:00.000Z', '2027-02-05T15:00:00.000Z'];
  const { tab, script, act, bodies } = await open({
    broadcast: ok({ ...SENT_BROADCAST, acceptBy: newer }),
    setBroadcastDeadline: conflict,
  });
  const wall = DateTime.fromISO(seen).toFormat("yyyy-MM-dd'T'HH:mm");
  script.respond('broadcast', ok({ ...SENT_BROADCAST, acceptBy: newer, waiting: 1 }));
  await act(deadlineSubmitted({ acceptBy: wall, escalateTo: ['ADMINISTRATORS'], replaces: seen }));
  expect(bodies('setBroadcastDeadline')).toEqual([{ acceptBy: seen, escalateTo: ['ADMINISTRATORS'], replaces: seen }]);
  expect(selectBroadcastPage(tab.state())).toMatchObject({
    deadlineError: 'The deadline was not saved. This deadline has changed since you opened it.',
    deadlinesSaved: 0,
    waiting: 1,
  });
});

it('a deadline without an answer may have been saved: the message says so, and the broadcast is loaded again', async () => {
  const { tab, act, sentTo } = await open({ setBroadcastDeadline: 'unreachable' });
  const before = sentTo('broadcast').length;
  await act(deadlineSubmitted({ acceptBy: '2027-01-05T10:00', escalateTo: ['SENDERS'], replaces: null }));
  expect(selectBroadcastPage(tab.state())?.deadlineError).toBe(
    'No answer arrived, so the deadline may or may not have been saved. Save it again to be sure.',
  );
  expect(sentTo('broadcast')).toHaveLength(before + 1);
});

describe('a deadline whose save got no answer', () => {
  const CHANGED = 'This deadline has changed since you opened it.';
  const [FIRST, SECOND, THIRD] = ['2027-01-05T15:00:00.000Z', '2027-01-06T15:00:00.000Z', '2027-01-07T15:00:00.000Z'];
  const submitted = (at: string | null) =>
    deadlineSubmitted({
      acceptBy: at === null ? '' : DateTime.fromISO(at).toFormat("yyyy-MM-dd'T'HH:mm"),
      escalateTo: ['SENDERS'],
      // The form stays open.
      replaces: '2027-01-04T15:00:00.000Z',
    });

  /** A server that replaces only the deadline that is named. What is `lost` is saved, what is `down` never arrives. */
  async function unanswered(first: string | null) {
    const opened = await open();
    const { script, act, tab } = opened;
    const stored: { acceptBy: string | null } = { acceptBy: '2027-01-04T15:00:00.000Z' };
    const line: { is: 'up' | 'lost' | 'down' } = { is: 'lost' };
    script.respond('setBroadcastDeadline', ({ body }) => {
      const { acceptBy, replaces } = body as { readonly [name in 'acceptBy' | 'replaces']: string | null };
      if (line.is === 'down') return 'unreachable';
      const isReplaced = [replaces, acceptBy].includes(stored.acceptBy);
      if (isReplaced) stored.acceptBy = acceptBy;
      if (line.is === 'lost') return 'unreachable';
      const conflict = apiError(409, 'conflict', { errorMessage: CHANGED });
      return isReplaced ? ok({ entityId: 'b1', status: 'SENT', recipients: 3 }) : conflict;
    });
    await act(submitted(first));
    expect(stored.acceptBy).toBe(first);
    line.is = 'up';
    return { ...opened, stored, line, page: () => selectBroadcastPage(tab.state()) };
  }

  it.each([FIRST, null])('(%s) is replaced by another one that is saved then', async (first) => {
    const { act, stored, page } = await unanswered(first);
    await act(submitted(SECOND));
    expect([stored.acceptBy, page()?.deadlinesSaved, page()?.deadlineError]).toEqual([SECOND, 1, null]);
  });

  it.each(['lost', 'down'] as const)('may be the first of two (the second is %s)', async (second) => {
    const { act, stored, line, page } = await unanswered(FIRST);
    line.is = second;
    await act(submitted(SECOND));
    line.is = 'up';
    await act(submitted(THIRD));
    expect([stored.acceptBy, page()?.deadlinesSaved]).toEqual([THIRD, 1]);
  });

  it('is not replaced if someone else has changed it since then', async () => {
    const { act, stored, page } = await unanswered(FIRST);
    stored.acceptBy = '2027-02-05T15:00:00.000Z';
    await act(submitted(SECOND));
    expect([stored.acceptBy, page()?.deadlineError]).toEqual([
      '2027-02-05T15:00:00.000Z',
      `The deadline was not saved. ${CHANGED}`,
    ]);
  });

  it('and that was replaced then is no longer taken for one’s own', async () => {
    const { act, stored, page } = await unanswered(FIRST);
    await act(submitted(SECOND));
    stored.acceptBy = FIRST;
    await act(submitted(THIRD));
    expect([stored.acceptBy, page()?.deadlineError]).toEqual([FIRST, `The deadline was not saved. ${CHANGED}`]);
  });
});

describe('while the deadline of one broadcast is being saved, another one', () => {
  const wanted = deadlineSubmitted({ acceptBy: '2027-01-05T10:00', escalateTo: ['SENDERS'], replaces: null });
  async function openBoth(answer: Reply) {
    const opened = await open();
    const { tab, script, act } = opened;
    const goTo = (entityId: string) => {
      script.respond('broadcast', ok({ ...SENT_BROADCAST, entityId }));
      return act(navigateRequested({ to: `/vms/admin/broadcasts/${entityId}` }));
    };
    script.respond('setBroadcastDeadline', answer, 3_000);
    await act(wanted);
    await goTo('b2');
    return { ...opened, goTo, page: () => selectBroadcastPage(tab.state()) };
  }

  it('saves its own, and neither shows the error of the first nor loses it', async () => {
    const refused = apiError(400, 'request.invalid', { errorMessage: 'The deadline has passed.' });
    const { script, act, after, goTo, page, sentTo } = await openBoth(refused);
    expect(page()).toMatchObject({ entityId: 'b2', busy: [] });
    script.respond('setBroadcastDeadline', ok({ entityId: 'b2', status: 'SENT', recipients: 3 }), 2_700);
    await act(wanted, wanted);
    expect(sentTo('setBroadcastDeadline').map(({ params }) => params?.['entityId'])).toEqual(['b1', 'b2']);
    await after(1_600);
    expect(page()).toMatchObject({ busy: ['deadline'], deadlineError: null, deadlinesSaved: 0 });
    await after(1_000);
    expect(page()).toMatchObject({ busy: [], deadlineError: null, deadlinesSaved: 1 });
    await goTo('b1');
    expect(page()).toMatchObject({
      deadlineError: 'The deadline was not saved. The deadline has passed.',
      deadlinesSaved: 0,
    });
    await act(deadlineOpened({ entityId: 'b1' }));
    expect(page()?.deadlineError).toBeNull();
  });

  it('keeps its form open when the first is saved', async () => {
    const { after, goTo, page } = await openBoth(ok({ entityId: 'b1', status: 'SENT', recipients: 3 }));
    await after(3_000);
    expect(page()?.deadlinesSaved).toBe(0);
    await goTo('b1');
    expect(page()?.deadlinesSaved).toBe(1);
  });
});

it.each(['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'])(
  'a deadline in the hour that clocks repeat stays at %s when only its recipients change',
  async (acceptBy) => {
    const zone = jest.spyOn(SystemZone.prototype, 'name', 'get').mockReturnValue('America/New_York');
    const answer = ok({ entityId: 'b1', status: 'SENT', recipients: 3 });
    const { act, bodies } = await open({
      broadcast: ok({ ...SENT_BROADCAST, acceptBy }),
      setBroadcastDeadline: answer,
    });
    await act(deadlineSubmitted({ acceptBy: '2026-11-01T01:30', escalateTo: ['SENDERS'], replaces: acceptBy }));
    await act(deadlineSubmitted({ acceptBy: '2026-11-01T01:45', escalateTo: ['SENDERS'], replaces: acceptBy }));
    expect(bodies('setBroadcastDeadline')).toEqual([
      { acceptBy, escalateTo: ['SENDERS'], replaces: acceptBy },
      { acceptBy: '2026-11-01T05:45:00.000Z', escalateTo: ['SENDERS'], replaces: acceptBy },
    ]);
    expect(zone).toHaveBeenCalled();
  },
);

it('receipts that fail to load show a message, and nothing stays busy', async () => {
  const { tab, act, notices } = await open({ broadcastReceipts: 'unreachable' });
  await act(receiptsRequested());
  expect(notices().at(-1)).toMatch(/^The document was not downloaded/);
  expect(selectBroadcastPage(tab.state())?.busy).toEqual([]);
});

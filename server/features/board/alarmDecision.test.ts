/** When an alarm rule is active and true, how often it is raised, and what it says. */
import type { WatchedCondition } from '../../../contract/board/alarms.endpoints';
import { alarmText } from '../../../contract/board/alarmTexts';
import { isRaised, raisedWithin, watchedMinutes } from './alarmDecision';
import { at, CONDITION, NOON } from '../../../test/support/watchedCondition';

describe('a rule', () => {
  test('is active on its days within its hours, in its zone', () => {
    const rule = { ...CONDITION, days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', timeZone: 'America/Chicago' };
    const minutes = (iso: string) => watchedMinutes(rule, new Date(iso));
    // In Chicago it is five hours earlier since the day before.
    expect(
      ['2026-03-09T12:59:00Z', '2026-03-09T13:00:00Z', '2026-03-09T22:59:00Z', '2026-03-09T23:00:00Z'].map(minutes),
    ).toEqual([null, 0, 599, null]);
    expect(minutes('2026-03-08T15:00:00Z')).toBeNull();
    expect(watchedMinutes(CONDITION, NOON)).toBe(Infinity);
    expect(watchedMinutes({ ...CONDITION, days: [1] }, NOON)).toBe(720);
  });

  test('is active without a break on adjoining days without hours', () => {
    const minutes = (days: number[], day: string) =>
      watchedMinutes({ ...CONDITION, days }, new Date(`${day}T12:00:00Z`));
    const workingDays = [1, 2, 3, 4, 5];
    expect(['2026-03-09', '2026-03-10', '2026-03-13', '2026-03-14'].map((day) => minutes(workingDays, day))).toEqual([
      720,
      2_160,
      6_480,
      null,
    ]);
    // Sunday is followed by Monday.
    expect([minutes([1, 6, 7], '2026-03-09'), minutes([1, 3, 7], '2026-03-11')]).toEqual([3_600, 720]);
  });

  test('compares strictly more than its limit, and silence counts from its start', () => {
    const ten = { ...CONDITION, count: 10 };
    expect([10, 11].map((found) => isRaised(ten, NOON, found))).toEqual([false, true]);
    const none = { ...CONDITION, condition: 'NONE_FOR', minutes: 120, from: '10:30', to: '18:00' } as const;
    expect([at(0), at(29), at(30)].map((moment) => isRaised(none, moment, 0))).toEqual([false, false, true]);
    expect(isRaised(none, at(30), 1)).toBe(false);
    expect(isRaised(none, at(361), 0)).toBe(false);
    const longest = { ...none, minutes: 449 };
    expect([at(358), at(359), at(360)].map((moment) => isRaised(longest, moment, 0))).toEqual([false, true, false]);
  });

  test('is raised once for each period in which it is true', () => {
    const times = [0, 1, 2, 200, 201, 202].map((minute) => at(minute).getTime());
    const two = { ...CONDITION, count: 2 };
    expect(raisedWithin(two, times, at(-60), at(400))).toEqual([at(2), at(202)]);
    const none = { ...CONDITION, condition: 'NONE_FOR', count: 0 } as const;
    expect(raisedWithin(none, times, at(0), at(300))).toEqual([at(62), at(262)]);
    expect(raisedWithin(two, [], at(-60), at(400))).toEqual([]);
  });

  test('stays one alarm while its condition flaps, until it was calm for long enough or is no longer active', () => {
    // More than one within two minutes: true from 1 to 2, from 11 to 12, and from 31 on.
    const times = [0, 1, 10, 11, 30, 31].map((minute) => at(minute).getTime());
    const rule = { ...CONDITION, count: 1, minutes: 2 };
    const raised = (calmMinutes: number, more: Partial<WatchedCondition> = {}) =>
      raisedWithin({ ...rule, calmMinutes, ...more }, times, at(-5), at(60)).map(
        (moment) => (moment.getTime() - NOON.getTime()) / 60_000,
      );
    expect([raised(0), raised(8), raised(9), raised(18), raised(19)]).toEqual([
      [1, 11, 31],
      [1, 11, 31],
      [1, 31],
      [1, 31],
      [1],
    ]);
    expect(raised(60, { from: '11:00', to: '12:12' })).toEqual([1]);
    expect(raised(60, { days: [2] })).toEqual([]);
  });

  test('about silence stays one alarm over midnight, and ends with the last of its days', () => {
    const silence = { condition: 'NONE_FOR', minutes: 120, calmMinutes: 5 } as const;
    const none = { ...CONDITION, ...silence, days: [1, 2, 3, 4, 5] };
    const raised = (times: readonly Date[]) =>
      raisedWithin(none, times.map(Number), new Date('2026-03-09T00:00:00Z'), new Date('2026-03-17T00:00:00Z'));
    const nextWeek = new Date('2026-03-16T02:00:00Z');
    expect(raised([new Date('2026-03-09T00:30:00Z')])).toEqual([new Date('2026-03-09T02:30:00Z'), nextWeek]);
    const wednesday = new Date('2026-03-11T09:00:00Z');
    expect(raised([new Date('2026-03-09T00:30:00Z'), wednesday])).toEqual([
      new Date('2026-03-09T02:30:00Z'),
      at(120, wednesday),
      nextWeek,
    ]);
  });

  test('counts real minutes of its hours on days when clocks change', () => {
    const night = { ...CONDITION, from: '00:00', to: '06:00', timeZone: 'America/New_York' };
    const silence = { ...night, condition: 'NONE_FOR', minutes: 90 } as const;
    expect(raisedWithin(silence, [], new Date('2026-11-01T04:00:00Z'), new Date('2026-11-01T10:00:00Z'))).toEqual([
      new Date('2026-11-01T05:30:00Z'),
    ]);
    const minutes = (from: string, iso: string) => watchedMinutes({ ...night, from }, new Date(iso));
    expect(minutes('01:00', '2026-03-08T07:00:00Z')).toBe(60);
    // 01:20 for the second time.
    expect(minutes('01:00', '2026-11-01T06:20:00Z')).toBe(80);
    // 02:30 is skipped: it is 03:10 and 03:40.
    expect(['2026-03-08T07:10:00Z', '2026-03-08T07:40:00Z'].map((iso) => minutes('02:30', iso))).toEqual([0, 10]);
    // Without hours, from midnight to noon.
    const sundays = { ...night, from: null, to: null, days: [7] };
    expect(
      ['2026-03-08T16:00:00Z', '2026-11-01T17:00:00Z'].map((iso) => watchedMinutes(sundays, new Date(iso))),
    ).toEqual([660, 780]);
  });

  test('name what was found', () => {
    expect([
      alarmText({ ...CONDITION, count: 10 }, null, 12),
      alarmText(CONDITION, 'Lakeside', 1),
      alarmText({ ...CONDITION, measure: 'TIMESHEET_APPROVED', condition: 'NONE_FOR', minutes: 150 }, null, 0),
    ]).toEqual([
      '12 timesheets were disputed within 1 h, more than 10.',
      '1 timesheet was disputed at Lakeside within 1 h, more than 0.',
      'No timesheet was approved for 2 h 30 min.',
    ]);
  });
});

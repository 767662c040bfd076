/** Days, months and periods, for which app and server must compute the same. */
import fc from 'fast-check';
import * as app from '../../sagas/base/calendar';
import * as server from '../../server/base/dates';
import {
  addMonths,
  dayAt,
  monthPeriod,
  previousPeriod,
  rollingMonths,
  rollingPeriod,
  saturdayOf,
  saturdaysOf,
  weekPeriod,
} from '../../server/base/dates';

describe('the twelve months', () => {
  it.each([
    ['2026-01-01', '2025-02', '2026-01'],
    ['2026-01-31', '2025-02', '2026-01'],
    ['2025-12-31', '2025-01', '2025-12'],
    ['2024-02-29', '2023-03', '2024-02'],
    ['2026-11-21', '2025-12', '2026-11'],
  ])('on %s they are %s to %s', (today, first, last) => {
    const months = rollingMonths(today);
    expect([months.length, months[0], months[11]]).toEqual([12, first, last]);
    expect(months.every((month, index) => index === 0 || month === addMonths(months[index - 1] ?? '', 1))).toBe(true);
    expect(rollingPeriod(today)).toEqual({ from: `${first}-01`, to: today });
  });

  // 2026-01-01T03:30Z is still December in New York and Honolulu, and January east of it.
  it.each([
    ['UTC', Date.UTC(2026, 0, 1, 3, 30), '2026-01-01', '2026-01'],
    ['America/New_York', Date.UTC(2026, 0, 1, 3, 30), '2025-12-31', '2025-12'],
    ['Pacific/Honolulu', Date.UTC(2026, 0, 1, 3, 30), '2025-12-31', '2025-12'],
    ['Pacific/Kiritimati', Date.UTC(2025, 11, 31, 11, 0), '2026-01-01', '2026-01'],
    ['Pacific/Pago_Pago', Date.UTC(2024, 2, 1, 10, 59), '2024-02-29', '2024-02'],
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 0, 59), '2026-03-29', '2026-03'],
  ])('in %s they end with the month of the local date', (zone, instant, day, month) => {
    expect(dayAt(new Date(instant), zone)).toBe(day);
    expect(rollingMonths(dayAt(new Date(instant), zone)).at(-1)).toBe(month);
  });

  it.each([
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-02', '2025-02-01', '2025-02-28'],
    ['2025-12', '2025-12-01', '2025-12-31'],
  ])('%s is from %s to %s', (month, from, to) => expect(monthPeriod(month)).toEqual({ from, to }));

  it('has every day in exactly one week, which ends on a Saturday', () => {
    expect(saturdayOf('2026-11-21')).toBe('2026-11-21');
    expect(saturdayOf('2026-11-22')).toBe('2026-11-28');
    expect(weekPeriod('2026-01-03')).toEqual({ from: '2025-12-28', to: '2026-01-03' });
    expect(saturdaysOf({ from: '2025-12-27', to: '2026-01-04' })).toEqual(['2025-12-27', '2026-01-03', '2026-01-10']);
  });

  it.each([
    ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['2024-03-01', '2024-03-01', '2024-02-29', '2024-02-29'],
    ['2026-03-08', '2026-04-06', '2026-02-06', '2026-03-07'],
  ])('before %s to %s there is a period of the same length', (from, to, before, last) => {
    expect(previousPeriod({ from, to })).toEqual({ from: before, to: last });
  });
});

describe('the app and the server', () => {
  const days = fc
    .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  it('compute the same days, months and weeks', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -800, max: 800 }), (day, count) => {
        expect(app.addDays(day, count)).toBe(server.addDays(day, count));
        expect(app.weekday(day)).toBe(server.weekday(day));
        expect(app.monthPeriod(app.monthOf(day))).toEqual(server.monthPeriod(server.monthOf(day)));
        const period = { from: day, to: server.addDays(day, Math.abs(count)) };
        expect([app.daysIn(period), server.daysIn(period)]).toEqual([Math.abs(count) + 1, Math.abs(count) + 1]);
      }),
    );
  });

  it('agree with plain arithmetic in milliseconds', () => {
    const DAY_MS = 86_400_000;
    fc.assert(
      fc.property(days, fc.integer({ min: -800, max: 800 }), (day, count) => {
        const shifted = new Date(Date.parse(day) + count * DAY_MS);
        expect(server.addDays(day, count)).toBe(shifted.toISOString().slice(0, 10));
        expect(server.weekday(day)).toBe(new Date(day).getUTCDay());
        const begins = new Date(Date.parse(day) + DAY_MS);
        begins.setUTCFullYear(begins.getUTCFullYear() - 1);
        expect(server.twelveMonthsTo(day)).toBe(begins.toISOString().slice(0, 10));
      }),
    );
  });
});

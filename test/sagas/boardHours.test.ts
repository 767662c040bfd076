/** The hours of a day, including days of a clock change, and what falls into each. */
import { countByHour, hoursBack, QUARTER_MS, type Hour } from '../../sagas/features/liveBoard/hours';

const HOUR_MS = 4 * QUARTER_MS;
const at = (iso: string) => Date.parse(iso);
const labels = (hours: readonly Hour[]) => hours.map(({ label }) => label);

describe('the last hours', () => {
  it.each([
    ['UTC', '2026-01-15T08:00:00Z', '2026-01-15T09:00:00Z', '8 AM'],
    ['America/New_York', '2026-01-15T08:00:00Z', '2026-01-15T09:00:00Z', '3 AM'],
    // Offsets of half an hour and three quarters, besides full hours.
    ['Asia/Kolkata', '2026-01-15T08:30:00Z', '2026-01-15T09:30:00Z', '2 PM'],
    ['Asia/Kathmandu', '2026-01-15T08:15:00Z', '2026-01-15T09:15:00Z', '2 PM'],
  ])('in %s the current hour is complete, with its local name', (zone, from, to, label) => {
    const hour = hoursBack(at('2026-01-15T08:59:59.999Z'), 3, zone).at(-1)!;
    expect(hour).toMatchObject({ from: at(from), to: at(to), label });
  });

  it('follow each other without a gap, as many as requested, in every zone and around every clock change', () => {
    for (const zone of [
      'UTC',
      'America/New_York',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Apia',
    ])
      for (const day of [
        '2026-03-08',
        '2026-03-29',
        '2026-04-05',
        '2026-10-04',
        '2026-10-25',
        '2026-11-01',
        '2026-12-31',
      ])
        for (const count of [12, 48]) {
          const hours = hoursBack(at(`${day}T16:07:00Z`), count, zone);
          expect(hours.length).toBe(count);
          const broken = hours.filter(({ from, to }, index) => to <= from || (hours[index + 1]?.from ?? to) !== to);
          expect({ zone, day, broken }).toEqual({ zone, day, broken: [] });
        }
  });

  it('omit the missing hour in spring', () => {
    const hours = hoursBack(at('2026-03-08T08:30:00Z'), 4, 'America/New_York');
    expect(labels(hours)).toEqual(['12 AM', '1 AM', '3 AM', '4 AM']);
    expect(hours.every(({ from, to }) => to - from === HOUR_MS)).toBe(true);
  });

  it('distinguish the repeated hour in autumn', () => {
    expect(labels(hoursBack(at('2026-11-01T07:30:00Z'), 4, 'America/New_York'))).toEqual([
      '12 AM',
      '1 AM EDT',
      '1 AM EST',
      '2 AM',
    ]);
    expect(labels(hoursBack(at('2026-10-25T02:10:00Z'), 4, 'Europe/Berlin'))).toEqual([
      '1 AM',
      '2 AM GMT+2',
      '2 AM GMT+1',
      '3 AM',
    ]);
  });

  it('are shorter if the clocks change by half an hour', () => {
    const hours = hoursBack(at('2026-04-04T15:59:00Z'), 3, 'Australia/Lord_Howe');
    expect(hours.map(({ label, from, to }) => [label, (to - from) / 60_000])).toEqual([
      ['1 AM GMT+11', 60],
      ['1 AM GMT+10:30', 30],
      ['2 AM', 60],
    ]);
  });

  it('name the day, so that the same hour of two days differs', () => {
    const hours = hoursBack(at('2026-01-01T00:30:00Z'), 26, 'UTC');
    expect([hours.at(-1), hours.at(-2), hours[1]].map((hour) => `${hour!.day} ${hour!.label}`)).toEqual([
      'Thu, Jan 1 12 AM',
      'Wed, Dec 31 11 PM',
      'Wed, Dec 31 12 AM',
    ]);
  });
});

describe('the counted notifications', () => {
  const hours = hoursBack(at('2026-11-01T07:30:00Z'), 3, 'America/New_York');
  const [first, second] = [hours[0]!, hours[1]!];

  it('falls into its hour, to the millisecond', () => {
    const { SUBMISSIONS } = countByHour(hours, [
      { tab: 'SUBMISSIONS', at: first.from, count: 1 },
      { tab: 'SUBMISSIONS', at: first.to - 1, count: 1 },
      { tab: 'SUBMISSIONS', at: second.from, count: 5 },
      { tab: 'SUBMISSIONS', at: hours[2]!.to - 1, count: 7 },
    ]);
    expect(SUBMISSIONS).toEqual([2, 5, 7]);
  });

  it('is not counted before or after these hours, or for another tab', () => {
    const counts = countByHour(hours, [
      { tab: 'JOBSORDERS', at: first.from - 1, count: 3 },
      { tab: 'JOBSORDERS', at: hours[2]!.to, count: 3 },
      { tab: 'BROADCAST', at: first.from, count: 3 },
    ]);
    expect([counts.JOBSORDERS, counts.BROADCAST, counts.SUBMISSIONS]).toEqual([
      [0, 0, 0],
      [3, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('is the total over a day of a clock change, in any quarter', () => {
    for (const zone of ['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']) {
      const day = hoursBack(at('2026-11-01T23:59:00Z'), 24, zone);
      const notified = [];
      for (let quarter = day[0]!.from; quarter < day.at(-1)!.to; quarter += QUARTER_MS)
        notified.push({ tab: 'COMPLIANCE' as const, at: quarter, count: 1 });
      const { COMPLIANCE } = countByHour(day, notified);
      expect(COMPLIANCE).toEqual(day.map(({ from, to }) => (to - from) / QUARTER_MS));
    }
  });
});

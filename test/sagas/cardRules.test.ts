/** Shares, axes, bands and arrangements of the home dashboard's cards. */
import { shortAgoText } from '../../sagas/base/dates';
import fc from 'fast-check';
import { WIDGETS, type Widget } from '../../contract/dashboards/widgets';
import { COMPLIANCE_BANDS } from '../../contract/lists/common';
import { allOf, arrangementOf, ordered, selectedOf } from '../../sagas/features/dashboards/home/arrangement';
import { statusText, toggled, widgetText } from '../../sagas/features/dashboards/home/arrangementChanges';
import { widgetOf } from '../../sagas/features/dashboards/home/widgets';
import { countText, moneyText } from '../../sagas/base/numbers';
import { axisOf, shareOf, percentText } from '../../sagas/features/dashboards/home/card.rules';

it.each([
  [0, 0, '0.00%'],
  [1, 3, '33.33%'],
  [2, 3, '66.67%'],
  [1, 1, '100.00%'],
  [1, 100_000, '0.00%'],
  [5, 100_000, '0.01%'],
])('%d of %d is %s', (count, total, expected) => {
  expect(percentText(shareOf(count, total))).toBe(expected);
});

it('the shares of a whole add up to 100 %, within 0.01 per part', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 }), (counts) => {
      const total = counts.reduce((sum, count) => sum + count, 0);
      fc.pre(total > 0);
      const all = counts.reduce((sum, count) => sum + shareOf(count, total), 0);
      expect(Math.abs(all - 100)).toBeLessThanOrEqual(0.005 * counts.length + 1e-9);
    }),
  );
});

it.each([
  [0, { step: 2, max: 8 }],
  [8, { step: 2, max: 8 }],
  [9, { step: 2, max: 10 }],
  [11, { step: 5, max: 15 }],
  [900, { step: 200, max: 1_000 }],
  [1_001, { step: 500, max: 1_500 }],
])('an axis for %d: %j', (most, expected) => {
  expect(axisOf(most)).toEqual(expected);
});

it('no axis cuts its data, has more than six ticks or uses a step other than 1-2-5', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000_000), (most) => {
      const { step, max } = axisOf(most);
      expect(max).toBeGreaterThanOrEqual(most);
      expect(max / step).toBeLessThanOrEqual(5);
      expect([1, 2, 5]).toContain(Number(String(step)[0]));
      expect(String(step)).toMatch(/^[125]0*$/);
    }),
  );
});

it('every percentage is in exactly one band', () => {
  for (let percent = 0; percent <= 100; percent += 1) {
    expect(COMPLIANCE_BANDS.filter(({ from, to }) => percent >= from && percent <= to)).toHaveLength(1);
  }
});

it.each<[Widget, number]>([
  ['COMPLIANCE', 8],
  ['INVOICE', 6],
  ['TIMESHEET', 5],
])('the legend of %s has %d colors, each of one figure', (widget, colors) => {
  const used = Object.values(widgetOf(widget).colors);
  expect([used.length, new Set(used).size]).toEqual([colors, colors]);
});

it('money is read from cents', () => {
  expect([moneyText(523_490_787), moneyText(0), moneyText(-5)]).toEqual(['$5,234,907.87', '$0.00', '-$0.05']);
  expect(countText(1_853)).toBe('1,853');
});

it.each([
  [0, 'less than a minute ago'],
  [59_999, 'less than a minute ago'],
  [60_000, '1 min ago'],
  [59 * 60_000, '59 min ago'],
  [60 * 60_000, '1 h ago'],
])('after %d ms: %s', (age, text) => {
  expect(shortAgoText(1_000, 1_000 + age)).toBe(text);
});

describe('an arrangement', () => {
  const OFFERED: readonly Widget[] = WIDGETS;

  it('is the default order if nothing is stored or the text is invalid', () => {
    for (const text of ['', '{', 'null', '{}', '"x"']) expect(arrangementOf(text, OFFERED)).toEqual(allOf(OFFERED));
  });

  it('drops forbidden cards and adds new ones, and keeps the order of the rest', () => {
    const kept = widgetText([
      { code: 'INVOICE', isSelected: true },
      { code: 'JOBS', isSelected: false },
      { code: 'SUBMISSIONS', isSelected: true },
    ]);
    expect(arrangementOf(kept, ['SUBMISSIONS', 'JOBS', 'COMPLIANCE'] as const)).toEqual([
      { code: 'JOBS', isSelected: false },
      { code: 'SUBMISSIONS', isSelected: true },
      { code: 'COMPLIANCE', isSelected: true },
    ]);
  });

  it('survives being stored, after any changes', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...OFFERED], { minLength: 6 }), fc.subarray([...OFFERED]), (order, hidden) => {
        const arranged = ordered(allOf(OFFERED), order).map((choice) => ({
          ...choice,
          isSelected: !hidden.includes(choice.code),
        }));
        expect(arrangementOf(widgetText(arranged), OFFERED)).toEqual(arranged);
        expect(arrangementOf(statusText('JOBS', arranged), OFFERED)).toEqual(arranged);
      }),
    );
  });

  it('has at most eight selected, even if more were stored', () => {
    const many = Array.from({ length: 12 }, (_, index) => `C${index}`);
    const choices = arrangementOf('', many);
    expect(selectedOf(choices)).toHaveLength(8);
    expect(toggled(choices, 'C9')).toBeNull();
    const fewer = toggled(choices, 'C0');
    expect(fewer && selectedOf(toggled(fewer, 'C9') ?? [])).toHaveLength(8);
  });

  it('is stored with label, place, name and number', () => {
    expect(JSON.parse(widgetText([{ code: 'JOBS', isSelected: true }]))).toEqual([
      { label: 'Jobs', index: 0, isSelected: true, code: 'JOBS' },
    ]);
    expect(JSON.parse(statusText('TIMESHEET', [{ code: 'SUBMITTED', isSelected: false }]))).toEqual([
      { label: 'Submitted', index: 0, isSelected: false, code: 'SUBMITTED', name: 'Submitted', y: 0 },
    ]);
  });
});

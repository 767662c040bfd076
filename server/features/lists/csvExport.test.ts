import fc from 'fast-check';
import { csvCell, csvLine } from '../../../contract/base/csv';
import type { ColumnKind } from '../../../contract/lists/list';
import { cellText, groupLines } from './csvExport';
import type { ListGroups } from './groups';

/** An RFC 4180 reader, written from its grammar. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] as string;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[(i += 1)] as string;
      else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === ',' || text.startsWith('\r\n', i)) {
      rows[rows.length - 1]?.push(cell);
      cell = '';
      if (character !== ',') {
        rows.push([]);
        i += 1;
      }
    } else cell += character;
  }
  rows.pop();
  return rows;
}

const hostile = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', ' ', 'a', '1', '.', '＝', 'é'),
});

test('any text can be read back unchanged, except for the apostrophes that disarm formulas', () => {
  fc.assert(
    fc.property(fc.array(fc.array(hostile, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), (rows) => {
      const read = parse(rows.map(csvLine).join(''));
      expect(read.map((row) => row.map((cell) => cell.replaceAll("'", '')))).toEqual(rows);
    }),
    { numRuns: 500 },
  );
});

test('no cell begins like a formula that a spreadsheet would calculate', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const [[cell = ''] = []] = parse(csvLine([text]));
      expect(/^[=+@\t\r\n＝]/.test(cell) || /^-(?!\d+(\.\d+)?$)/.test(cell)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('no cell does so where cells are separated by semicolons or tabs, or quotes are ignored', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const [, ...parts] = csvLine([text]).split(/[;\t\r\n]/);
      expect(parts.filter((part) => /^[ "]*[=+\-@＝]/.test(part))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1 555', `'+1 555`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ["RN;=cmd|'/c calc'!A1", "RN;'=cmd|'/c calc'!A1"],
  ['-2+3', `'-2+3`],
  ['\tx', `'\tx`],
  ['-12.50', '-12.50'],
  ['Lee, Ann', '"Lee, Ann"'],
  ['', ''],
])('%j is written as %j', (text, expected) => {
  expect(csvCell(text)).toBe(expected);
});

test.each<[ColumnKind, string | number | boolean | null, string]>([
  ['money', -125_050, '-1250.50'],
  ['rate', 9_975, '99.75'],
  ['hours', 2_190, '36.50'],
  ['flag', true, 'Yes'],
  ['flag', false, 'No'],
  ['status', 'A', 'Active'],
  ['status', 'UNKNOWN', 'UNKNOWN'],
  ['date', '2026-01-31', '01/31/2026'],
  // On the night that clocks are set forward, and after it.
  ['instant', '2026-03-08T09:59:00.000Z', '03/08/2026 1:59 AM PST'],
  ['instant', '2026-03-08T10:00:00.000Z', '03/08/2026 3:00 AM PDT'],
  ['instant', '2027-01-01T07:59:00.000Z', '12/31/2026 11:59 PM PST'],
  ['text', null, ''],
])('a %s of %j is written as %j', (kind, value, expected) => {
  expect(cellText({ label: 'X', kind, options: [{ value: 'A', label: 'Active' }] }, value, 'America/Los_Angeles')).toBe(
    expected,
  );
});

describe('groups that are not in the file', () => {
  const group = { value: 'A', label: 'Lakeside', rows: 3, columns: [] };
  const linesOf = (groups: ListGroups['groups'], more: number) =>
    groupLines({ list: 'jobs', groups: { by: 'facility', groups, more } });
  const HEADER = ['Facility', 'Rows'];
  const ROW = ['Lakeside', '3'];

  test.each([
    [0, []],
    [1, [['1 more group is not in this file.']]],
    [40, [['40 more groups are not in this file.']]],
  ])('%i of them are announced below the others', (more, said) => {
    expect(linesOf([group], more)).toEqual([HEADER, ROW, ...said, []]);
  });

  test('are announced if none could be counted', () => {
    const said = 'The groups are not in this file, because counting them took too long. Set filters to get them.';
    expect(linesOf(null, 0)).toEqual([HEADER, [said], []]);
  });

  test('are not mentioned if none were requested', () => {
    expect(groupLines({ list: 'jobs', groups: null })).toEqual([]);
  });
});

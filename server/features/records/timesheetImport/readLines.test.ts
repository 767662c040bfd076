/** What is said of a file of timesheets that cannot be read at all. */
import { readLines } from './readLines';

const problemOf = (columns: number): string | undefined => {
  const head = Array.from({ length: columns }, (_, index) => `Column ${index + 1}`).join(',');
  const file = readLines(Buffer.from(`${head}\r\n1`));
  return 'problem' in file ? file.problem : undefined;
};

test('up to five unknown columns are named, and the rest are counted', () => {
  const five = "'Column 1', 'Column 2', 'Column 3', 'Column 4', 'Column 5'";
  const said = (names: string) => `The file has columns that are not known: ${names}. Please use the template.`;
  expect(problemOf(5)).toBe(said(five));
  expect(problemOf(400)).toBe(said(`${five} and 395 more`));
});

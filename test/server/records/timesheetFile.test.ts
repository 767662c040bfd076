/** What is read from a file of timesheets, and why a line or the whole file is refused. */
import { HEAD, file, lineOf, startImportWorld, type ImportWorld } from './importWorld';

let { world, missing, check } = {} as ImportWorld;
beforeAll(async () => {
  ({ world, missing, check } = await startImportWorld());
});
afterAll(() => world.stop());

test.each<[string, string, string]>([
  ['a formula', '=1+1', "The Assignment ID is '=1+1', which is not a number."],
  ['a command', `"=cmd|' /C calc'!A0"`, "The Assignment ID is '=cmd|' /C calc'!A0', which is not a number."],
  ['markup', '<img src=x>', "The Assignment ID is '<img src=x>', which is not a number."],
  ['SQL', `1';drop table x`, "The Assignment ID is '1';drop table x', which is not a number."],
  ['nothing', '', 'It has no Assignment ID.'],
])('an assignment that is %s is refused with a message', async (_what, cell, problem) => {
  expect((await check(file(`${cell},,,11/21/2026,8,,,,,`))).lines[0]?.problems).toEqual([problem]);
});

test.each<[string, string]>([
  ['11/20/2026,8,,,,,', "Weeks end on Saturdays: that week's is 11/21/2026."],
  ['02/30/2026,8,,,,,', "The Week Ending is '02/30/2026', which is not a date (MM/DD/YYYY)."],
  ['2026-13-01,8,,,,,', "The Week Ending is '2026-13-01', which is not a date (MM/DD/YYYY)."],
  [',8,,,,,', 'It has no Week Ending.'],
  ['01/02/2100,8,,,,,', 'That week has not ended yet. Please import it after its last day.'],
  ['01/05/1980,8,,,,,', 'The assignment has no timesheet for that week. Please check the Assignment ID and the week.'],
])('the rest of a line, %s, is refused with a message', async (rest, problem) => {
  const [sheet] = await missing(1);
  expect((await check(file(`${sheet?.assignment},,,${rest}`))).lines[0]?.problems).toEqual([problem]);
});

test.each<[string, string]>([
  ['-8,,,,,', "Regular is '-8', but must not be negative."],
  ['8,,,,,($80)', "Expenses is '($80)', but must not be negative."],
  ['8:30:15,,,,,', "Regular is '8:30:15', which is not a number."],
  ['8e3,,,,,', "Regular is '8e3', which is not a number."],
  ['169,,,,,', "Regular is '169', which is too much."],
  ['100,69,,,,', 'It has more hours than a week.'],
  ['0,,,,,', 'It has no hours.'],
  ['8,,,,1.5,', "Miles is '1.5', but must be a whole number of miles."],
  ['8,,,,,"=HYPERLINK(""x"")"', 'Expenses is \'=HYPERLINK("x")\', which is not a number.'],
  ['8,,,,,,', 'It has 11 cells, not 10.'],
])('hours %s are refused with a message', async (hours, problem) => {
  const [sheet] = await missing(1);
  expect((await check(file(lineOf(sheet!, hours)))).lines[0]?.problems).toEqual([problem]);
});

test('a line shows its candidate, and whether it is a duplicate', async () => {
  const [sheet] = await missing(1);
  const { assignment, week, candidate } = sheet!;
  const [first, last] = candidate.split(' ');
  const named = (name: string) => `${assignment},${name},,${week},8,,,,,`;
  const { lines } = await check(file(named(`"${last}, ${first}"`), named('Somebody Else')));
  expect(lines.map(({ problems }) => problems)).toEqual([
    [],
    [
      `The assignment is ${candidate}'s. Please check the Assignment ID.`,
      'It is the same timesheet as in line 2. Please remove one of the two lines.',
    ],
  ]);
});

test.each<[string, string | Buffer, string]>([
  ['nothing', '\uFEFF\r\n', 'is empty'],
  ['a head alone', HEAD, 'no lines'],
  ['other columns', 'Assignment ID,Week Ending,Salary\r\n1,2,3', "not known: 'Salary'"],
  ['a column twice', 'Assignment ID,Week Ending,Regular,regular\r\n1,2,3,4', 'twice'],
  ['too few columns', 'Assignment ID,Regular\r\n1,2', 'lacks the column Week Ending'],
  ['an open quotation mark', `${HEAD}\r\n1,"2`, 'quotation marks'],
  ['another encoding', Buffer.from([0x41, 0xff, 0xfe]), 'UTF-8'],
  ['a picture', Buffer.from('\x89PNG\0\0', 'latin1'), 'UTF-8'],
  ['zeros', 'Assignment ID\0', 'not text'],
  ['501 lines', file(...Array.from({ length: 501 }, () => '1,,,,,,,,,')), 'at most 500 are allowed'],
])('a file with %s is refused as a whole', async (_what, content, problem) => {
  const answer = await check(content);
  expect(answer).toMatchObject({ lines: [], problems: 0 });
  expect(answer.fileProblem).toContain(problem);
});

test('columns in another order, semicolons and an empty line are read', async () => {
  const [sheet] = await missing(1);
  const text = `week ending;REGULAR;Assignment-ID\n\n${sheet?.week};8;${sheet?.assignment}\n`;
  expect(await check(text)).toMatchObject({ problems: 0, lines: [{ worked: 480, timesheetId: sheet?.id }] });
});

interface Read {
  readonly regular: number;
  readonly overtime?: number;
  readonly onCall?: number;
  readonly expenses?: number;
}
test.each<[string, string, Read]>([
  [
    'with seconds, as a spreadsheet saves them',
    'Regular,On Call\n{0},36:30:00,1:15:00',
    { regular: 2_190, onCall: 75 },
  ],
  [
    'with commas between thousands',
    'Regular,Miles,Expenses\n{0},8,"1,200","$1,250.50"',
    { regular: 480, expenses: 125_050 },
  ],
  [
    'with decimal commas',
    'Regular;Overtime;Expenses\n{0};36,5;0,25;1.250,50',
    { regular: 2_190, overtime: 15, expenses: 125_050 },
  ],
  [
    'with decimal points between semicolons',
    'Regular;Miles;Expenses\n{0};36.5;12,0;80',
    { regular: 2_190, expenses: 8_000 },
  ],
])('numbers %s are read', async (_what, text, { regular, overtime = 0, onCall = 0, expenses = 0 }) => {
  const [sheet] = await missing(1);
  const { assignment, week, rate } = sheet!;
  const comma = text.includes(';') ? ';' : ',';
  const line = text.replace('{0}', `${assignment}${comma}${week}`);
  const bill = Math.round(((regular + 1.5 * overtime) * rate + onCall * 600) / 60) + expenses;
  expect(await check(`Assignment ID${comma}Week Ending${comma}${line}`)).toMatchObject({
    fileProblem: null,
    lines: [{ worked: regular + overtime, bill, problems: [] }],
  });
});

test('a comma in a file with semicolons does not separate thousands', async () => {
  const [sheet] = await missing(1);
  const { lines } = await check(
    `Assignment ID;Week Ending;Regular;Expenses\n${sheet!.assignment};${sheet!.week};8;80,000`,
  );
  expect(lines[0]?.problems).toEqual(["Expenses is '80,000', which is not a number."]);
});

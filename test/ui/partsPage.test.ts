/** @jest-environment jsdom */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { PARTS } from '../../src/parts/PartsPage';

const UI = path.resolve(__dirname, '../../src/ui');

/** Shown as parts of the named ones; each state of those includes them. */
const WITHIN: Readonly<Record<string, string>> = {
  AnchoredPopup: 'Popover',
  PopupPanel: 'Popover',
  DragOrder: 'SortableList',
  'chart/Canvas': 'chart/Chart',
  'table/DataRow': 'table/DataTable',
  'table/HeadCell': 'table/DataTable',
  'pdf/icons': 'pdf/PdfToolbar',
};
/** Needs a document and a worker: test/browser/pdf.test.ts is about it. */
const ELSEWHERE = ['pdf/PdfViewer'];

it('the parts page shows each part of src/ui', () => {
  const files = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const shown = PARTS.map(({ file }) => file);
  expect(files.length).toBeGreaterThan(50);
  expect([...shown, ...Object.keys(WITHIN), ...ELSEWHERE].sort()).toEqual(
    files.map((file) => file.replace(/\.tsx$/, '')).sort(),
  );
  for (const other of Object.values(WITHIN)) expect(shown).toContain(other);
});

it('each state has its own picture', () => {
  const names = PARTS.flatMap(({ file, states }) => states.map(({ name }) => `${file} ${name}`.replace(/\W+/g, '-')));
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/** @jest-environment jsdom */
/** Links in rows, in a table and on cards: with a modifier key the browser opens them elsewhere. */
import { fireEvent, render, screen } from '@testing-library/react';
import { DataCards } from '../../src/ui/table/DataCards';
import { DataTable } from '../../src/ui/table/DataTable';
import type { TableCell } from '../../src/ui/table/table.types';

const shared = {
  caption: 'Jobs',
  columns: [{ name: 'number', label: 'Job ID', width: 100, numeric: false }],
  rows: [{ id: 'j1' }],
  cellOf: (): TableCell => ({ text: '104076', href: '/vms/jobs/j1' }),
  stale: false,
};
const scroll = { step: 'here', top: 0 };
const inTable = { onSort: () => undefined, before: 0, total: 1, scroll, onRest: () => undefined };

it.each([
  ['a table', (onFollow: (href: string) => void) => <DataTable {...shared} {...inTable} onFollow={onFollow} />],
  ['cards', (onFollow: (href: string) => void) => <DataCards {...shared} onFollow={onFollow} />],
])('a link in %s is followed in this tab only without a modifier key', (_, view) => {
  const followed: string[] = [];
  render(view((href) => void followed.push(href)));
  const link = screen.getByRole('link', { name: '104076' });
  const taken = ['shiftKey', 'altKey', 'ctrlKey', 'metaKey', 'button'].map((key) => {
    fireEvent.click(link, { [key]: key === 'button' ? 1 : true });
    return followed.length;
  });
  fireEvent.click(link);
  expect({ taken, followed }).toEqual({ taken: [0, 0, 0, 0, 0], followed: ['/vms/jobs/j1'] });
});

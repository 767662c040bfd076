/** Cells of a list that open a layer on this page: the document of the row, a task, or a confirmation. */
import type { ListRow, ListName } from '../../../contract/lists/list';
import { idOf } from '../../../contract/records/links';
import type { UnknownAction } from '@reduxjs/toolkit';
import { confirmationRequested } from '../../../sagas/features/confirmations/confirmations.slice';
import { documentOpened } from '../../../sagas/features/documents/documents.slice';
import { taskOpened, type Task } from '../../../sagas/features/tasks/tasks.slice';

interface CellAction {
  readonly column: string;
  /** Null while there is nothing to open. */
  readonly opens: (row: ListRow) => UnknownAction | null;
}

const pdf =
  (kind: 'complianceDocument' | 'invoice', titleOf: (row: ListRow) => string): CellAction['opens'] =>
  (row) =>
    documentOpened({ kind, id: row.id, title: titleOf(row) });

const openDocument = pdf('complianceDocument', (row) => `${row['name']}, ${row['candidate']}`);

const CELL_ACTIONS: Partial<Record<ListName, CellAction>> = {
  complianceDocuments: { column: 'name', opens: (row) => (row['uploadedAt'] == null ? null : openDocument(row)) },
  invoices: { column: 'number', opens: pdf('invoice', (row) => `Invoice ${row['number']}`) },
  reverseInvoices: { column: 'number', opens: pdf('invoice', (row) => `Reverse invoice ${row['number']}`) },
  changedAddresses: {
    column: 'name',
    opens: (row) =>
      confirmationRequested({
        action: {
          kind: 'confirmEmail',
          id: row.id,
          email: String(row['email']),
          name: `${row['name']} (${row['email']})`,
        },
      }),
  },
  tasks: { column: 'title', opens: (row) => taskOpened({ task: taskOf(row) }) },
};

/** The columns whose cells open the whole row, with the columns that are hidden and the values that are cut. */
const ROW_OPENERS: Partial<Record<ListName, string>> = { audit: 'at' };

export const opensRow = (list: ListName, column: string): boolean => ROW_OPENERS[list] === column;

/** The action of a press on this cell; null if cells of the column open nothing. */
export function cellActionOf(list: ListName, column: string, row: ListRow): UnknownAction | null {
  const action = CELL_ACTIONS[list];
  return action?.column === column ? action.opens(row) : null;
}

/** A list row has all the fields of a task. */
function taskOf(row: ListRow): Task {
  const { id, title, kind, status, dueOn, assignee, subject, subjectNumber, notes } = row;
  const [assigneeId, subjectId] = [row[idOf('assignee')] ?? null, row[idOf('subjectNumber')] ?? null];
  const about = { subject, subjectNumber, subjectId, notes };
  return { id, title, kind, status, dueOn, assignee, assigneeId, ...about } as unknown as Task;
}

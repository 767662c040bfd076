/** Which cell of a list opens the paper that its row stands for. */
import type { ListName } from '../../contract';
import type { ListRow } from '../../contract/lists';
import type { DocumentAddress } from '../documents/preview';

export interface RowDocument extends DocumentAddress {
  readonly title: string;
}

interface DocumentCell {
  readonly column: string;
  readonly kind: DocumentAddress['kind'];
  readonly titleOf: (row: ListRow) => string;
  /** Whether there is a paper yet. */
  readonly has: (row: ListRow) => boolean;
}

const always = () => true;

const DOCUMENTS: Partial<Record<ListName, DocumentCell>> = {
  complianceDocuments: {
    column: 'name',
    kind: 'complianceDocument',
    titleOf: (row) => `${row['name']}, ${row['candidate']}`,
    has: (row) => row['uploadedAt'] != null,
  },
  invoices: { column: 'number', kind: 'invoice', titleOf: (row) => `Invoice ${row['number']}`, has: always },
  reverseInvoices: {
    column: 'number',
    kind: 'invoice',
    titleOf: (row) => `Reverse invoice ${row['number']}`,
    has: always,
  },
};

export function documentOf(list: ListName, column: string, row: ListRow): RowDocument | null {
  const cell = DOCUMENTS[list];
  if (cell?.column !== column || !cell.has(row)) return null;
  return { kind: cell.kind, id: row.id, title: cell.titleOf(row) };
}

/** The content of a PDF document as data; render.ts lays it out. */

export interface Column {
  readonly title: string;
  /** Relative width. */
  readonly share: number;
  /** Right-aligned. */
  readonly number?: true;
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Label and value, one pair per row. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] };

export interface PdfDocument {
  readonly title: string;
  /** Above the title. */
  readonly sender: string;
  /** In the footer of each page. */
  readonly reference: string;
  /** Written into the file, so that the same document renders to the same bytes. */
  readonly createdAt: Date;
  readonly blocks: readonly Block[];
}

/** Starts a section. */
export const heading = (text: string): Block => ({ kind: 'heading', text });
/** A paragraph for each line; empty lines are left out. */
export const text = (content: string): Block => ({ kind: 'text', text: content });
/** Label and value by line; a value that is missing or empty shows as a dash. */
export const facts = (...rows: readonly (readonly [string, string | null | undefined])[]): Block => ({
  kind: 'facts',
  rows: rows.map(([label, value]) => [label, value || '–']),
});
/** As many cells in each row as there are columns. */
export const table = (columns: readonly Column[], rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  columns,
  rows,
});

/** Every text of the document, to choose fonts by. */
export function allTexts({ title, sender, reference, blocks }: PdfDocument): string[] {
  return [title, sender, reference, ...blocks.flatMap(textsOf)];
}

function textsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'facts':
      return block.rows.flat();
    case 'table':
      return [...block.columns.map(({ title }) => title), ...block.rows.flat()];
    default:
      return [block.text];
  }
}

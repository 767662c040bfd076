/** A paper as data: what it says, in order. How it looks is render.ts's business. */

export interface Column {
  readonly title: string;
  /** Share of the width. */
  readonly share: number;
  /** Numbers stand to the right. */
  readonly number?: true;
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Labels with their values, one under the other. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] };

export interface Paper {
  readonly title: string;
  /** Above the title: who speaks. */
  readonly sender: string;
  /** At the foot of each page. */
  readonly reference: string;
  /** Written into the file; the same paper of the same moment is the same bytes. */
  readonly createdAt: Date;
  readonly blocks: readonly Block[];
}

export const heading = (text: string): Block => ({ kind: 'heading', text });
export const text = (content: string): Block => ({ kind: 'text', text: content });
export const facts = (...rows: readonly (readonly [string, string | null | undefined])[]): Block => ({
  kind: 'facts',
  rows: rows.map(([label, value]) => [label, value || '–']),
});
export const table = (columns: readonly Column[], rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  columns,
  rows,
});

export function everyText({ title, sender, reference, blocks }: Paper): string[] {
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

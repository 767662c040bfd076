/** What a table of rows is given to show. It knows nothing of where they come from. */
export type CellTone = 'good' | 'waiting' | 'bad' | 'moving' | 'planned' | 'quiet';

export interface TableCell {
  /** Empty where there is no value. */
  readonly text: string;
  readonly exact?: string;
  readonly tone?: CellTone;
  readonly checked?: boolean;
  readonly instant?: string;
  /** Where it leads: a path of this app. */
  readonly href?: string | null;
  /** What it opens on this page. */
  readonly onOpen?: () => void;
}

export interface TableColumn {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** In CSS pixels; what is left over is shared out. */
  readonly width: number;
  /** Figures are read from their right end. */
  readonly numeric: boolean;
  /** Undefined where it cannot be sorted by. */
  readonly sort?: 'ascending' | 'descending' | 'none';
}

export interface TableRow {
  readonly id: string;
}

export type CellOf<R extends TableRow> = (row: R, column: string) => TableCell;

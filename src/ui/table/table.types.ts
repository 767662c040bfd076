/** Data of a table, independent of its source. */
export type CellTone = 'good' | 'waiting' | 'bad' | 'moving' | 'planned' | 'quiet';

export interface TableCell {
  /** Empty without a value. */
  readonly text: string;
  readonly exact?: string;
  readonly tone?: CellTone;
  readonly checked?: boolean;
  readonly instant?: string;
  /** Link to a path of this app. */
  readonly href?: string | null;
  /** Opens something on this page. */
  readonly onOpen?: () => void;
}

export interface TableColumn {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** In CSS pixels; extra width is distributed. */
  readonly width: number;
  /** Numbers are right-aligned. */
  readonly numeric: boolean;
  /** Undefined if the column cannot be sorted by. */
  readonly sort?: 'ascending' | 'descending' | 'none';
}

export interface TableRow {
  readonly id: string;
}

/** Rows that are chosen for an action, an export or a print. */
export interface RowChoice {
  readonly isChosen: (id: string) => boolean;
  readonly onChoose: (id: string, chosen: boolean) => void;
  /** How many of the visible rows are chosen. */
  readonly page: 'all' | 'some' | 'none';
  readonly onChoosePage: (chosen: boolean) => void;
}

export type CellOf<R extends TableRow> = (row: R, column: string) => TableCell;

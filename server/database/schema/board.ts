/** Row types of what organizations do together with their notifications. Only functions of the database write them. */
export interface BoardEntriesTable {
  organization_id: string;
  content_id: string;
  acknowledged_by: string | null;
  acknowledged_at: Date;
  assignee_id: string | null;
  assigned_at: Date | null;
  version: number;
}

export interface BoardHandoversTable {
  id: string;
  organization_id: string;
  /** For idempotency. */
  request_id: string;
  author_id: string | null;
  note: string;
  created_at: Date;
  acknowledged_by: string | null;
  acknowledged_at: Date | null;
}

export interface BoardTables {
  board_entries: BoardEntriesTable;
  board_handovers: BoardHandoversTable;
}

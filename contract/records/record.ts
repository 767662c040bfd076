/** Defines the page of a kind of records once: what the app shows of it, and what the server reads. */
import type { Lists } from '../lists/catalog';
import type { ListColumn, ListName } from '../lists/list';
import type { RecordKind } from './kinds';

interface TabHead {
  readonly label: string;
}

/** Facts in groups: names of columns of the list or of `details`. */
export interface FactsTab extends TabHead {
  readonly show: 'facts';
  readonly groups: readonly { readonly title: string; readonly facts: readonly string[] }[];
}

/** A few rows of its own, read with `recordTable`. */
export interface TableTab extends TabHead {
  readonly show: 'table';
  readonly noun: { readonly one: string; readonly many: string };
  readonly columns: Readonly<Record<string, ListColumn>>;
  /** The column that names the record of its row, of the kind. */
  readonly own?: { readonly column: string; readonly kind: RecordKind };
  /** Shown without rows: why there are none, and what to do. */
  readonly empty: string;
  /** Explains the rows, if their columns do not. */
  readonly note?: string;
  /** The id of the row that sums up those above it. */
  readonly sumId?: string;
  /** The rows are those of this list; the tab is for users who may see the list. */
  readonly of?: ListName;
  /** The rows are candidates, which `RECRUITER_PARAM` may limit to those of one recruiter. */
  readonly byRecruiter?: true;
  /** `?<flag>=true` opens it, if the address names no tab. */
  readonly flag?: string;
}

/** The rows of a list that belong to the record: those whose `filter` is its id. */
export type ListTab = {
  readonly [N in ListName]: TabHead & {
    readonly show: 'list';
    readonly list: N;
    readonly filter: keyof Lists[N]['filters'] & string;
  };
}[ListName];

interface TimelineTab extends TabHead {
  readonly show: 'timeline';
}

/** The PDF of the record. */
interface PdfTab extends TabHead {
  readonly show: 'pdf';
}

/** The chat with the candidate. */
interface ChatTab extends TabHead {
  readonly show: 'chat';
}

export type RecordTab = FactsTab | TableTab | ListTab | TimelineTab | PdfTab | ChatTab;

export interface RecordDefinition {
  /** 'Job' */
  readonly noun: string;
  /** The column that names the record; a number is shown after the noun. */
  readonly name: string;
  /** Columns shown beside the name. */
  readonly about: readonly string[];
  /** The list's column with its status. */
  readonly status?: string;
  /** Columns with the most important facts. */
  readonly facts: readonly string[];
  /** Values read with the record, in addition to the columns of its list. */
  readonly details: Readonly<Record<string, ListColumn>>;
  /** The first tab is the default. */
  readonly tabs: Readonly<Record<string, RecordTab>>;
}

/** In the address: `?tab=submissions`. */
export const TAB_PARAM = 'tab';
/** Limits the candidates of a job to those of one recruiter, in links of notifications. */
export const RECRUITER_PARAM = 'recId';

export const ACTIVITY = { label: 'Activity', show: 'timeline' } as const satisfies RecordTab;

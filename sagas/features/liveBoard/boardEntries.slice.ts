/** Shared work on the board: acknowledgments, assignees, and handovers. */
import { createSlice, original, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { Alarm } from '../../../contract/board/alarms.endpoints';
import type { ResponseOf } from '../../../contract/endpoints';
import { clearedOnSignOut } from '../../session/activeSession.saga';
import { boardLeft } from './liveBoard.slice';

export type BoardEntry = ResponseOf<'acknowledgeEntry'>;
export type Handover = ResponseOf<'writeHandover'>;
export type SharedBoard = ResponseOf<'boardState'>;

export interface BoardEntriesState {
  /** The id under which the server announces changes of the board; null until loaded. */
  readonly boardId: string | null;
  /** By the id of the notification. */
  readonly entries: Readonly<Record<string, BoardEntry>>;
  /** Colleagues, the first ones by name. */
  readonly people: NonNullable<SharedBoard['people']>;
  /** The notes that no one has taken over, oldest first. */
  readonly handovers: readonly Handover[];
  /** There are older ones, which are loaded once some of these have been taken over. */
  readonly hasOlderHandovers: boolean;
  readonly lastTakenOver: Handover | null;
  /** Current alarms, newest first. */
  readonly alarms: readonly Alarm[];
  /** Loading this state fails: when it last succeeded, epoch ms, or null for never. Null while it is up to date. */
  readonly outdated: { readonly since: number | null } | null;
  /** Ids of notifications, alarms and handovers whose change is being saved. */
  readonly busy: readonly string[];
  /** A note is being written. */
  readonly handoverBusy: boolean;
  /** What happened to the note that was sent from the open form. */
  readonly handoverError: string | null;
  /** Incremented with each save; the form closes when it changes. */
  readonly handoversWritten: number;
}

const NOTHING: BoardEntriesState = {
  boardId: null,
  entries: {},
  people: [],
  handovers: [],
  hasOlderHandovers: false,
  lastTakenOver: null,
  alarms: [],
  outdated: null,
  busy: [],
  handoverBusy: false,
  handoverError: null,
  handoversWritten: 0,
};

interface OfAlarm {
  readonly alarmId: string;
}

interface OfEntry {
  readonly notificationId: string;
}

interface OfHandover {
  readonly handoverId: string;
}

/** Beyond twice as many, only the newest of this number are kept. */
const ENTRIES_KEPT = 5_000;

/** Entries have versions: the later one is kept, in whatever order they arrive. The same object if none is later. */
function withEntries(
  entries: BoardEntriesState['entries'],
  arrived: readonly BoardEntry[],
): BoardEntriesState['entries'] {
  const later = new Map<string, BoardEntry>();
  for (const entry of arrived) {
    const known = later.get(entry.notificationId) ?? entries[entry.notificationId];
    if (known === undefined || known.version < entry.version) later.set(entry.notificationId, entry);
  }
  if (later.size === 0) return entries;
  const all = { ...entries, ...Object.fromEntries(later) };
  if (Object.keys(all).length <= 2 * ENTRIES_KEPT) return all;
  const newest = Object.values(all)
    .sort((a, b) => (a.acknowledgedAt < b.acknowledgedAt ? 1 : -1))
    .slice(0, ENTRIES_KEPT);
  return Object.fromEntries(newest.map((entry) => [entry.notificationId, entry]));
}

/** The known object if both have the same contents, so that nothing is drawn again. */
const sameOr = <T>(known: T, arrived: T): T => (JSON.stringify(known) === JSON.stringify(arrived) ? known : arrived);

/** Not as a draft, which would wrap each of thousands of entries. */
const plain = (state: Draft<BoardEntriesState>): BoardEntriesState => original(state) ?? state;

/** The one that was taken over later. */
function laterTakenOver(known: Handover | null, arrived: Handover | null): Handover | null {
  if (known === null || arrived === null) return arrived ?? known;
  return (known.acknowledgedAt ?? '') > (arrived.acknowledgedAt ?? '') ? known : sameOr(known, arrived);
}

/** A note that was just written or taken over. */
function withHandover(state: BoardEntriesState, handover: Handover): BoardEntriesState {
  const others = state.handovers.filter(({ handoverId }) => handoverId !== handover.handoverId);
  return handover.acknowledgedAt === null
    ? { ...state, handovers: [...others, handover] }
    : { ...state, handovers: others, lastTakenOver: laterTakenOver(state.lastTakenOver, handover) };
}

const SHARED = [
  'boardId',
  'people',
  'handovers',
  'hasOlderHandovers',
  'lastTakenOver',
  'alarms',
  'outdated',
  'entries',
] as const satisfies readonly (keyof BoardEntriesState)[];

function withShared(state: BoardEntriesState, shared: SharedBoard): BoardEntriesState {
  const lastTakenOver = laterTakenOver(state.lastTakenOver, shared.lastTakenOver);
  // The state may have been read before the note was taken over here.
  const open = shared.handovers.filter(({ handoverId }) => handoverId !== lastTakenOver?.handoverId);
  const next: BoardEntriesState = {
    ...state,
    boardId: shared.boardId,
    people: sameOr(state.people, shared.people ?? state.people),
    handovers: sameOr(state.handovers, open),
    hasOlderHandovers: shared.hasOlderHandovers,
    lastTakenOver,
    alarms: sameOr(state.alarms, shared.alarms),
    outdated: null,
    entries: withEntries(state.entries, shared.entries),
  };
  return SHARED.every((key) => next[key] === state[key]) ? state : next;
}

const slice = createSlice({
  name: 'boardEntries',
  initialState: NOTHING,
  reducers: {
    /** The user has seen the notification and takes care of it. */
    entryAcknowledgePressed: (state, _: PayloadAction<OfEntry>) => state,
    entryAssignPressed: (state, _: PayloadAction<OfEntry & { readonly assigneeId: string | null }>) => state,
    alarmAcknowledgePressed: (state, _: PayloadAction<OfAlarm>) => state,
    /** The form is opened or closed. */
    handoverFormCleared: (state) => {
      state.handoverError = null;
    },
    handoverSubmitted: (state, _: PayloadAction<{ readonly note: string }>) => state,
    takeOverPressed: (state, _: PayloadAction<OfHandover>) => state,
    /** What is shown may be out of date, and lacks the entry of this notification if it is named. */
    boardStateRequested: (state, _: PayloadAction<OfEntry | undefined>) => state,

    boardStateArrived: (state, { payload }: PayloadAction<SharedBoard>): BoardEntriesState =>
      withShared(plain(state), payload),
    boardOutdated: (state, { payload }: PayloadAction<{ readonly since: number | null }>) => {
      if (state.outdated?.since !== payload.since) state.outdated = payload;
    },
    /** Of notifications whose entries the state has left out. */
    boardEntriesFound: (draft, { payload }: PayloadAction<ResponseOf<'findEntries'>>): BoardEntriesState => {
      const state = plain(draft);
      return { ...state, entries: withEntries(state.entries, payload.entries) };
    },
    entryBegun: (state, { payload }: PayloadAction<OfEntry>): BoardEntriesState => ({
      ...plain(state),
      busy: [...plain(state).busy, payload.notificationId],
    }),
    entryEnded: (draft, { payload }: PayloadAction<OfEntry & { readonly entry: BoardEntry | null }>) => {
      const state = plain(draft);
      return {
        ...state,
        busy: state.busy.filter((id) => id !== payload.notificationId),
        entries: payload.entry === null ? state.entries : withEntries(state.entries, [payload.entry]),
      };
    },
    alarmBegun: (state, { payload }: PayloadAction<OfAlarm>): BoardEntriesState => ({
      ...state,
      busy: [...state.busy, payload.alarmId],
    }),
    alarmEnded: (state, { payload }: PayloadAction<OfAlarm & { readonly alarm: Alarm | null }>): BoardEntriesState => ({
      ...state,
      busy: state.busy.filter((id) => id !== payload.alarmId),
      alarms: state.alarms.map((each) => (each.alarmId === payload.alarmId ? (payload.alarm ?? each) : each)),
    }),
    handoverBegun: (state) => {
      state.handoverBusy = true;
      state.handoverError = null;
    },
    handoverEnded: (
      state,
      { payload }: PayloadAction<{ readonly handover: Handover | null; readonly error: string | null }>,
    ): BoardEntriesState => ({
      ...(payload.handover === null ? state : withHandover(state, payload.handover)),
      handoverBusy: false,
      handoverError: payload.error,
      handoversWritten: state.handoversWritten + (payload.handover === null ? 0 : 1),
    }),
    takeOverBegun: (state, { payload }: PayloadAction<OfHandover>): BoardEntriesState => ({
      ...state,
      busy: [...state.busy, payload.handoverId],
    }),
    takeOverEnded: (
      state,
      { payload }: PayloadAction<OfHandover & { readonly handover: Handover | null }>,
    ): BoardEntriesState => ({
      ...(payload.handover === null ? state : withHandover(state, payload.handover)),
      busy: state.busy.filter((id) => id !== payload.handoverId),
    }),
  },
  extraReducers: (builder) =>
    builder.addCase(boardLeft, (state) => {
      state.entries = {};
      state.outdated = null;
    }),
});

export const boardEntriesReducers = clearedOnSignOut({ boardEntries: slice.reducer });
export const {
  alarmAcknowledgePressed,
  alarmBegun,
  alarmEnded,
  boardEntriesFound,
  boardOutdated,
  boardStateArrived,
  boardStateRequested,
  entryAcknowledgePressed,
  entryAssignPressed,
  entryBegun,
  entryEnded,
  handoverBegun,
  handoverEnded,
  handoverFormCleared,
  handoverSubmitted,
  takeOverBegun,
  takeOverEnded,
  takeOverPressed,
} = slice.actions;

export interface WithBoardEntries {
  readonly boardEntries?: BoardEntriesState;
}
/** Empty until its part is loaded. */
export const selectBoardEntries = (state: WithBoardEntries): BoardEntriesState => state.boardEntries ?? NOTHING;
/** What was done with this notification; undefined if nothing. */
export const selectEntry = (state: WithBoardEntries, notificationId: string): BoardEntry | undefined =>
  selectBoardEntries(state).entries[notificationId];
/** Whether its change is being saved. */
export const selectIsEntryBusy = (state: WithBoardEntries, notificationId: string): boolean =>
  selectBoardEntries(state).busy.includes(notificationId);
/** The colleagues whom an entry can be assigned to; empty until loaded. */
export const selectPeople = (state: WithBoardEntries): BoardEntriesState['people'] => selectBoardEntries(state).people;

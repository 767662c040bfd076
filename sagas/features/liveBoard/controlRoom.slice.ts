/** Shared work on the board: acknowledgments, assignees, and the handover. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Alarm } from '../../../contract/board/alarms.endpoints';
import type { ResponseOf } from '../../../contract/endpoints';
import { clearedOnSignOut } from '../../session/activeSession.saga';

export type BoardEntry = ResponseOf<'acknowledgeEntry'>;
export type Handover = ResponseOf<'writeHandover'>;
export type SharedBoard = ResponseOf<'boardState'>;

export interface ControlRoomState {
  /** The server names it in changes; null until loaded. */
  readonly boardId: string | null;
  /** By the id of the notification. */
  readonly entries: Readonly<Record<string, BoardEntry>>;
  readonly people: SharedBoard['people'];
  readonly handover: Handover | null;
  /** Current alarms, newest first. */
  readonly alarms: readonly Alarm[];
  /** Ids of notifications and alarms whose change is being saved. */
  readonly busy: readonly string[];
  readonly handoverBusy: boolean;
  readonly handoverError: string | null;
  /** Counts the notes that were saved: the form closes. */
  readonly handoversWritten: number;
}

const NOTHING: ControlRoomState = {
  boardId: null,
  entries: {},
  people: [],
  handover: null,
  alarms: [],
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

/** Entries have versions: the later one is kept, in whatever order they arrive. */
function withEntry(entries: ControlRoomState['entries'], entry: BoardEntry): ControlRoomState['entries'] {
  const known = entries[entry.notificationId];
  return known !== undefined && known.version > entry.version ? entries : { ...entries, [entry.notificationId]: entry };
}

const slice = createSlice({
  name: 'controlRoom',
  initialState: NOTHING,
  reducers: {
    /** The user has seen the notification and takes care of it. */
    entryAcknowledgePressed: (state, _: PayloadAction<OfEntry>) => state,
    entryAssignPressed: (state, _: PayloadAction<OfEntry & { readonly assigneeId: string | null }>) => state,
    alarmAcknowledgePressed: (state, _: PayloadAction<OfAlarm>) => state,
    handoverSubmitted: (state, _: PayloadAction<{ readonly note: string }>) => state,
    takeOverPressed: (state) => state,
    /** What is shown may be out of date. */
    boardStateWanted: (state) => state,

    boardStateArrived: (state, { payload }: PayloadAction<SharedBoard>): ControlRoomState => ({
      ...state,
      boardId: payload.boardId,
      people: payload.people,
      handover: payload.handover,
      alarms: payload.alarms,
      entries: payload.entries.reduce(withEntry, state.entries),
    }),
    entryBegun: (state, { payload }: PayloadAction<OfEntry>): ControlRoomState => ({
      ...state,
      busy: [...state.busy, payload.notificationId],
    }),
    entryEnded: (state, { payload }: PayloadAction<OfEntry & { readonly entry: BoardEntry | null }>) => ({
      ...state,
      busy: state.busy.filter((id) => id !== payload.notificationId),
      entries: payload.entry === null ? state.entries : withEntry(state.entries, payload.entry),
    }),
    alarmBegun: (state, { payload }: PayloadAction<OfAlarm>): ControlRoomState => ({
      ...state,
      busy: [...state.busy, payload.alarmId],
    }),
    alarmEnded: (state, { payload }: PayloadAction<OfAlarm & { readonly alarm: Alarm | null }>): ControlRoomState => ({
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
      {
        payload,
      }: PayloadAction<{ readonly handover?: Handover; readonly isWritten?: boolean; readonly error?: string }>,
    ): ControlRoomState => ({
      ...state,
      handoverBusy: false,
      handoverError: payload.error ?? null,
      handover: payload.handover ?? state.handover,
      handoversWritten: state.handoversWritten + (payload.isWritten === true ? 1 : 0),
    }),
  },
});

export const controlRoomReducers = clearedOnSignOut({ controlRoom: slice.reducer });
export const {
  alarmAcknowledgePressed,
  alarmBegun,
  alarmEnded,
  boardStateArrived,
  boardStateWanted,
  entryAcknowledgePressed,
  entryAssignPressed,
  entryBegun,
  entryEnded,
  handoverBegun,
  handoverEnded,
  handoverSubmitted,
  takeOverPressed,
} = slice.actions;

export interface WithControlRoom {
  readonly controlRoom?: ControlRoomState;
}
/** Empty until its part is loaded. */
export const selectControlRoom = (state: WithControlRoom): ControlRoomState => state.controlRoom ?? NOTHING;

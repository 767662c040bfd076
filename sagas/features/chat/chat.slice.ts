/** Threads, their messages and drafts. The badge is in live.slice; the outbox is a machine. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ChatChanges } from '../../../contract/chat/chat';
import type { ResponseOf } from '../../../contract/endpoints';
import type { OutgoingFile, StoredMessages } from '../../../machines/chatOutbox/chatOutbox.machine';
import type { Failure } from '../../../machines/failure';
import type { FileRef } from '../../../machines/references';
import { clearedOnSignOut } from '../../session/activeSession.saga';
import {
  openedThread,
  withChanges,
  withFailure,
  withNews,
  withOlder,
  withPage,
  withThreads,
  type ShownThread,
  type ThreadList,
} from './chat.rules';
import { chatChanged } from './live.slice';

interface OfCandidate {
  readonly candidateId: string;
}

export const chatSendPressed = createAction<OfCandidate>('chat/sendPressed');
export const chatRetryPressed = createAction<{ readonly requestId: string }>('chat/retryPressed');
export const chatDiscardPressed = createAction<{ readonly requestId: string }>('chat/discardPressed');
export const chatOlderRequested = createAction('chat/olderRequested');
export const chatMoreRequested = createAction('chat/moreRequested');
export const chatReloadPressed = createAction('chat/reloadPressed');
export const chatFilePressed = createAction<{ readonly chatFileId: string }>('chat/filePressed');
export const chatFileChosen = createAction<
  OfCandidate & { readonly file: FileRef; readonly fileName: string; readonly size: number }
>('chat/fileChosen');
/** The outbox has a message to send. */
export const chatOutgoing = createAction<{
  readonly requestId: string;
  readonly candidateId: string;
  readonly text: string;
  readonly file: OutgoingFile | null;
  readonly at: number;
}>('chat/outgoing');
/** What is stored has been read again, because other tabs may have changed it. */
export const chatUnsentLoaded = createAction<StoredMessages>('chat/unsentLoaded');

/** What is typed for a candidate and not sent; it survives leaving the page. */
export interface Draft {
  readonly text: string;
  readonly file: OutgoingFile | null;
}

interface Upload {
  readonly fileName: string;
  /** Why it failed; null while it is in progress. */
  readonly problem: string | null;
}

export interface ChatState {
  readonly list: ThreadList;
  readonly shown: ShownThread | null;
  /** By candidate. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** By candidate: the upload in progress, or the one that failed. */
  readonly uploads: Readonly<Record<string, Upload | null>>;
}

const NO_DRAFT: Draft = { text: '', file: null };
/** The draft to a candidate; an empty one if there is none. */
export const draftOf = ({ drafts }: Pick<ChatState, 'drafts'>, candidateId: string): Draft =>
  drafts[candidateId] ?? NO_DRAFT;

const NOTHING: ChatState = {
  list: { q: '', unreadOnly: false, records: null, count: 0, loading: false, failure: null },
  shown: null,
  drafts: {},
  uploads: {},
};

const slice = createSlice({
  name: 'chat',
  initialState: NOTHING,
  reducers: {
    chatSearched: (state, { payload }: PayloadAction<{ readonly q: string }>) => ({
      ...state,
      list: { ...state.list, q: payload.q.trim(), records: null },
    }),
    chatUnreadToggled: (state) => ({
      ...state,
      list: { ...state.list, unreadOnly: !state.list.unreadOnly, records: null },
    }),
    threadsLoading: (state) => ({ ...state, list: { ...state.list, loading: true, failure: null } }),
    threadsFailed: (state, { payload }: PayloadAction<{ readonly failure: Failure }>) => ({
      ...state,
      list: { ...state.list, loading: false, failure: payload.failure },
    }),
    threadsArrived: (
      state,
      { payload }: PayloadAction<{ readonly found: ResponseOf<'chatThreads'>; readonly isFirst: boolean }>,
    ) => ({ ...state, list: withThreads(state.list, payload.found, payload.isFirst) }),
    threadOpened: (state, { payload }: PayloadAction<OfCandidate>) => ({
      ...state,
      shown: openedThread(payload.candidateId),
    }),
    threadClosed: (state) => ({ ...state, shown: null }),
    threadFailed: (state, { payload }: PayloadAction<OfCandidate & { readonly failure: Failure }>) => ({
      ...state,
      shown: state.shown && withFailure(state.shown, payload),
    }),
    threadArrived: (state, { payload }: PayloadAction<ResponseOf<'chatMessages'>>) => ({
      ...state,
      shown: state.shown && withPage(state.shown, payload),
    }),
    /** Applies changes again that arrived during a load, because its answer may lack them. */
    changesRepeated: (state, { payload }: PayloadAction<ChatChanges>) => withChanges(state, payload),
    olderLoading: (state) => ({
      ...state,
      shown: state.shown && { ...state.shown, loadingOlder: true, failure: null },
    }),
    olderArrived: (state, { payload }: PayloadAction<ResponseOf<'chatMessages'>>) => ({
      ...state,
      shown: state.shown && withOlder(state.shown, payload),
    }),
    chatDraftChanged: (state, { payload }: PayloadAction<OfCandidate & Partial<Draft>>) => {
      const { candidateId, ...draft } = payload;
      // Why a file was not attached no longer matters once the message is sent, or goes without a file.
      const isOver = draft.file === null && state.uploads[candidateId]?.problem != null;
      return {
        ...state,
        drafts: { ...state.drafts, [candidateId]: { ...draftOf(state, candidateId), ...draft } },
        ...(isOver && { uploads: { ...state.uploads, [candidateId]: null } }),
      };
    },
    /** Every change of a draft is stored immediately, so the stored ones are the latest of all tabs. */
    draftsLoaded: (state, { payload }: PayloadAction<{ readonly drafts: ChatState['drafts'] }>) => ({
      ...state,
      drafts: payload.drafts,
    }),
    uploadMoved: (state, { payload }: PayloadAction<OfCandidate & { readonly upload: Upload | null }>) => ({
      ...state,
      uploads: { ...state.uploads, [payload.candidateId]: payload.upload },
    }),
    /** The upload under way is cancelled, or the file of one that failed is removed. */
    chatUploadRemoved: (state, { payload }: PayloadAction<OfCandidate>) => ({
      ...state,
      uploads: { ...state.uploads, [payload.candidateId]: null },
    }),
  },
  extraReducers: (builder) => builder.addCase(chatChanged, (state, { payload }) => withNews(state, payload.changes)),
});

export const {
  changesRepeated,
  chatSearched,
  chatUnreadToggled,
  threadsLoading,
  threadsFailed,
  threadsArrived,
  threadOpened,
  threadClosed,
  threadFailed,
  threadArrived,
  olderLoading,
  olderArrived,
  chatDraftChanged,
  draftsLoaded,
  uploadMoved,
  chatUploadRemoved,
} = slice.actions;

/** Joins the store with the chat. */
export const chatReducers = clearedOnSignOut({ chat: slice.reducer });

export interface WithChat {
  readonly chat?: ChatState;
}

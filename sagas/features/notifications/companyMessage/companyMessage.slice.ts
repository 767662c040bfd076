import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  COMPANY_MESSAGE_MAX_LENGTH,
  COMPANY_SUBJECT_MAX_LENGTH,
} from '../../../../contract/notifications/company.endpoints';
import type { Failure } from '../../../../machines/failure';
import { companyMessageCancelled, companyMessageSubmitted, type CompanyText } from '../notifications.intents';

/** The dialog for a company notification. */
export interface CompanyState {
  /** One per opening, so that the server sends repeated requests only once. Null while the dialog is closed. */
  readonly requestId: string | null;
  /** How many people it reaches; null until it is known. */
  readonly people: number | null;
  readonly busy: boolean;
  readonly failure: Failure | null;
}
const NO_COMPANY: CompanyState = { requestId: null, people: null, busy: false, failure: null };

const slice = createSlice({
  name: 'companyMessage',
  initialState: NO_COMPANY,
  reducers: {
    companyOpened: (_, { payload }: PayloadAction<{ readonly requestId: string }>): CompanyState => ({
      ...NO_COMPANY,
      requestId: payload.requestId,
    }),
    companyReachCounted: (state, { payload }: PayloadAction<{ readonly people: number }>): CompanyState =>
      state.requestId === null ? state : { ...state, people: payload.people },
    companySent: () => NO_COMPANY,
    companyFailed: (state, { payload: { failure } }: PayloadAction<{ readonly failure: Failure }>): CompanyState => ({
      ...state,
      busy: false,
      failure,
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(companyMessageSubmitted, (state, { payload }) => {
        if (!isSendable(payload)) return;
        state.busy = true;
        state.failure = null;
      })
      // Sending cannot be cancelled: after another opening it would be sent twice.
      .addCase(companyMessageCancelled, (state) => (state.busy ? state : NO_COMPANY)),
});

export const { companyOpened, companyReachCounted, companySent, companyFailed } = slice.actions;
export const companyMessageReducer = slice.reducer;

/** Both are filled in, and neither is too long. */
export function isSendable({ subject, message }: CompanyText): boolean {
  return (
    subject.trim() !== '' &&
    message.trim() !== '' &&
    subject.length <= COMPANY_SUBJECT_MAX_LENGTH &&
    message.length <= COMPANY_MESSAGE_MAX_LENGTH
  );
}

/** The part of the store that these selectors read. */
export interface WithCompany {
  readonly notifications?: { readonly company: CompanyState };
}

/** The closed dialog until its part is loaded. */
export const selectCompanyMessage = (state: WithCompany): CompanyState => state.notifications?.company ?? NO_COMPANY;

import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { COMPANY_MESSAGE_MAX_LENGTH, COMPANY_SUBJECT_MAX_LENGTH, type UserInfo } from '../../contract';
import type { Failure } from '../../machines/failure';
import { companyCancelled, companySubmitted, type CompanyText } from './notifications.intents';

/** The dialog in which a notification for everybody is written. */
export interface CompanyState {
  /** One for each opening: however often it is sent, everybody is told once. Null while it is closed. */
  readonly requestId: string | null;
  readonly busy: boolean;
  readonly failure: Failure | null;
}
export const NO_COMPANY: CompanyState = { requestId: null, busy: false, failure: null };

export const companyOpened = createAction<{ readonly requestId: string }>('notifications/companyOpened');
export const companySent = createAction('notifications/companySent');
export const companyFailed = createAction<{ readonly failure: Failure }>('notifications/companyFailed');

export function companyReducer(state: CompanyState = NO_COMPANY, action: UnknownAction): CompanyState {
  if (companyOpened.match(action)) return { ...NO_COMPANY, requestId: action.payload.requestId };
  if (companySubmitted.match(action)) return { ...state, busy: true, failure: null };
  if (companyFailed.match(action)) return { ...state, busy: false, failure: action.payload.failure };
  if (companySent.match(action) || companyCancelled.match(action)) return NO_COMPANY;
  return state;
}

/** Both are there, and neither is longer than may be. */
export function isSendable({ subject, message }: CompanyText): boolean {
  return (
    subject.trim() !== '' &&
    message.trim() !== '' &&
    subject.length <= COMPANY_SUBJECT_MAX_LENGTH &&
    message.length <= COMPANY_MESSAGE_MAX_LENGTH
  );
}

export const maySendCompany = ({ permissions }: UserInfo): boolean =>
  permissions.includes('NOTIFICATIONS_ACTIVITY_SEND_COMPANY_NOTIFICATIONS');

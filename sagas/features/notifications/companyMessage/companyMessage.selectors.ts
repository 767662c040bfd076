/** What the dialog for a company notification shows; loaded with it. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import type { Failure } from '../../../../machines/failure';
import { failureText } from '../../../base/http/failureText';
import { isUnanswered } from '../../../base/http/outcome';
import { selectUser } from '../../../session/session.selectors';
import { selectCompanyMessage } from './companyMessage.slice';
import { peopleText } from '../../../base/numbers';

/** Whether the user may send company notifications. */
export const maySendCompanyMessage = ({ permissions }: UserInfo): boolean =>
  permissions.includes('NOTIFICATIONS_ACTIVITY_SEND_COMPANY_NOTIFICATIONS');

/** A managing organization notifies its whole program, any other one only itself. */
const readersText = (user: UserInfo | null): string =>
  user?.organizationType === 'VMS' ? 'Everyone in the program' : 'Everyone in your organization';

/** The paragraphs and lines of a message, as its readers see them. */
export const paragraphsOf = (message: string): readonly (readonly string[])[] =>
  message
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n'));

/** The dialog of a company notification; `error` is a sentence, or null. */
export const selectCompanyMessageView = createSelector(
  [selectCompanyMessage, selectUser],
  ({ requestId, people, busy, failure }, user) => ({
    open: requestId !== null,
    busy,
    readers: readersText(user),
    reach: people === null ? null : `It reaches ${peopleText(people)}.`,
    error: failure && errorText(failure),
  }),
);

/** After a conflict it was sent, with an earlier text; without an answer it is unknown. */
function errorText(failure: Failure): string {
  if (isUnanswered({ failure }))
    return 'No answer arrived, so this may or may not have been sent. Please try again: it is sent only once.';
  const isSent = failure.kind === 'refused' && failure.code === 'conflict';
  return isSent ? failureText(failure) : `The notification was not sent. ${failureText(failure)}`;
}

/** What the dialog for a notification to all users shows; loaded with it. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import type { Failure } from '../../../../machines/failure';
import { failureText } from '../../../base/http/failureText';
import { isUnanswered } from '../../../base/http/outcome';
import { selectCompanyMessage } from './companyMessage.slice';

/** Whether the user may notify the whole organization. */
export const maySendCompanyMessage = ({ permissions }: UserInfo): boolean =>
  permissions.includes('NOTIFICATIONS_ACTIVITY_SEND_COMPANY_NOTIFICATIONS');

const count = new Intl.NumberFormat('en-US');

const reachText = (people: number): string =>
  people === 1 ? 'It reaches one person.' : `It reaches ${count.format(people)} people.`;

/** The paragraphs and lines of a message, as its readers see them. */
export const paragraphsOf = (message: string): readonly (readonly string[])[] =>
  message
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n'));

/** The dialog that notifies the whole company; `error` is a sentence, or null. */
export const selectCompanyMessageView = createSelector(
  [selectCompanyMessage],
  ({ requestId, people, busy, failure }) => ({
    open: requestId !== null,
    busy,
    reach: people === null ? null : reachText(people),
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

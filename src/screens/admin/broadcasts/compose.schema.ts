import { array, boolean, object, string } from 'yup';
import { BROADCAST_MESSAGE_MAX_LENGTH, BROADCAST_SUBJECT_MAX_LENGTH } from '../../../../contract/broadcasts/broadcast';
import type { ComposeValues } from '../../../../sagas/features/admin/broadcasts/compose.rules';
import { messageHtml } from '../../../../sagas/features/admin/broadcasts/messageHtml';
import { wallInstant } from '../../../../sagas/base/zones';

const NO_SUCH_TIME = 'This time does not exist in the time zone, because clocks change then. Please choose another.';
const ids = () => array(string().required());

/** The server's requirements, with messages for the fields. */
export const composeSchema = object({
  subject: string()
    .trim()
    .required('Please enter the subject.')
    .max(BROADCAST_SUBJECT_MAX_LENGTH, `Please use at most ${BROADCAST_SUBJECT_MAX_LENGTH} characters.`),
  message: string()
    .trim()
    .required('Please write the message.')
    .test(
      'length',
      'The message is too long. Please shorten it, or put it into a document.',
      (text = '') => messageHtml(text).length <= BROADCAST_MESSAGE_MAX_LENGTH,
    ),
  organizationIds: ids(),
  organizationTypes: ids().test('recipient', 'Please choose who receives it.', function (types = []) {
    const { organizationIds } = this.parent as ComposeValues;
    return types.length + organizationIds.length > 0;
  }),
  stickyNotification: boolean(),
  forceLogout: boolean().test(
    'logout',
    'A broadcast for every login cannot sign people out: no one could stay signed in. Please choose another frequency, or no Force logout.',
    function (forceLogout = false) {
      return !forceLogout || (this.parent as ComposeValues).displayFrequency !== 'EVERY_LOGIN';
    },
  ),
  sendAt: string().test('time', function (wall = '') {
    const { when, zone } = this.parent as ComposeValues;
    if (when === 'now') return true;
    if (wall === '') return this.createError({ message: 'Please choose when it is sent.' });
    return wallInstant(wall, zone) !== null || this.createError({ message: NO_SUCH_TIME });
  }),
  endsAt: string().test('end', function (wall = '') {
    if (wall === '') return true;
    const { when, zone, sendAt } = this.parent as ComposeValues;
    const end = wallInstant(wall, zone);
    if (end === null) return this.createError({ message: NO_SUCH_TIME });
    const begin = when === 'later' ? wallInstant(sendAt, zone) : null;
    return begin === null || end > begin || this.createError({ message: 'Please choose an end after the send time.' });
  }),
  acceptBy: string().test('deadline', function (wall = '') {
    if (wall === '') return true;
    const { when, zone, sendAt, endsAt } = this.parent as ComposeValues;
    const by = wallInstant(wall, zone);
    if (by === null) return this.createError({ message: NO_SUCH_TIME });
    const begin = when === 'later' ? wallInstant(sendAt, zone) : null;
    if (begin !== null && by <= begin)
      return this.createError({ message: 'Please choose a time after the send time.' });
    const end = wallInstant(endsAt, zone);
    return (
      end === null || by <= end || this.createError({ message: 'Please choose a time before the broadcast ends.' })
    );
  }),
});

import { useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  COMPANY_MESSAGE_MAX_LENGTH,
  COMPANY_SUBJECT_MAX_LENGTH,
} from '../../../contract/notifications/notifications.endpoints';
import {
  isSendable,
  selectCompanyView,
} from '../../../sagas/features/notifications/companyMessage/companyMessage.slice';
import { companyCancelled, companySubmitted } from '../../../sagas/features/notifications/notifications.intents';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';

const number = new Intl.NumberFormat('en-US');

/** The dialog for a notification to everybody in the program. */
export function CompanyDialog() {
  const dispatch = useDispatch();
  const { busy, error } = useAppSelector(selectCompanyView);
  const [subject, setSubject] = useState('');
  const [message, setMessage] = useState('');
  const sendable = isSendable({ subject, message });
  const cancel = () => dispatch(companyCancelled());
  return (
    <Dialog title="Company Notification" onClose={cancel}>
      <p className="dialog-intro">Everybody in the program sees it in the Nexus VMS tab.</p>
      {error !== null && <Message tone="negative">{error}</Message>}
      <form
        className="ui form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (sendable && !busy) dispatch(companySubmitted({ subject, message }));
        }}
      >
        <TextField
          id="company-subject"
          name="subject"
          label="Subject"
          required
          autoFocus
          autoComplete="off"
          maxLength={COMPANY_SUBJECT_MAX_LENGTH}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
        />
        <TextArea
          id="company-message"
          label="Message"
          name="message"
          required
          rows={8}
          maxLength={COMPANY_MESSAGE_MAX_LENGTH}
          hint={`${number.format(message.length)} of ${number.format(COMPANY_MESSAGE_MAX_LENGTH)} characters`}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <div className="dialog-actions">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!sendable}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

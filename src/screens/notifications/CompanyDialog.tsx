import { Fragment, useState } from 'react';
import { useDispatch } from 'react-redux';
import { TAB_COLORS } from '../../../contract/notifications/categories';
import {
  COMPANY_MESSAGE_MAX_LENGTH,
  COMPANY_SUBJECT_MAX_LENGTH,
} from '../../../contract/notifications/company.endpoints';
import {
  paragraphsOf,
  selectCompanyMessageView,
} from '../../../sagas/features/notifications/companyMessage/companyMessage.selectors';
import { isSendable } from '../../../sagas/features/notifications/companyMessage/companyMessage.slice';
import {
  companyMessageCancelled,
  companyMessageSubmitted,
} from '../../../sagas/features/notifications/notifications.intents';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import '../../ui/theme/companyMessage.css';
import { categoryColor } from './rowParts';
import { countText } from '../../../sagas/base/numbers';

/** The dialog for a company notification. It cannot be closed while it is being sent. */
export function CompanyDialog() {
  const dispatch = useDispatch();
  const { busy, error, readers, reach } = useAppSelector(selectCompanyMessageView);
  const [subject, setSubject] = useState('');
  const [message, setMessage] = useState('');
  const sendable = isSendable({ subject, message });
  const cancel = () => !busy && dispatch(companyMessageCancelled());
  return (
    <Dialog title="Company Notification" size="wide" onClose={cancel}>
      <p className="dialog-intro">
        {readers} sees it in the Nexus VMS tab. <span role="status">{reach}</span>
      </p>
      {error !== null && <Message tone="negative">{error}</Message>}
      <form
        className="ui form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (sendable && !busy) dispatch(companyMessageSubmitted({ subject, message }));
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
          hint={`${countText(message.length)} of ${countText(COMPANY_MESSAGE_MAX_LENGTH)} characters`}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        {sendable && <Preview subject={subject} message={message} />}
        <div className="dialog-actions">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!sendable}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** As its readers will see it. */
function Preview({ subject, message }: { readonly subject: string; readonly message: string }) {
  return (
    <section className="company-preview" aria-label="Preview">
      <h3>Preview</h3>
      <article className="note is-new" style={categoryColor(TAB_COLORS.BROADCAST)}>
        <span className="note-subject">{subject.replace(/\s+/g, ' ').trim()}</span>
        <span className="note-when">Just now</span>
        <div className="note-text">
          {paragraphsOf(message).map((lines, index) => (
            <p key={index}>
              {lines.map((line, at) => (
                <Fragment key={at}>
                  {at > 0 && <br />}
                  {line}
                </Fragment>
              ))}
            </p>
          ))}
        </div>
      </article>
    </section>
  );
}

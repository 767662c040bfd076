import { useFormikContext } from 'formik';
import { BROADCAST_SUBJECT_MAX_LENGTH, DISPLAY_FREQUENCY_LABELS } from '../../../../contract/broadcasts/broadcast';
import { DISPLAY_FREQUENCIES } from '../../../../contract/notifications/notification';
import type { ComposeValues } from '../../../../sagas/features/admin/broadcasts/compose.rules';
import { CheckField } from '../../../ui/CheckField';
import { describedBy, errorIdOf, FieldError } from '../../../ui/Field';
import { TextArea } from '../../../ui/TextArea';
import { TextField } from '../../../ui/TextField';
import { shownError } from '../form/FormikForm';

const DISPLAY_ID = 'display';
const FREQUENCY_HINTS: Readonly<Record<ComposeValues['displayFrequency'], string>> = {
  IMMEDIATE: 'People who are signed in get it immediately, the others when they sign in.',
  NEXT_LOGIN: 'They get it the next time they sign in.',
  EVERY_LOGIN: 'They accept it again each time they sign in, until it ends.',
};
const OPTIONS = [
  { name: 'stickyNotification', label: 'Sticky', hint: 'Its toast stays until it is closed.' },
  {
    name: 'releaseNotes',
    label: 'Release note',
    hint: 'It describes what is new. Its document can be downloaded from the notification.',
  },
  { name: 'forceLogout', label: 'Force logout', hint: 'Everyone who accepts it is signed out.' },
] as const;

/** The text, and how it is displayed. */
export function MessageFields() {
  const formik = useFormikContext<ComposeValues>();
  const { values, getFieldProps, setFieldValue } = formik;
  const displayError = shownError('forceLogout', formik);
  return (
    <>
      <fieldset className="form-card">
        <legend>Message</legend>
        <TextField
          {...getFieldProps('subject')}
          id="broadcast-subject"
          label="Subject"
          required
          autoFocus
          autoComplete="off"
          maxLength={BROADCAST_SUBJECT_MAX_LENGTH}
          spellCheck
          error={shownError('subject', formik)}
        />
        <TextArea
          {...getFieldProps('message')}
          id="broadcast-message"
          label="Message"
          required
          rows={9}
          hint="A blank line begins a paragraph, “- ” a list item, **two stars** make words bold, and web addresses become links."
          error={shownError('message', formik)}
        />
      </fieldset>
      <fieldset
        className="form-card"
        aria-invalid={displayError !== undefined || undefined}
        aria-describedby={describedBy(displayError && errorIdOf(DISPLAY_ID))}
        tabIndex={-1}
      >
        <legend>How it is shown</legend>
        <div role="radiogroup" aria-label="Frequency">
          {DISPLAY_FREQUENCIES.map((frequency) => (
            <CheckField
              key={frequency}
              id={`frequency-${frequency}`}
              type="radio"
              name="displayFrequency"
              label={DISPLAY_FREQUENCY_LABELS[frequency]}
              hint={FREQUENCY_HINTS[frequency]}
              checked={values.displayFrequency === frequency}
              onChange={() => void setFieldValue('displayFrequency', frequency)}
            />
          ))}
        </div>
        <div className="form-options">
          {OPTIONS.map(({ name, label, hint }) => (
            <CheckField
              key={name}
              id={`broadcast-${name}`}
              name={name}
              label={label}
              hint={hint}
              checked={values[name]}
              onChange={(checked) => void setFieldValue(name, checked)}
            />
          ))}
        </div>
        <FieldError id={DISPLAY_ID} error={displayError} />
      </fieldset>
    </>
  );
}

import { Form, Formik, type FormikErrors } from 'formik';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { reachOf, type ComposeValues } from '../../../../sagas/features/admin/broadcasts/compose.rules';
import { selectComposeForm, selectUpload } from '../../../../sagas/features/admin/broadcasts/compose.selectors';
import { documentRemoved } from '../../../../sagas/features/admin/broadcasts/upload.slice';
import { formSubmitted } from '../../../../sagas/features/admin/forms/forms.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { FormNotes } from '../form/FormNotes';
import { FormActions, FormPage, useBack } from '../form/FormPage';
import { FollowForm } from '../form/FormikForm';
import { BroadcastPreview } from './BroadcastPreview';
import { DocumentField } from './DocumentField';
import { MessageFields } from './MessageFields';
import { RecipientFields } from './RecipientFields';
import { TimingFields } from './TimingFields';
import { composeSchema } from './compose.schema';
import { peopleText } from '../../../../sagas/base/numbers';

/** The form for a new broadcast, with a preview. */
export function ComposeScreen() {
  const form = useAppSelector(selectComposeForm);
  const upload = useAppSelector(selectUpload);
  const back = useBack();
  const dispatch = useDispatch();
  const [resets, setResets] = useState(0);
  const [previewed, setPreviewed] = useState<ComposeValues | null>(null);
  const { key, loaded, draft, busy } = form;
  const unsaved = draft !== null || upload !== null;
  const [restored, setRestored] = useState(unsaved);
  const element = useRef<HTMLFormElement>(null);
  const discard = () => {
    dispatch(documentRemoved());
    setRestored(false);
    setResets(resets + 1);
  };

  return (
    <FormPage title="New Broadcast" form={form} back={{ label: 'All broadcasts', to: back }}>
      {loaded !== null && (
        <Formik<ComposeValues>
          key={`${key} ${resets}`}
          initialValues={draft ?? loaded.values}
          validationSchema={composeSchema}
          validate={() => incompleteDates(element.current)}
          onSubmit={(values) => void (!busy && dispatch(formSubmitted({ values })))}
        >
          {({ values }) => (
            <Form ref={element} className="ui form admin-form" noValidate>
              <FormNotes form={form} meanwhile={[]} restored={restored} unsaved={unsaved} onDiscard={discard} />
              <div className="compose-columns">
                <div>
                  <MessageFields />
                  <DocumentField />
                </div>
                <div>
                  <RecipientFields audience={loaded.audience} />
                  <TimingFields openedAt={loaded.openedAt} ownZone={loaded.values.zone} />
                </div>
              </div>
              <FormActions
                save={values.when === 'now' ? 'Send' : 'Schedule'}
                busy={busy}
                disabled={upload !== null && !upload.isKept}
                back={back}
              >
                <p className="form-actions-note" role="status">
                  {uploadText(upload) ?? reachText(reachOf(loaded.audience, values))}
                </p>
                <Button onClick={() => setPreviewed(values)}>Preview</Button>
              </FormActions>
              <FollowForm formKey={key} saved={loaded.values} />
            </Form>
          )}
        </Formik>
      )}
      {loaded !== null && previewed !== null && (
        <BroadcastPreview values={previewed} loaded={loaded} onClose={() => setPreviewed(null)} />
      )}
    </FormPage>
  );
}

/** A date that is typed only in part, or does not exist, has the value of none: only its field knows. */
function incompleteDates(form: HTMLFormElement | null): FormikErrors<ComposeValues> {
  const inputs = [...(form?.querySelectorAll('input') ?? [])].filter(({ validity }) => validity.badInput);
  return Object.fromEntries(
    inputs.map(({ name, required }) => [
      name,
      required ? 'Please complete this date.' : 'Please complete this date, or clear it.',
    ]),
  );
}

/** Why it cannot be sent yet; null if the document does not prevent it. */
function uploadText(upload: ReturnType<typeof selectUpload>): string | null {
  if (upload === null || upload.isKept) return null;
  return upload.error === null
    ? 'The document is still being uploaded.'
    : 'The document was not uploaded. Please choose another, or remove it.';
}

function reachText(people: number): string {
  if (people === 0) return 'It has no recipients yet.';
  return `It reaches ${peopleText(people)}.`;
}

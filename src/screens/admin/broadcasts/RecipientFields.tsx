import { useFormikContext } from 'formik';
import { useEffect, useState } from 'react';
import { ORGANIZATION_TYPES } from '../../../../contract/base/organizations';
import {
  RECIPIENT_TYPE_LABELS,
  knownOrganizations,
  type Audience,
  type ComposeValues,
} from '../../../../sagas/features/admin/broadcasts/compose.rules';
import { CheckField } from '../../../ui/CheckField';
import { CheckList } from '../../../ui/CheckList';
import { describedBy, errorIdOf, FieldError } from '../../../ui/Field';
import { Message } from '../../../ui/Message';
import { shownError } from '../form/FormikForm';
import { peopleText } from '../../../../sagas/base/numbers';

const ID = 'recipients';

/** The recipients: all users of some organization types, and of organizations chosen one by one. */
export function RecipientFields({ audience }: { readonly audience: Audience }) {
  const formik = useFormikContext<ComposeValues>();
  const { values, setFieldValue } = formik;
  const { organizationTypes, organizationIds } = values;
  const types = ORGANIZATION_TYPES.filter((type) => audience.types.some((each) => each.type === type));
  const error = shownError('organizationTypes', formik);
  // It stays open when the last one is unticked, as the focus is in it.
  const [open, setOpen] = useState(organizationIds.length > 0);
  const known = knownOrganizations(organizationIds, audience);
  const [removed] = useState(organizationIds.length - known.length);
  // Those that a draft has and the list lacks could not be unticked.
  useEffect(() => {
    if (known.length < organizationIds.length) void setFieldValue('organizationIds', known);
  }, [known, organizationIds, setFieldValue]);
  const toggle = (type: (typeof types)[number]) =>
    void setFieldValue(
      'organizationTypes',
      organizationTypes.includes(type)
        ? organizationTypes.filter((each) => each !== type)
        : [...organizationTypes, type],
    );
  const choices = audience.organizations.map(({ id, name, type, people }) => ({
    value: id,
    label: name,
    of: `${RECIPIENT_TYPE_LABELS[type as (typeof types)[number]] ?? type}, ${peopleText(people)}`,
  }));
  return (
    <fieldset
      className="form-card"
      aria-invalid={error !== undefined || undefined}
      aria-describedby={describedBy(error && errorIdOf(ID))}
      tabIndex={-1}
    >
      <legend>Recipients</legend>
      {removed > 0 && (
        <Message tone="warning">
          {removed === 1
            ? 'An organization that you chose is no longer active, so it was removed from the recipients.'
            : `${removed} organizations that you chose are no longer active, so they were removed from the recipients.`}{' '}
          Please check whom it reaches.
        </Message>
      )}
      {types.map((type) => (
        <CheckField
          key={type}
          id={`type-${type}`}
          name="organizationTypes"
          label={
            <>
              {RECIPIENT_TYPE_LABELS[type]}{' '}
              <small className="quiet">
                {peopleText(audience.types.find((each) => each.type === type)?.people ?? 0)}
              </small>
            </>
          }
          checked={organizationTypes.includes(type)}
          onChange={() => toggle(type)}
        />
      ))}
      {choices.length > 0 && (
        <details className="organizations" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            Individual organizations{organizationIds.length > 0 && `: ${organizationIds.length} chosen`}
          </summary>
          <CheckList
            legend="Organizations"
            name="organizationIds"
            choices={choices}
            single={false}
            chosen={organizationIds}
            onChange={(chosen) => void setFieldValue('organizationIds', chosen)}
          />
        </details>
      )}
      <FieldError id={ID} error={error} />
    </fieldset>
  );
}

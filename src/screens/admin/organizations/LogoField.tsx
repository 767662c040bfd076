import { useFormikContext } from 'formik';
import { useState } from 'react';
import { LOGO_MAX_BYTES, LOGO_MAX_SIDE } from '../../../../contract/base/limits';
import type { OrganizationValues } from '../../../../sagas/features/admin/organizations/organizations.rules';
import { Button } from '../../../ui/Button';
import { FileButton } from '../../../ui/FileButton';
import { describedBy, errorIdOf, FieldError } from '../../../ui/Field';

const REFUSED = `Please choose a PNG of at most ${LOGO_MAX_BYTES / 1024} KB and ${LOGO_MAX_SIDE} pixels.`;
const ID = 'organization-logo';
const PNG = 'image/png';

async function base64Of(file: Blob): Promise<string> {
  let bytes = '';
  for (const byte of new Uint8Array(await file.arrayBuffer())) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

/** The logo: a PNG that is sent with the form, or the one derived from the name. */
export function LogoField() {
  const { values, setFieldValue } = useFormikContext<OrganizationValues>();
  const [error, setError] = useState<string | null>(null);
  const choose = async (file: File) => {
    const fits = file.type === PNG && file.size > 0 && file.size <= LOGO_MAX_BYTES;
    setError(fits ? null : REFUSED);
    if (fits) await setFieldValue('logo', await base64Of(file));
  };
  return (
    <div className="field" role="group" aria-labelledby="organization-logo-name">
      <span id="organization-logo-name" className="field-name">
        Logo
      </span>
      <div className="logo-field">
        {values.logo === null ? (
          <span className="quiet">Generated from the name.</span>
        ) : (
          <img src={`data:${PNG};base64,${values.logo}`} alt="The chosen logo" width={48} height={48} />
        )}
        <FileButton
          label="Logo"
          accept={PNG}
          aria-describedby={describedBy(error && errorIdOf(ID))}
          onChoose={(file) => void choose(file)}
        >
          {values.logo === null ? 'Choose a PNG' : 'Choose another'}
        </FileButton>
        {values.logo !== null && <Button onClick={() => void setFieldValue('logo', null)}>Remove logo</Button>}
      </div>
      <FieldError id={ID} error={error} />
    </div>
  );
}

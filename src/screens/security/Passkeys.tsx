import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { PASSKEY_NAME_MAX_LENGTH } from '../../../contract/base/limits';
import type { Passkey } from '../../../contract/identity/factors.endpoints';
import { momentText } from '../../../sagas/base/dates';
import { selectSecurity } from '../../../sagas/features/security/security.selectors';
import { enrollmentRequested, factorChangeRequested } from '../../../sagas/features/security/security.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useUnsavedInput } from '../../hooks/useUnsavedInput';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/TextField';
import { FactorSection } from './FactorSection';
import { RemoveButton } from './RemoveButton';

/** The buttons are disabled until the password has been confirmed again, if the server requires it (`proofNeeded`). */
export function Passkeys() {
  const { factors } = useAppSelector(selectSecurity) ?? {};
  const dispatch = useDispatch();
  if (!factors) return null;
  const { passkeys, proofNeeded } = factors;
  return (
    <FactorSection
      title="Passkeys"
      state={passkeys.length === 0 ? 'None' : String(passkeys.length)}
      about="Your fingerprint, face, PIN or a security key. A passkey signs you in without a password, and a fake page cannot get hold of it."
    >
      {passkeys.length > 0 && (
        <ul className="passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <Button disabled={proofNeeded} onClick={() => dispatch(enrollmentRequested({ first: 'passkey' }))}>
        Add a passkey
      </Button>
    </FactorSection>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { factors, changing, lastIsKept } = useAppSelector(selectSecurity) ?? {};
  const dispatch = useDispatch();
  const { id, name, createdAt, lastUsedAt, synced } = passkey;
  return (
    <li aria-label={name}>
      <p className="passkey-name">{name}</p>
      <p className="passkey-facts">
        Added {momentText(Date.parse(createdAt))}.{' '}
        {lastUsedAt === undefined ? 'Not used yet.' : `Last used ${momentText(Date.parse(lastUsedAt))}.`}
        {synced && ' Copied to your other devices.'}
      </p>
      <div className="security-actions">
        <RenameButton id={id} name={name} />
        <RemoveButton
          label={`Remove ${name}`}
          question="This passkey will no longer sign you in. It stays in your device until you delete it there."
          disabled={factors?.proofNeeded ?? true}
          busy={changing === 'removePasskey'}
          kept={lastIsKept ?? false}
          onRemove={() => dispatch(factorChangeRequested({ kind: 'removePasskey', id }))}
        />
      </div>
    </li>
  );
}

function RenameButton({ id, name }: Pick<Passkey, 'id' | 'name'>) {
  const dispatch = useDispatch();
  const [wanted, setWanted] = useState<string | null>(null);
  const close = () => setWanted(null);
  useUnsavedInput(wanted !== null && wanted !== name);

  function submit(event: FormEvent) {
    event.preventDefault();
    const text = wanted?.trim() ?? '';
    if (text === '') return;
    close();
    dispatch(factorChangeRequested({ kind: 'renamePasskey', id, name: text }));
  }

  return (
    <>
      <Button onClick={() => setWanted(name)}>Rename {name}</Button>
      {wanted !== null && (
        <Dialog title="Rename the passkey" onClose={close}>
          <form className="ui form" noValidate onSubmit={submit}>
            <TextField
              id="passkey-name"
              name="passkey-name"
              label="Name"
              autoFocus
              autoComplete="off"
              maxLength={PASSKEY_NAME_MAX_LENGTH}
              value={wanted}
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            />
            <div className="dialog-actions">
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" variant="primary" disabled={wanted.trim() === ''}>
                Rename
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}

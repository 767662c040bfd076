import type { Action } from '@reduxjs/toolkit';
import { useRef, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import {
  passwordReentered,
  selectReauthentication,
} from '../../../sagas/features/confirmations/reauthentication.slice';
import { useKeepSecret } from '../../hooks/secretFields';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { PasswordField } from '../../ui/prerendered/PasswordField';

interface ProofPromptProps {
  /** Dispatched if the password is right. */
  readonly then: () => Action;
}

/** Asks for the password of the signed-in user. It is not a form element, because it may be inside a form. */
export function ProofPrompt({ then }: ProofPromptProps) {
  const { busy, error, errorId } = useAppSelector(selectReauthentication);
  const dispatch = useDispatch();
  const keepSecret = useKeepSecret();
  const field = useRef<HTMLDivElement>(null);

  function give() {
    const input = field.current?.querySelector('input');
    if (!input?.value || busy) return;
    dispatch(passwordReentered({ password: keepSecret(input.value), then: then() }));
    input.value = '';
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    give();
  }

  return (
    <div ref={field} className="ui form proof-prompt" role="group" aria-label="Your password" onKeyDown={onKeyDown}>
      <PasswordField
        id="proof-prompt-password"
        name="proof-password"
        label="Your password"
        autoComplete="current-password"
        autoFocus
        hideAgain={errorId}
        error={error ?? undefined}
      />
      <Button variant="primary" busy={busy} onClick={give}>
        Continue
      </Button>
    </div>
  );
}

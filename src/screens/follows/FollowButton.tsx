import { useEffect, useId } from 'react';
import { useDispatch, useStore } from 'react-redux';
import type { FollowMode } from '../../../contract/notifications/channels.endpoints';
import { followsOpened, type FollowedOf } from '../../../sagas/features/follows/follows.intents';
import {
  followChosen,
  followsClosed,
  keyOf,
  selectFollows,
  selectFollowsOf,
  type FollowChoice,
  type WithFollows,
} from '../../../sagas/features/follows/follows.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { ToolButton } from '../../ui/ToolButton';
import '../../ui/theme/follows.css';

interface FollowButtonProps {
  /** The record or notification that offers the choices. */
  readonly of: FollowedOf;
  /** Its name, for screen readers. */
  readonly name: string;
  /** Less than whole where it shares a line with other buttons. */
  readonly form?: 'whole' | 'short' | 'icon';
}

const LABEL = 'Follow or mute';
const AS_ICON = { icon: 'bell', iconOnly: true, 'aria-label': LABEL, title: LABEL } as const;

/** Opens the choices below the button, each with its effect. */
export function FollowButton({ of, name, form = 'whole' }: FollowButtonProps) {
  const dispatch = useDispatch();
  const store = useStore<WithFollows>();
  const key = keyOf(of);
  const isOpen = useAppSelector(selectFollowsOf) === key;
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    // Choices that are out of sight are closed, unless those of another record have replaced them.
    return () => {
      if (selectFollowsOf(store.getState()) === key) dispatch(followsClosed());
    };
  }, [dispatch, isOpen, key, store]);
  const opener = {
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => dispatch(isOpen ? followsClosed() : followsOpened(of)),
  };
  return (
    <>
      {form === 'short' ? (
        <button type="button" {...opener} aria-label={LABEL}>
          Follow
        </button>
      ) : (
        <ToolButton {...opener} {...(form === 'icon' && AS_ICON)}>
          {form !== 'icon' && LABEL}
        </ToolButton>
      )}
      {isOpen && (
        <div id={id} className="follow-choices" role="group" aria-label={`${LABEL}: ${name}`}>
          <Choices />
        </div>
      )}
    </>
  );
}

function Choices() {
  const { choices, error } = useAppSelector(selectFollows);
  return (
    <>
      {choices?.map((choice) => (
        <Choice key={choice.subject} {...choice} />
      ))}
      {choices === null && error === null && <p role="status">Loading</p>}
      {choices?.length === 0 && <p>This cannot be followed or muted.</p>}
      {error !== null && (
        <p role="alert" className="follow-error">
          {error}
        </p>
      )}
    </>
  );
}

const MODES: readonly { readonly value: FollowMode | null; readonly label: string }[] = [
  { value: 'FOLLOW', label: 'Follow' },
  { value: null, label: 'As usual' },
  { value: 'MUTE', label: 'Mute' },
];

function Choice({ subject, label, mode, text }: FollowChoice) {
  const dispatch = useDispatch();
  const id = useId();
  return (
    <fieldset className="follow-choice" aria-describedby={id}>
      <legend>{label}</legend>
      <div className="follow-modes">
        {MODES.map(({ value, label: word }) => (
          <label key={word}>
            <input
              type="radio"
              name={`follow-${subject}`}
              checked={mode === value}
              onChange={() => dispatch(followChosen({ subject, mode: value }))}
            />
            {word}
          </label>
        ))}
      </div>
      <p id={id} className="follow-text" role="status">
        {text}
      </p>
    </fieldset>
  );
}

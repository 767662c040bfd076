import type { ButtonHTMLAttributes, ChangeEvent } from 'react';
import type { PanelActions, PanelState } from './panelState';

interface TapeBarProps {
  readonly state: PanelState;
  readonly actions: PanelActions;
  /** Whether the timeline is shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The buttons of the recorder or, over a tape, of the player. */
export function TapeBar({ state, actions, isOpen, onToggle }: TapeBarProps) {
  const { phase, isReplay, isKeeping, rows } = state;
  const timeline = (
    <Press aria-expanded={isOpen} onClick={onToggle}>
      Timeline
    </Press>
  );
  return (
    <div className="tape-bar">
      {phase === 'recording' && (
        <>
          <span className="tape-title">
            <i className="tape-light" aria-hidden="true" /> Recording, {rows.length} entries
          </span>
          <Press variant="strong" onClick={actions.stop}>
            Stop
          </Press>
          {timeline}
        </>
      )}
      {phase === 'tape' && <Player state={state} actions={actions} />}
      {phase === 'tape' && timeline}
      {phase !== 'recording' && (
        <>
          {!isReplay && (
            <Press
              variant={phase === 'idle' ? 'strong' : 'plain'}
              onClick={actions.record}
              title="Loads the page once afresh"
            >
              {phase === 'idle' ? 'Record a flow' : 'Record another'}
            </Press>
          )}
          {phase === 'idle' && isKeeping && <Press onClick={actions.saveLast}>Save the last minutes</Press>}
          {phase === 'idle' && !isReplay && <span className="tape-hint">loads the page once afresh</span>}
          <OpenFile onOpen={actions.open} />
          <Press onClick={actions.leave}>{isReplay ? 'Leave the replay' : 'Put away'}</Press>
        </>
      )}
    </div>
  );
}

function Player({ state, actions }: Pick<TapeBarProps, 'state' | 'actions'>) {
  const { isReplay, isPlaying, name, rows, at, wanted } = state;
  const shown = wanted ?? at;
  return (
    <>
      <span className="tape-title" title={name}>
        {isReplay ? `Replay of ${name}. The app only shows it.` : 'Recorded'}
      </span>
      <Press onClick={isPlaying ? actions.pause : actions.play}>{isPlaying ? 'Pause' : 'Play'}</Press>
      <Press aria-label="One entry back" disabled={shown <= 1} onClick={() => actions.goTo(shown - 1)}>
        ‹
      </Press>
      <input
        type="range"
        className="tape-scrub"
        aria-label="Entry"
        min={1}
        max={Math.max(rows.length, 1)}
        value={Math.max(shown, 1)}
        onChange={({ target }) => actions.goTo(Number(target.value))}
      />
      <Press aria-label="One entry on" disabled={shown >= rows.length} onClick={() => actions.goTo(shown + 1)}>
        ›
      </Press>
      <span className="tape-count">
        {at} of {rows.length}
      </span>
      {!isReplay && (
        <>
          <Press variant="strong" onClick={actions.save}>
            Save
          </Press>
          <Press onClick={actions.replayHere}>Replay up to here</Press>
        </>
      )}
      <Press onClick={actions.copyAsTest}>Copy as replay test</Press>
    </>
  );
}

interface PressProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> {
  readonly variant?: 'plain' | 'strong';
}

function Press({ variant = 'plain', ...rest }: PressProps) {
  return <button {...rest} type="button" className={variant === 'strong' ? 'tape-press is-strong' : 'tape-press'} />;
}

function OpenFile({ onOpen }: { readonly onOpen: PanelActions['open'] }) {
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Allows choosing the same file again.
    target.value = '';
    if (file !== undefined) onOpen(file);
  };
  return (
    <label className="tape-press">
      Open a tape
      <input type="file" className="tape-file" accept=".jsonl" onChange={chosen} />
    </label>
  );
}

import { useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { StoreLike } from '../../tape';
import { TapeBar } from './TapeBar';
import { Timeline } from './Timeline';
import './panel.css';
import type { PanelStore, PanelActions } from './panelState';

interface StatesProps {
  readonly states: Readonly<Record<string, string>>;
  readonly store: StoreLike | null;
  /** Rendered again for each entry. */
  readonly at: number;
}

/** The machines, and what the store holds, part by part. */
export function States({ states, store, at }: StatesProps) {
  const parts = Object.entries((store?.getState() ?? {}) as Readonly<Record<string, unknown>>);
  return (
    <div className="tape-states" role="region" aria-label={`State after entry ${at}`} tabIndex={0}>
      <dl>
        {Object.entries(states).map(([machine, state]) => (
          <div key={machine}>
            <dt>{machine}</dt>
            <dd>{state}</dd>
          </div>
        ))}
      </dl>
      {parts.map(([name, value]) => (
        <Part key={name} name={name} value={value} />
      ))}
    </div>
  );
}

/** Serialized only while it is open. */
function Part({ name, value }: { readonly name: string; readonly value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen && <pre>{JSON.stringify(value, null, 1)}</pre>}
    </details>
  );
}

interface PanelProps {
  readonly panel: PanelStore;
  readonly actions: PanelActions;
}

/** A React root of its own: it stays when the app shows a dialog or is replayed. */
export function mountPanel(panel: PanelStore, actions: PanelActions): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Panel panel={panel} actions={actions} />);
}

/** Renders nothing once it has been hidden. */
export function Panel({ panel, actions }: PanelProps) {
  const state = useSyncExternalStore(panel.subscribe, panel.get);
  const [isOpen, setOpen] = useState(false);
  if (state.isAway) return null;
  const { phase, notice, rows, at, states, store } = state;
  const hasRows = phase !== 'idle';
  return (
    <section className="tape-panel" aria-label="Flow recorder" data-phase={phase}>
      {hasRows && isOpen && (
        <div className="tape-detail">
          <Timeline rows={rows} at={at} onPick={phase === 'tape' ? actions.goTo : null} />
          <States states={states} store={store} at={at} />
        </div>
      )}
      <p className="tape-notice" role="status" data-tone={notice?.tone}>
        {notice?.text}
      </p>
      <TapeBar state={state} actions={actions} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
    </section>
  );
}

import './panel.css';
import { useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { Held, PanelActions, PanelState } from './panelState';
import { States } from './States';
import { TapeBar } from './TapeBar';
import { Timeline } from './Timeline';

interface PanelProps {
  readonly panel: Held<PanelState>;
  readonly actions: PanelActions;
}

/** Beside the app, not in it: it stays when the app shows a dialog, or is replayed. */
export function mountPanel(panel: Held<PanelState>, actions: PanelActions): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Panel panel={panel} actions={actions} />);
}

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

import { useDispatch } from 'react-redux';
import { kpiRetried } from '../../../sagas/kpi/kpi.intents';
import type { TileView } from '../../../sagas/kpi/tiles.selectors';
import { LinkButton } from '../../ui/Button';
import { Icon, type IconName } from '../../ui/Icon';
import { ChangeText } from './ChangeText';
import { Computed } from './Computed';
import { cardElementId } from './KpiCard';
import { ReportLink } from './ReportLink';

const TONES = { green: 'stat-tone is-green', yellow: 'stat-tone is-yellow', red: 'stat-tone is-red' } as const;
const ICONS = { green: 'check', yellow: 'info', red: 'warning' } as const satisfies Record<string, IconName>;

/** One figure: large, with what to think of it and what it was before. */
export function StatTile({ view }: { readonly view: TileView }) {
  const { id, title, face, busy } = view;
  const head = `${cardElementId(id)}-title`;
  return (
    <section className="stat" aria-labelledby={head} aria-busy={face === 'loading' || busy}>
      <header className="stat-head">
        <h2 id={head}>{title}</h2>
        <Computed view={view} />
      </header>
      {face === 'loading' && (
        <div className="stat-skeleton" role="status" aria-label="Loading the numbers">
          <span className="skeleton-line" />
          <span className="skeleton-line" />
        </div>
      )}
      {face === 'failed' && <FailedTile view={view} />}
      {(face === 'full' || face === 'empty') && <Shown view={view} />}
    </section>
  );
}

function Shown({ view }: { readonly view: TileView }) {
  const { text, judged, to, face, error } = view;
  return (
    <>
      <p className={error === null ? 'stat-line' : 'stat-line is-dim'}>
        {to !== null && face === 'full' ? (
          <ReportLink to={to} className="stat-value">
            {text}
          </ReportLink>
        ) : (
          <span className="stat-value is-zero">{text}</span>
        )}
        {judged !== null && (
          <span className={TONES[judged.tone]}>
            <Icon name={ICONS[judged.tone]} />
            {judged.word}
          </span>
        )}
      </p>
      {error !== null ? (
        <FailedTile view={view} />
      ) : face === 'empty' ? (
        <p className="kpi-change is-quiet">Nothing to reckon in {view.period}</p>
      ) : (
        <ChangeText change={view.change} before={view.before} />
      )}
    </>
  );
}

function FailedTile({ view: { id, error } }: { readonly view: TileView }) {
  const dispatch = useDispatch();
  return (
    <p className="stat-failed" role="status">
      {error} <LinkButton onClick={() => dispatch(kpiRetried({ id }))}>Retry</LinkButton>
    </p>
  );
}

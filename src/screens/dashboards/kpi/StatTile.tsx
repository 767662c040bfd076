import { useDispatch } from 'react-redux';
import { kpiRetried } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import { selectTiles, type TileView } from '../../../../sagas/features/dashboards/kpi/tiles.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { LinkButton } from '../../../ui/Button';
import { FigureSkeleton } from '../../../ui/Card';
import { Icon, type IconName } from '../../../ui/Icon';
import { StatLine, StatValue } from '../../../ui/Stat';
import { useRetryFocus } from '../cards/CardStates';
import { BreakDownButton } from './Breakdown';
import { ChangeText } from './ChangeText';
import { Computed, cardElementId } from './KpiCard';
import { ReportLink } from './ReportLink';

const TONES = { green: 'stat-tone is-green', yellow: 'stat-tone is-yellow', red: 'stat-tone is-red' } as const;
const ICONS = { green: 'check', yellow: 'info', red: 'warning' } as const satisfies Record<string, IconName>;

/** The tiles of the dashboard that is shown; nothing where there are none. */
export function StatTiles() {
  const tiles = useAppSelector(selectTiles);
  if (tiles.length === 0) return null;
  return (
    <div className="kpi-tiles">
      {tiles.map((view) => (
        <StatTile key={view.id} view={view} />
      ))}
    </div>
  );
}

/** One large figure with its rating and its previous value. */
export function StatTile({ view }: { readonly view: TileView }) {
  const { id, title, phase, busy } = view;
  const head = `${cardElementId(id)}-title`;
  return (
    <section className="stat" aria-labelledby={head} aria-busy={phase === 'loading' || busy}>
      <header className="stat-head">
        <h2 id={head} tabIndex={-1}>
          {title}
        </h2>
        <Computed view={view} />
        {view.definitions.map((of) => (
          <BreakDownButton key={of.code} of={of} />
        ))}
      </header>
      {phase === 'loading' && <FigureSkeleton variant="stat" />}
      {phase === 'failed' && <FailedTile view={view} />}
      {(phase === 'full' || phase === 'empty') && <Shown view={view} />}
    </section>
  );
}

function Shown({ view }: { readonly view: TileView }) {
  const { text, rating, to, phase, error } = view;
  return (
    <>
      <StatLine isDim={error !== null}>
        {to !== null && phase === 'full' ? (
          <StatValue as={ReportLink} to={to}>
            {text}
          </StatValue>
        ) : (
          <StatValue isZero>{text}</StatValue>
        )}
        {rating !== null && (
          <span className={TONES[rating.tone]}>
            <Icon name={ICONS[rating.tone]} />
            {rating.word}
          </span>
        )}
      </StatLine>
      {error !== null ? (
        <FailedTile view={view} />
      ) : phase === 'empty' ? (
        <p className="kpi-change is-quiet">No data for {view.period}</p>
      ) : (
        <ChangeText change={view.change} caution={view.caution} before={view.before} />
      )}
    </>
  );
}

function FailedTile({ view: { id, error } }: { readonly view: TileView }) {
  const dispatch = useDispatch();
  return (
    <p ref={useRetryFocus()} className="stat-failed" role="status">
      {error} <LinkButton onClick={() => dispatch(kpiRetried({ id }))}>Retry</LinkButton>
    </p>
  );
}

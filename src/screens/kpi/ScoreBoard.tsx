import { useDispatch } from 'react-redux';
import { SCORES } from '../../../sagas/kpi/index';
import { kpiRetried } from '../../../sagas/kpi/kpi.intents';
import { selectScores, selectSupplierUnknown } from '../../../sagas/kpi/scores.selectors';
import { useAppSelector } from '../../app/state';
import { Message } from '../../ui/Message';
import { Failed, Outdated } from '../cards/faces';
import { ScoreCard } from './ScoreCard';

/** Eight figures of one supplier, each with its place among all. They come together: one call has them all. */
export function ScoreBoard() {
  const dispatch = useDispatch();
  const scores = useAppSelector(selectScores);
  const isUnknown = useAppSelector(selectSupplierUnknown);
  const [first] = scores;
  if (first === undefined) {
    return <p className="dashboard-empty">This scorecard is not yours to see. Please ask your administrator.</p>;
  }
  const { face, error, at } = first;
  const retry = () => dispatch(kpiRetried({ id: SCORES }));
  return (
    <>
      {face === 'failed' && <Failed error={error ?? ''} onRetry={retry} />}
      {face !== 'failed' && error !== null && <Outdated error={error} at={at} onRetry={retry} />}
      {isUnknown && (
        <Message tone="info">
          This supplier has no figures under these filters. Choose another one or clear a filter.
        </Message>
      )}
      {face !== 'failed' && (
        <div className="score-grid">
          {scores.map((view) => (
            <ScoreCard key={view.id} view={view} />
          ))}
        </div>
      )}
    </>
  );
}

import type { Change } from '../../../../sagas/features/dashboards/kpi/kpi.format';
import { Icon } from '../../../ui/Icon';

interface ChangeTextProps {
  readonly change: Change | null;
  /** Why there is no trend, or that it is preliminary. */
  readonly caution: string | null;
  readonly before: { readonly text: string; readonly period: string } | null;
}

const CLASSES = {
  better: 'kpi-change is-better',
  worse: 'kpi-change is-worse',
  '': 'kpi-change is-quiet',
} as const;
const WAYS = { up: 'Up', down: 'Down', same: '' } as const;

/** The change against the previous period, and whether it is better or worse. */
export function ChangeText({ change, caution, before }: ChangeTextProps) {
  if (before === null) return <p className="kpi-change is-quiet">Nothing to compare with</p>;
  return (
    <p className={CLASSES[change?.word ?? '']}>
      {caution !== null && <span className="kpi-caution">{caution}.</span>}
      {change !== null && <Changed change={change} />}
      <span className="quiet" title={before.period}>
        before: {before.text}
        <span className="visually-hidden"> in {before.period}</span>
      </span>
    </p>
  );
}

function Changed({ change: { way, text, word } }: { readonly change: Change }) {
  return (
    <>
      {way !== 'same' && <Icon name={way === 'up' ? 'arrowUp' : 'arrowDown'} />}
      <span>
        {`${WAYS[way]} ${text}`.trim()}
        {word !== '' && `, ${word}`}
      </span>
    </>
  );
}

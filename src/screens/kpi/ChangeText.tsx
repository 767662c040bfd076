import type { Change } from '../../../sagas/kpi/kpi.format';
import { Icon } from '../../ui/Icon';

interface ChangeTextProps {
  readonly change: Change | null;
  readonly before: { readonly text: string; readonly period: string } | null;
}

const WAYS = { up: 'Up', down: 'Down', same: '' } as const;

/** How much more or less than in the days before, and whether that is good. */
export function ChangeText({ change, before }: ChangeTextProps) {
  if (before === null) return <p className="kpi-change is-quiet">Nothing to compare with</p>;
  const { way, text, word } = change ?? { way: 'same', text: '', word: '' };
  return (
    <p className={`kpi-change is-${word === '' ? 'quiet' : word}`}>
      {way !== 'same' && <Icon name={way === 'up' ? 'arrowUp' : 'arrowDown'} />}
      <span>
        {`${WAYS[way]} ${text}`.trim()}
        {word !== '' && `, ${word}`}
      </span>
      <span className="quiet" title={before.period}>
        {change === null ? 'Before' : ' · before'}: {before.text}
        <span className="visually-hidden"> in {before.period}</span>
      </span>
    </p>
  );
}

import type { CSSProperties } from 'react';
import type { Fact } from '../../../sagas/features/records/records.selectors';
import { Hint } from '../../ui/Hint';
import { Link } from '../../ui/Link';
import { CellValue } from '../../ui/table/CellValue';
import '../../ui/theme/record.css';

/** The facts of a record: a few at a glance, or all of them with explanations. */
export function Facts({ facts, className }: { readonly facts: readonly Fact[]; readonly className: string }) {
  return (
    <dl className={className} style={factColumns(facts.length)}>
      {facts.map(({ name, label, hint, cell: { href, ...cell } }) => (
        <div key={name}>
          <dt>
            {label}
            {/* The head is for reading at a glance; the details explain. */}
            {hint !== undefined && className === 'record-details' && <Hint name={label}>{hint}</Hint>}
          </dt>
          <dd>{href === null ? <CellValue cell={cell} /> : <Link to={href}>{cell.text}</Link>}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * In one row where there is room for at most nine, otherwise in rows of the same length, so that no fact is alone in a
 * row.
 */
export const factColumns = (count: number): CSSProperties =>
  ({
    '--in-one': count <= MAX_IN_A_ROW ? count : Math.ceil(count / 2),
    '--in-two': Math.ceil(count / 2),
    '--in-three': Math.ceil(count / 3),
  }) as CSSProperties;
const MAX_IN_A_ROW = 9;

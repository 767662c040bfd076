import type { Fact } from '../../../sagas/features/records/records.selectors';
import { Hint } from '../../ui/Hint';
import { Link } from '../../ui/Link';
import { CellValue } from '../../ui/table/CellValue';
import '../../ui/theme/record.css';

/** The facts of a record: a few at a glance, or all of them with explanations. */
export function Facts({ facts, className }: { readonly facts: readonly Fact[]; readonly className: string }) {
  return (
    <dl className={className}>
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

import { useEffect, useRef } from 'react';
import { lanesOf, type Row } from './rows';

/** How many rows are in the page at once, around the current one. */
const SHOWN = 200;

interface TimelineProps {
  readonly rows: readonly Row[];
  readonly at: number;
  /** Null while recording. */
  readonly onPick: ((nth: number) => void) | null;
}

/** A window of rows around the current entry: a tape may have thousands. */
export function Timeline({ rows, at, onPick }: TimelineProps) {
  const current = useRef<HTMLTableRowElement>(null);
  useEffect(() => void current.current?.scrollIntoView({ block: 'nearest' }), [at]);
  const lanes = lanesOf(rows);
  const first = Math.max(0, Math.min(at - SHOWN / 2, rows.length - SHOWN));
  const shown = rows.slice(first, first + SHOWN);
  return (
    <div className="tape-scroll" role="region" aria-label="Timeline" tabIndex={0}>
      <table className="tape-rows">
        <thead>
          <tr>
            <th scope="col">Entry</th>
            <th scope="col">Saga</th>
            <th scope="col">What came in</th>
            {lanes.map((machine) => (
              <th key={machine} scope="col">
                {machine}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr
              key={row.nth}
              ref={row.nth === at ? current : undefined}
              aria-current={row.nth === at ? 'step' : undefined}
              data-ahead={row.nth > at || undefined}
            >
              <td>
                {onPick === null ? (
                  row.nth
                ) : (
                  <button
                    type="button"
                    className="tape-nth"
                    aria-label={`Go to entry ${row.nth}`}
                    onClick={() => onPick(row.nth)}
                  >
                    {row.nth}
                  </button>
                )}
              </td>
              <td className="tape-saga" title={row.lineage.join(' › ')}>
                {row.lineage.slice(1, -1).map((_, depth) => (
                  <i key={depth} className="tape-depth" aria-hidden="true" />
                ))}
                {row.lineage.at(-1)}
              </td>
              <td className={row.isIntent ? 'tape-text is-intent' : 'tape-text'} title={row.text}>
                {row.text}
              </td>
              {lanes.map((machine) => (
                <td key={machine} className="tape-lane">
                  {row.moves
                    .filter((move) => move.machine === machine)
                    .map(({ state, by }, nth) => (
                      <span key={nth} title={`by ${by}`}>
                        {state}
                      </span>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

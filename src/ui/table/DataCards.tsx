import { memo, useState, type MouseEvent } from 'react';
import { opensElsewhere } from '../Link';
import { CellValue } from './CellValue';
import { ChoiceBox, rowName } from './RowChoice';
import type { CellOf, RowChoice, TableColumn, TableRow } from './table.types';
import '../theme/records.css';

interface DataCardsProps<R extends TableRow> {
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly R[];
  readonly cellOf: CellOf<R>;
  readonly onFollow: (href: string) => void;
  /** The id of the card that sums up the others. */
  readonly sumId?: string | undefined;
  readonly stale: boolean;
  /** Absent if rows cannot be chosen. */
  readonly choice?: RowChoice | undefined;
}

/** Values shown on a collapsed card, besides its name. */
const SHOWN_AT_FIRST = 6;

/** Rows on narrow screens, as cards of labels and values. */
export function DataCards<R extends TableRow>({
  caption,
  rows,
  sumId,
  stale,
  onFollow,
  choice,
  ...rest
}: DataCardsProps<R>) {
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a[href]');
    if (link === null || event.button !== 0 || opensElsewhere(event)) return;
    event.preventDefault();
    onFollow(link.getAttribute('href') ?? '/');
  };
  const hasChoice = choice !== undefined && choice.page !== 'none';
  const classes = ['records', stale && 'is-stale', hasChoice && 'has-choice'].filter(Boolean).join(' ');
  return (
    <ul className={classes} aria-label={caption} aria-busy={stale} onClick={follow}>
      {rows.map((row) => (
        <Card
          key={row.id}
          row={row}
          isSum={row.id === sumId}
          chosen={choice?.isChosen(row.id)}
          onChoose={choice?.onChoose}
          {...rest}
        />
      ))}
    </ul>
  );
}

type CardProps<R extends TableRow> = Pick<DataCardsProps<R>, 'columns' | 'cellOf'> & {
  readonly row: R;
  readonly isSum: boolean;
  readonly chosen?: boolean | undefined;
  readonly onChoose?: RowChoice['onChoose'] | undefined;
};

const Card = memo(CardBody) as typeof CardBody;

function CardBody<R extends TableRow>({ row, columns, cellOf, isSum, chosen, onChoose }: CardProps<R>) {
  const [open, setOpen] = useState(false);
  const [first, ...others] = columns;
  const shown = open ? others : others.slice(0, SHOWN_AT_FIRST - 1);
  return (
    <li className={['record', isSum && 'is-sum', chosen && 'is-chosen'].filter(Boolean).join(' ')}>
      {first && chosen !== undefined && onChoose && (
        <span className="row-choice">
          <ChoiceBox
            name={rowName(row, columns, cellOf)}
            chosen={chosen}
            onChoose={(choose) => onChoose(row.id, choose)}
          />
        </span>
      )}
      {first && (
        <h2 className="record-name">
          <small>{first.label}</small>
          <CellValue cell={cellOf(row, first.name)} />
        </h2>
      )}
      <dl>
        {shown.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <CellValue cell={cellOf(row, name)} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="record-foot">
        {others.length >= SHOWN_AT_FIRST && (
          <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : `Show all ${columns.length} fields`}
          </button>
        )}
      </div>
    </li>
  );
}

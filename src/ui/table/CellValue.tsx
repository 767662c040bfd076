import { Label } from 'semantic-ui-react';
import { Icon } from '../Icon';
import '../theme/table.css';
import type { CellTone, TableCell } from './table.types';

const TAGS: Record<CellTone, string> = {
  good: 'tag is-good',
  waiting: 'tag is-waiting',
  bad: 'tag is-bad',
  moving: 'tag is-moving',
  planned: 'tag is-planned',
  quiet: 'tag is-quiet',
};

/** One formatted value, always rendered as text, never as markup. */
export function CellValue({ cell }: { readonly cell: TableCell }) {
  if (cell.text === '') {
    return (
      <span className="cell-none" aria-hidden="true">
        –
      </span>
    );
  }
  if (cell.onOpen) {
    return (
      <button type="button" className="link" onClick={cell.onOpen}>
        {cell.text}
      </button>
    );
  }
  if (cell.href != null) return <a href={cell.href}>{cell.text}</a>;
  if (cell.tone !== undefined) {
    return (
      <Label as="span" className={TAGS[cell.tone]}>
        {cell.text}
      </Label>
    );
  }
  if (cell.instant !== undefined) {
    return (
      <time dateTime={cell.instant} title={cell.exact}>
        {cell.text}
      </time>
    );
  }
  if (cell.checked === true) {
    return (
      <span className="cell-yes">
        <Icon name="check" />
        {cell.text}
      </span>
    );
  }
  if (cell.checked === false) return <span className="quiet">{cell.text}</span>;
  return <>{cell.text}</>;
}

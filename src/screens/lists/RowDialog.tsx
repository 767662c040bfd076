import type { ListRow } from '../../../contract/lists/list';
import type { Cell } from '../../../sagas/features/lists/cellText';
import { selectAllColumns, type ShownColumn } from '../../../sagas/features/lists/lists.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import '../../ui/theme/admin.css';

interface RowDialogProps {
  /** What the row is, such as 'event'. */
  readonly noun: string;
  readonly row: ListRow;
  readonly formatOf: (column: ShownColumn, row: ListRow) => Cell;
  readonly onClose: () => void;
}

/** All values of a row in full. */
export function RowDialog({ noun, row, formatOf, onClose }: RowDialogProps) {
  const all = useAppSelector(selectAllColumns);
  const facts = all.map((column) => ({ label: column.label, text: formatOf(column, row).text }));
  return (
    <Dialog title={`The whole ${noun}`} onClose={onClose}>
      <dl className="facts">
        {facts
          .filter(({ text }) => text !== '')
          .map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text.replaceAll('; ', '\n')}</dd>
            </div>
          ))}
      </dl>
      <div className="dialog-actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

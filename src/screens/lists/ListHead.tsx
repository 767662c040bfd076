import { useDispatch } from 'react-redux';
import { listExportRequested } from '../../../sagas/features/lists/lists.slice';
import { selectAddition, type ListView } from '../../../sagas/features/lists/lists.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { ToolButton } from '../../ui/ToolButton';
import { ColumnChooser } from './ColumnChooser';
import { SearchBox } from './SearchBox';

interface ListHeadProps {
  readonly view: ListView;
  readonly narrow: boolean;
}

/** The title with the count, the search, and the actions on the whole list. */
export function ListHead({ view, narrow }: ListHeadProps) {
  const dispatch = useDispatch();
  const addition = useAppSelector(selectAddition);
  return (
    <div className={narrow ? 'list-head is-narrow' : 'list-head'}>
      <div className="list-title">
        {/* Another list has another heading, which the frame focuses. */}
        <h1 key={view.title} tabIndex={-1}>
          {view.title}
        </h1>
        <span className="list-range" role="status">
          {view.range ?? '…'}
        </span>
      </div>
      <div className="list-actions">
        <SearchBox text={view.search} searches={view.searches} />
        <div className="list-tools">
          {addition !== null && (
            <Link className="ui compact primary button" to={addition.to}>
              <Icon name="plus" />
              {addition.label}
            </Link>
          )}
          {!narrow && <ColumnChooser list={view.name} />}
          <ToolButton
            icon="download"
            iconOnly={narrow}
            aria-label={narrow ? 'Export' : undefined}
            busy={view.exporting}
            aria-disabled={view.face !== 'full'}
            onClick={() => view.face === 'full' && dispatch(listExportRequested())}
          >
            {!narrow && (view.exporting ? 'Exporting' : 'Export')}
          </ToolButton>
        </div>
      </div>
    </div>
  );
}

import { useDispatch } from 'react-redux';
import { listExportRequested } from '../../../sagas/features/lists/lists.slice';
import { selectReviewLink } from '../../../sagas/features/lists/reviewLink.selectors';
import { selectAddition, type ListView } from '../../../sagas/features/lists/lists.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { Popover } from '../../ui/Popover';
import { ToolButton } from '../../ui/ToolButton';
import { ColumnChooser } from './ColumnChooser';
import { SearchBox } from './SearchBox';
import { ViewMenu } from './ViewMenu';

/** The id of the heading of a list, which takes the focus of buttons that are gone after a press. */
export const LIST_HEADING = 'list-heading';

interface ListHeadProps {
  readonly view: ListView;
  readonly narrow: boolean;
}

/** The title with the count, the search, and the actions on the whole list. */
export function ListHead({ view, narrow, nested }: ListHeadProps & { readonly nested: boolean }) {
  const addition = useAppSelector(selectAddition);
  const review = useAppSelector(selectReviewLink);
  return (
    <div className={narrow ? 'list-head is-narrow' : 'list-head'}>
      <div className="list-title">
        {/* Another list has another heading, which the frame focuses. */}
        {nested ? (
          <h2 id={LIST_HEADING} tabIndex={-1}>
            {view.title}
          </h2>
        ) : (
          <h1 key={view.title} id={LIST_HEADING} tabIndex={-1}>
            {view.title}
          </h1>
        )}
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
          {!nested && <ViewMenu narrow={narrow} />}
          {review !== null && (view.phase === 'full' || view.phase === 'loading') && (
            <Link className="ui compact primary button" to={review}>
              Review
            </Link>
          )}
          {!narrow && <ColumnChooser />}
          <ExportChoice view={view} narrow={narrow} />
        </div>
      </div>
    </div>
  );
}

const FORMATS = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel (XLSX)'],
] as const;
const AUDIT_FORMATS = [...FORMATS, ['jsonl', 'JSON lines']] as const;

/** Exports all pages of the list in one of the formats. */
function ExportChoice({ view, narrow }: ListHeadProps) {
  const dispatch = useDispatch();
  const { phase, exporting } = view;
  const label = exporting ? 'Exporting' : 'Export';
  return (
    <Popover
      title="Export"
      name={label}
      label={
        <>
          <Icon name="download" />
          {!narrow && label}
        </>
      }
    >
      {(close) => (
        <div className="list-export">
          {(view.name === 'audit' ? AUDIT_FORMATS : FORMATS).map(([format, name]) => (
            <ToolButton
              key={format}
              disabled={phase !== 'full' || exporting}
              onClick={() => {
                dispatch(listExportRequested({ format }));
                close();
              }}
            >
              {name}
            </ToolButton>
          ))}
        </div>
      )}
    </Popover>
  );
}

import { Fragment, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { TAB_LABELS, tabOf } from '../../../contract/notifications/categories';
import {
  COLUMN_LABELS,
  cellOf,
  columnsFor,
  type Column,
  type Preference,
  type PreferenceGroups,
} from '../../../sagas/features/preferences/preferences.rules';
import { preferenceToggled } from '../../../sagas/features/preferences/preferences.slice';
import { Icon } from '../../ui/Icon';

interface PreferenceTableProps {
  readonly groups: PreferenceGroups;
  readonly owner: UserInfo;
}

const GROUP_LABELS: Readonly<Record<string, string>> = { JOB: 'Jobs', COMPANY: 'Company' };
const groupLabel = (code: PreferenceGroups[number]['categoryCode']) => GROUP_LABELS[code] ?? TAB_LABELS[tabOf(code)];

/** One row per kind of notification, grouped by category. Locked cells can be focused and say why they are locked. */
export function PreferenceTable({ groups, owner }: PreferenceTableProps) {
  const columns = columnsFor(owner);
  const [why, setWhy] = useState<string | null>(null);
  return (
    <>
      <div className="preference-frame" tabIndex={0} role="region" aria-label="Preferences">
        <table className="preference-table">
          <thead>
            <tr>
              <th scope="col">Preference</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {COLUMN_LABELS[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ categoryCode, subCategories }) => (
              <Fragment key={categoryCode}>
                <tr className="preference-group">
                  <th scope="rowgroup" colSpan={columns.length + 1}>
                    {groupLabel(categoryCode)}
                  </th>
                </tr>
                {subCategories.map((row) => (
                  <tr key={row.subCategoryCode}>
                    <th scope="row">{row.subCategoryName}</th>
                    {columns.map((column) => (
                      <PreferenceCell key={column} row={row} column={column} owner={owner} onWhy={setWhy} />
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      <p className="preference-why">{why ?? 'A lock marks what cannot be changed. Point at it to see why.'}</p>
    </>
  );
}

interface PreferenceCellProps {
  readonly row: Preference;
  readonly column: Column;
  readonly owner: UserInfo;
  readonly onWhy: (why: string | null) => void;
}

function PreferenceCell({ row, column, owner, onWhy }: PreferenceCellProps) {
  const dispatch = useDispatch();
  const { checked, locked } = cellOf(row, column, owner);
  const name = `${row.subCategoryName}, ${COLUMN_LABELS[column].toLowerCase()}`;
  const explain = () => onWhy(locked && `${name}: ${locked}`);
  const hideReason = () => onWhy(null);
  return (
    <td
      className={locked === null ? undefined : 'is-locked'}
      onPointerEnter={explain}
      onPointerLeave={hideReason}
      onFocus={explain}
      onBlur={hideReason}
    >
      <label>
        <input
          type="checkbox"
          aria-label={locked === null ? name : `${name}. ${locked}`}
          aria-disabled={locked !== null}
          checked={checked}
          onChange={() => locked === null && dispatch(preferenceToggled({ code: row.subCategoryCode, column }))}
        />
        {locked !== null && <Icon name="lock" />}
      </label>
    </td>
  );
}

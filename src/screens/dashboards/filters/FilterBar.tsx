import type { Action } from '@reduxjs/toolkit';
import { useEffect, useRef, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import {
  filterApplied,
  filterChipRemoved,
  filterDrawerOpened,
  filtersCleared,
  searchChosen,
  type DrawerTab,
} from '../../../../sagas/features/dashboards/filters/filters.slice';
import { selectChips, type Chip as FilterChip } from '../../../../sagas/features/dashboards/filters/choices.selectors';
import {
  selectCurrentSearch,
  selectFilters,
  selectForm,
  selectIgnored,
  selectPeriodWords,
  selectSavedSearches,
  selectTimeFrames,
  selectFilterSource,
} from '../../../../sagas/features/dashboards/filters/filters.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { LinkButton } from '../../../ui/Button';
import { Chip, ChipText } from '../../../ui/Chip';
import { Icon } from '../../../ui/Icon';
import { loadable } from '../../../ui/loadable';
import { InPageBar } from '../../../ui/PageBar';
import { Popover } from '../../../ui/Popover';
import { SearchSelect } from '../../../ui/SearchSelect';
import { ToolButton } from '../../../ui/ToolButton';
import { whenIdle } from '../../../ports/idle';

/** Loaded in an idle moment: the dashboard shows first. */
const FilterDrawer = loadable(
  async () => (await import(/* webpackChunkName: "filter-drawer" */ './FilterDrawer')).FilterDrawer,
  <></>,
);
const QuickCriteria = loadable(
  async () => (await import(/* webpackChunkName: "filter-drawer" */ './QuickCriteria')).QuickCriteria,
);

interface FilterBarProps {
  /** The dashboard's own tools. */
  readonly children?: ReactNode;
  /** Shown below the bar. */
  readonly tabs?: ReactNode;
}

/** The filters in effect and where they come from, with tools to change them. */
export function FilterBar({ children, tabs }: FilterBarProps) {
  const dispatch = useDispatch();
  const { drawer, settled: dashboard } = useAppSelector(selectFilters);
  const chips = useAppSelector(selectChips);
  const searches = useAppSelector(selectSavedSearches);
  const current = useAppSelector(selectCurrentSearch);
  const source = useAppSelector(selectFilterSource);
  const period = useAppSelector(selectPeriodWords);
  const ignored = useAppSelector(selectIgnored);
  useEffect(() => void whenIdle().then(() => Promise.all([FilterDrawer.preload(), QuickCriteria.preload()])), []);
  const criteria = useRef<HTMLButtonElement>(null);
  /** What was pressed is removed, so the button beside it takes the focus. */
  const change = (action: Action) => {
    dispatch(action);
    criteria.current?.focus();
  };
  const open = (tab: DrawerTab) => dispatch(filterDrawerOpened({ tab }));
  return (
    <>
      <InPageBar>
        <div className="dashboard-bar" role="group" aria-label="Filters">
          <SearchSelect
            label="Saved filter"
            none="Saved filter"
            options={searches.map(({ id, searchName }) => ({ value: id, label: searchName }))}
            value={current?.id ?? null}
            onChange={(id) => dispatch(id === null ? filtersCleared({ dashboard }) : searchChosen({ id }))}
          />
          <TimeFrame />
          <Popover
            title="Add criteria"
            buttonRef={criteria}
            label={
              <>
                <Icon name="plus" />
                Criteria
              </>
            }
          >
            {(close) => <QuickCriteria onDone={close} />}
          </Popover>
          <ToolButton icon="filter" aria-haspopup="dialog" onClick={() => open('filters')}>
            Filters
          </ToolButton>
          {children}
          <p className="filter-source">
            {period !== null && <strong>{period}</strong>} {source}
          </p>
        </div>
      </InPageBar>
      {tabs}
      {(chips.length > 0 || ignored.length > 0) && (
        <div className="dashboard-chips">
          {chips.map((chip) => (
            <ChipView
              key={chip.field}
              chip={chip}
              onRemove={() => change(filterChipRemoved({ dashboard, field: chip.field }))}
            />
          ))}
          {chips.length > 0 && <LinkButton onClick={() => change(filtersCleared({ dashboard }))}>Clear All</LinkButton>}
          {ignored.length > 0 && (
            <p className="quiet">
              The link filters by {ignored.join(', ')} with a value that is not known here. This filter was left out.
            </p>
          )}
        </div>
      )}
      {drawer !== null && <FilterDrawer tab={drawer} />}
    </>
  );
}

function TimeFrame() {
  const dispatch = useDispatch();
  const form = useAppSelector(selectForm);
  const frames = useAppSelector(selectTimeFrames);
  const chosen = form?.timeFrame ?? '';
  const known = frames.some(({ value }) => value === chosen);
  return (
    <label className="dashboard-frame">
      <span className="visually-hidden">Time frame</span>
      <select
        value={chosen}
        disabled={form === null || form.dateRange !== undefined}
        onChange={({ target }) =>
          form !== null && dispatch(filterApplied({ form: { ...form, timeFrame: target.value } }))
        }
      >
        {!known && <option value={chosen}>{form === null || frames.length === 0 ? '…' : 'Unknown time frame'}</option>}
        {frames.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ChipViewProps {
  readonly chip: FilterChip;
  readonly onRemove: () => void;
}

function ChipView({ chip: { label, text, dead }, onRemove }: ChipViewProps) {
  const dispatch = useDispatch();
  return (
    <Chip name={label} isDead={dead.length > 0} onRemove={onRemove}>
      <button type="button" className="chip-button" onClick={() => dispatch(filterDrawerOpened({ tab: 'filters' }))}>
        <ChipText label={label} text={text} />
      </button>
    </Chip>
  );
}

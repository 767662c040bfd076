import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { NOTIFICATION_TABS } from '../../../contract/notifications/categories';
import { selectBoardEntries } from '../../../sagas/features/liveBoard/boardEntries.slice';
import { withTab } from '../../../sagas/features/liveBoard/liveBoard.address';
import {
  selectBoardExit,
  selectBoardPlace,
  selectMaySetAlarms,
} from '../../../sagas/features/liveBoard/liveBoard.selectors';
import {
  boardChanged,
  boardNewPressed,
  boardPausePressed,
  selectBoard,
} from '../../../sagas/features/liveBoard/liveBoard.slice';
import { selectStaleness } from '../../../sagas/features/realtime/realtime.slice';
import { navigateRequested } from '../../../sagas/navigation/location/location.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { canFillScreen, toggleFullScreen } from '../../ports/browser';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { ToolButton } from '../../ui/ToolButton';
import '../../ui/theme/board.css';
import '../../ui/theme/notifications.css';
import { useKeys, useSingleKeysAct } from '../../ui/useKeys';
import { StaleNote } from '../notifications/StaleNote';
import { AlarmRules } from './AlarmRules';
import { BoardAlarms, BoardOutdated } from './BoardAlarms';
import { BoardCounts } from './BoardCounts';
import { BoardFilter, OpenCount } from './BoardFilter';
import { BoardHandovers, HandoverDialog } from './BoardHandover';
import { BoardKeys } from './BoardKeys';
import { BoardList } from './BoardList';
import { PastAlarms } from './PastAlarms';
import { subjectOf } from './BoardEntry';

/** Held down, they step on. */
const STEPPING = ['j', 'k'];

/** Live notifications over the whole window. */
export function LiveBoard() {
  const dispatch = useDispatch();
  const place = useAppSelector(selectBoardPlace);
  const { paused } = useAppSelector(selectBoard);
  const exit = useAppSelector(selectBoardExit);
  const [explaining, setExplaining] = useState(false);
  const [handingOver, setHandingOver] = useState(false);
  const [settingAlarms, setSettingAlarms] = useState(false);
  const [readingAlarms, setReadingAlarms] = useState(false);
  const maySetAlarms = useAppSelector(selectMaySetAlarms);
  const keysAct = useSingleKeysAct();
  const { wall } = place;
  const pause = () => dispatch(boardPausePressed());

  const kinds = NOTIFICATION_TABS.map((tab, index) => [
    String(index + 1),
    () => dispatch(boardChanged({ tabs: withTab(place, tab) })),
  ]);
  useKeys(
    {
      Escape: () => dispatch(wall ? boardChanged({ wall: false }) : navigateRequested({ to: exit })),
      '?': () => setExplaining(true),
      p: pause,
      n: () => dispatch(boardNewPressed()),
      j: () => stepRow(1),
      k: () => stepRow(-1),
      t: () => dispatch(boardChanged({ view: place.view === 'chart' ? 'table' : 'chart' })),
      f: () => void toggleFullScreen(),
      w: () => dispatch(boardChanged({ wall: !wall })),
      a: () => pressRow('.board-entry button'),
      '/': () => focusSearch(),
      '0': () => dispatch(boardChanged({ tabs: NOTIFICATION_TABS })),
      ...(Object.fromEntries(kinds) as Record<string, () => unknown>),
    },
    STEPPING,
  );

  return (
    <div className={wall ? 'board is-wall' : 'board'}>
      <header className="board-head">
        <h1 tabIndex={-1}>Live Board</h1>
        <BoardLink />
        {wall ? <OpenCount /> : <BoardFilter />}
        {!wall && (
          <div className="board-tools">
            {maySetAlarms && <ToolButton onClick={() => setSettingAlarms(true)}>Alarms</ToolButton>}
            <ToolButton onClick={() => setReadingAlarms(true)}>Past alarms</ToolButton>
            <ToolButton onClick={() => setHandingOver(true)}>Hand over</ToolButton>
            <ToolButton
              title={keysAct ? 'For a wall (w); Esc leaves it' : 'For a wall; Esc leaves it'}
              onClick={() => dispatch(boardChanged({ wall: true }))}
            >
              Large view
            </ToolButton>
            <ToolButton icon={paused ? 'play' : 'pause'} onClick={pause}>
              {paused ? 'Resume' : 'Pause'}
            </ToolButton>
            {canFillScreen() && (
              <ToolButton
                icon="expand"
                iconOnly
                aria-label="Full screen"
                title="Full screen"
                onClick={() => void toggleFullScreen()}
              />
            )}
            <ToolButton
              icon="help"
              iconOnly
              aria-label="Keys"
              title={keysAct ? 'Keys (?)' : 'Keys'}
              onClick={() => setExplaining(true)}
            />
            <Link className="ui compact button" to={exit}>
              <Icon name="close" />
              Close
            </Link>
          </div>
        )}
      </header>
      <BoardOutdated />
      <BoardAlarms isWall={wall} />
      <BoardHandovers isWall={wall} />
      <div className="board-body">
        <BoardCounts />
        <BoardList />
      </div>
      {handingOver && <HandoverDialog onClose={() => setHandingOver(false)} />}
      {settingAlarms && <AlarmRules onClose={() => setSettingAlarms(false)} />}
      {readingAlarms && <PastAlarms onClose={() => setReadingAlarms(false)} />}
      {explaining && <BoardKeys onClose={() => setExplaining(false)} />}
    </div>
  );
}

/** Whether the board is up to date. */
function BoardLink() {
  const isStale = useAppSelector(selectStaleness) !== null;
  const isOutdated = useAppSelector(selectBoardEntries).outdated !== null;
  const { paused } = useAppSelector(selectBoard);
  const look = isStale || isOutdated ? 'is-stale' : paused ? 'is-paused' : 'is-live';
  return (
    <p className={`board-link ${look}`} role="status">
      {isStale ? <StaleNote /> : isOutdated ? 'Partly out of date' : paused ? 'Paused' : 'Live'}
    </p>
  );
}

/** Clicks an element of the focused row, if the row has it. */
function pressRow(what: string): boolean {
  const row = document.activeElement?.closest('.board [data-row]');
  const button = row?.querySelector<HTMLElement>(what) ?? null;
  button?.click();
  return button !== null;
}

function focusSearch(): boolean {
  const field = document.getElementById('board-search');
  field?.focus();
  return field !== null;
}

/**
 * Moves the focus from row to row; returns false at either end. Rows rendered beyond the visible ones guarantee a next
 * one.
 */
function stepRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('.board [data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = at < 0 ? rows[0] : rows[at + step];
  if (row === undefined) return false;
  const subject = subjectOf(row);
  if (subject === null) return false;
  subject.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  return true;
}

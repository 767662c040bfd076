import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { boardChanged, boardNewPressed, boardPausePressed } from '../../../sagas/notifications/board.intents';
import { selectBoard, selectBoardExit, selectBoardPlace } from '../../../sagas/notifications/board.selectors';
import { withTab } from '../../../sagas/notifications/index';
import { navigateRequested } from '../../../sagas/shell/navigation/navigation.intents';
import { NOTIFICATION_TABS } from '../../../contract';
import { useAppSelector } from '../../app/state';
import { canFillScreen, toggleFullScreen } from '../../ports/fullScreen';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { ToolButton } from '../../ui/ToolButton';
import { useKeys } from '../../ui/useKeys';
import '../../ui/theme/notifications.css';
import '../../ui/theme/board.css';
import { BoardCounts } from './BoardCounts';
import { BoardKeys } from './BoardKeys';
import { BoardLink } from './BoardLink';
import { BoardList } from './BoardList';
import { stepRow } from './stepRow';

/** What happens, as it happens, over the whole window. */
export function LiveBoard() {
  const dispatch = useDispatch();
  const place = useAppSelector(selectBoardPlace);
  const { paused } = useAppSelector(selectBoard);
  const exit = useAppSelector(selectBoardExit);
  const [explaining, setExplaining] = useState(false);
  const pause = () => dispatch(boardPausePressed());

  const kinds = NOTIFICATION_TABS.map((tab, index) => [
    String(index + 1),
    () => dispatch(boardChanged({ tabs: withTab(place, tab) })),
  ]);
  useKeys({
    Escape: () => dispatch(navigateRequested({ to: exit })),
    ...(place.keys && {
      '?': () => setExplaining(true),
      p: pause,
      n: () => dispatch(boardNewPressed()),
      j: () => stepRow(1),
      k: () => stepRow(-1),
      t: () => dispatch(boardChanged({ view: place.view === 'chart' ? 'table' : 'chart' })),
      f: () => void toggleFullScreen(),
      '0': () => dispatch(boardChanged({ tabs: NOTIFICATION_TABS })),
      ...(Object.fromEntries(kinds) as Record<string, () => unknown>),
    }),
  });

  return (
    <div className="board">
      <header className="board-head">
        <h1>Live notifications</h1>
        <BoardLink />
        <div className="board-tools">
          <ToolButton icon={paused ? 'play' : 'pause'} aria-pressed={paused} onClick={pause}>
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
          <ToolButton icon="help" iconOnly aria-label="Keys" title="Keys (?)" onClick={() => setExplaining(true)} />
          <Link className="tool-button" to={exit}>
            <Icon name="close" />
            Close
          </Link>
        </div>
      </header>
      <div className="board-body">
        <BoardCounts />
        <BoardList />
      </div>
      {explaining && <BoardKeys onClose={() => setExplaining(false)} />}
    </div>
  );
}

import { useDispatch } from 'react-redux';
import { NOTIFICATION_TABS, TAB_LABELS } from '../../../contract/notifications/categories';
import { selectBoardPlace } from '../../../sagas/features/liveBoard/liveBoard.selectors';
import { boardChanged } from '../../../sagas/features/liveBoard/liveBoard.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

const KEYS: readonly (readonly [string, string])[] = [
  ['j, k', 'Next and previous notification'],
  ['Enter', 'Open what it is about'],
  ['a', 'Acknowledge it'],
  ['/', 'Search'],
  ['n', 'Show the new ones, from the top'],
  ['p', 'Pause and resume'],
  ...NOTIFICATION_TABS.map((tab, index) => [String(index + 1), `${TAB_LABELS[tab]}: show or hide`] as const),
  ['0', 'Show all kinds'],
  ['t', 'Chart or table'],
  ['f', 'Full screen'],
  ['w', 'Large view for a wall'],
  ['?', 'This list'],
  ['Esc', 'Leave the large view, or close the board'],
];

/** Lists the keys. Single keys can be turned off, as voice input may press them by accident. */
export function BoardKeys({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const { keys } = useAppSelector(selectBoardPlace);
  return (
    <Dialog title="Keys of the live board" size="wide" onClose={onClose}>
      <dl className="board-keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="board-keys-on">
        <input
          type="checkbox"
          checked={keys}
          onChange={(event) => dispatch(boardChanged({ keys: event.target.checked }))}
        />
        Use single-key shortcuts
      </label>
      <div className="dialog-actions">
        <Button variant="primary" autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

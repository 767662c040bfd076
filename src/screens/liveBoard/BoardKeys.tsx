import { useDispatch } from 'react-redux';
import { NOTIFICATION_TABS, TAB_LABELS } from '../../../contract/notifications/categories';
import { appearanceOpened } from '../../../sagas/features/appearance/appearance.slice';
import { Button, LinkButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useSingleKeysAct } from '../../ui/useKeys';

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

/** Lists the keys, and leads to the choice whether single keys act. */
export function BoardKeys({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const keysAct = useSingleKeysAct();
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
      <p>
        Single-key shortcuts are {keysAct ? 'on' : 'off'} in this browser.{' '}
        <LinkButton
          onClick={() => {
            onClose();
            dispatch(appearanceOpened());
          }}
        >
          Turn them {keysAct ? 'off' : 'on'} under Appearance
        </LinkButton>
      </p>
      <div className="dialog-actions">
        <Button variant="primary" autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

import { useDispatch } from 'react-redux';
import type { MenuHandOff, MenuLink } from '../../../sagas/shell/menus/menu.types';
import { handOffRequested } from '../../../sagas/handOffs/handOffs.intents';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';

interface MenuChoiceProps {
  readonly entry: MenuLink | MenuHandOff;
  readonly current: MenuLink | null;
  readonly onChosen?: () => void;
}

/** One line of a menu: a link to a page, or the way out to another service. */
export function MenuChoice({ entry, current, onChosen }: MenuChoiceProps) {
  const dispatch = useDispatch();
  if ('to' in entry)
    return (
      <Link
        className="menu-item"
        to={entry.to}
        aria-current={entry.to === current?.to ? 'page' : undefined}
        onClick={onChosen}
      >
        {entry.label}
      </Link>
    );
  return (
    <button
      type="button"
      className="menu-item"
      onClick={() => {
        dispatch(handOffRequested({ to: entry.handOff }));
        onChosen?.();
      }}
    >
      {entry.label}
      <Icon name="external" />
      <span className="visually-hidden">(opens a new tab)</span>
    </button>
  );
}

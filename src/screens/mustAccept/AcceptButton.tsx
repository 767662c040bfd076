import { Button } from '../../ui/Button';

interface AcceptButtonProps {
  readonly busy: boolean;
  readonly onAccept: () => void;
}

/**
 * It does not take the focus by itself: a key on its way to the page would accept a message that no one has read. For
 * the same reason the second press of a double click and a key that is held accept nothing.
 */
export function AcceptButton({ busy, onAccept }: AcceptButtonProps) {
  return (
    <Button
      variant="primary"
      busy={busy}
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onClick={({ detail }) => detail < 2 && onAccept()}
    >
      Accept
    </Button>
  );
}

/** When the live board is come to and left, and from where: that is known before the board's own sagas are there. */
import { put, select, take, type SagaGenerator } from '../effects';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { selectLocation, selectResolution } from '../shell/shell.selectors';
import { selectBoard, selectIsOnBoard } from './boardVisit.selectors';
import { boardLeft, boardOpened } from './board.state';

export function* followBoard(): SagaGenerator<void> {
  let page: string | null = null;
  while (true) {
    yield* take(pageMoved);
    const isOnBoard: boolean = yield* select(selectIsOnBoard);
    const { open } = yield* select(selectBoard);
    if (isOnBoard && !open) yield* put(boardOpened({ cameFrom: page }));
    if (!isOnBoard && open) yield* put(boardLeft());
    if (!isOnBoard) page = (yield* addressOfPage()) ?? page;
  }
}

/** Null where nobody stays. */
function* addressOfPage(): SagaGenerator<string | null> {
  const location = yield* select(selectLocation);
  const { kind } = yield* select(selectResolution);
  return location !== null && kind === 'screen' ? location.pathname + location.search : null;
}

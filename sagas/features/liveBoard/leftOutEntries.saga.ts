/** Finds the entries of loaded rows that the state of the board leaves out, because it has only the newest ones. */
import { BOARD_ENTRIES_MAX, BOARD_NOTIFICATIONS_MAX } from '../../../contract/board/board.endpoints';
import { NOTIFICATION_TABS } from '../../../contract/notifications/categories';
import { attempt } from '../../base/http/attempt.saga';
import { put, select, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { selectFeed } from '../notifications/feed/feed.slice';
import { boardEntriesFound, selectBoardEntries, type SharedBoard } from './boardEntries.slice';

/** How far the last whole state reached. Entries of later notifications come with the changes since. */
export interface Reach {
  /** The newest notification at that time, by sequence. */
  readonly upTo: number;
  /** It has as many entries as it can have, so those of any row may be missing. */
  readonly isFull: boolean;
  /** The notifications that were asked for since. */
  readonly asked: Set<string>;
}

/** Null if the state is not a whole one, which names the people. */
export function* reachOf({ entries, people }: SharedBoard): SagaGenerator<Reach | null> {
  if (people === null) return null;
  const { sequence } = yield* select(selectFeed);
  return { upTo: sequence, isFull: entries.length >= BOARD_ENTRIES_MAX, asked: new Set() };
}

/** The loaded rows whose entries the whole state may have left out. */
export function* leftOut({ upTo, isFull, asked }: Reach): SagaGenerator<readonly string[]> {
  const { tabs } = yield* select(selectFeed);
  const { entries } = yield* select(selectBoardEntries);
  const last = isFull ? upTo : upTo - BOARD_NOTIFICATIONS_MAX;
  return NOTIFICATION_TABS.flatMap((tab) => tabs[tab].items)
    .filter(({ id, sequence }) => sequence <= last && entries[id] === undefined && !asked.has(id))
    .map(({ id }) => id);
}

/** Asks for their entries, and for those of refused changes that are still unknown; after a failure again next time. */
export function* findLeftOut(reach: Reach, refusedIds: Set<string>): SagaGenerator<void> {
  const { entries } = yield* select(selectBoardEntries);
  for (const id of refusedIds) if (entries[id] !== undefined) refusedIds.delete(id);
  const ids = [...new Set([...refusedIds, ...(yield* leftOut(reach))])];
  for (let first = 0; first < ids.length; first += BOARD_ENTRIES_MAX) {
    const notificationIds = ids.slice(first, first + BOARD_ENTRIES_MAX);
    const { answer } = yield* attempt(request('findEntries', { body: { notificationIds } }));
    if (answer === null) return;
    yield* put(boardEntriesFound(answer));
    for (const id of notificationIds) {
      reach.asked.add(id);
      refusedIds.delete(id);
    }
  }
}

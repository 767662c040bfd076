/** Which entries the board shows. Pure. */
import type { Notification } from '../../../contract/notifications/notification';
import type { BoardEntry } from './boardEntries.slice';
import type { BoardShown } from './liveBoard.address';

/** The words of a search, all of which must match. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether its visible text contains all words: subject, text, tags, and whom it is about. */
export function hasWords(notification: Notification, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { subject, template, subCategoryName, messageTags, candidateFirstName, candidateLastName } = notification;
  const plain = template.replace(/<[^>]*>/g, ' ');
  const tags = messageTags.map(({ text }) => text);
  const all = [subject, plain, subCategoryName, candidateFirstName, candidateLastName, ...tags].join(' ').toLowerCase();
  return words.every((word) => all.includes(word));
}

/** An alarm has none: it is acknowledged above the list, for everyone. */
export const hasEntry = ({ subCategoryCode }: Pick<Notification, 'subCategoryCode'>): boolean =>
  subCategoryCode !== 'BOARD_ALARM';

/** An entry that was acknowledged but not assigned is open. */
export function isShown(
  show: BoardShown,
  notification: Pick<Notification, 'subCategoryCode'>,
  entry: BoardEntry | undefined,
  userId: string | undefined,
): boolean {
  const assigneeId = entry?.assigneeId ?? null;
  switch (show) {
    case 'all':
      return true;
    case 'open':
      return assigneeId === null && hasEntry(notification);
    case 'mine':
      return assigneeId !== null && assigneeId === userId;
    case 'taken':
      return assigneeId !== null;
  }
}

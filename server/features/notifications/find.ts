/** Finds notifications in all tabs and in the archive, by the index of their words. */
import { sql, type RawBuilder } from 'kysely';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { NOTIFICATION_PAGE_SIZE } from '../../../contract/notifications/notifications.endpoints';
import { addDays, startOfDay } from '../../base/dates';
import type { Queries, Scope } from '../../database';
import { readPlaces } from './store';

/** Before words of names, of the facility, and of anything. */
type Mark = ':' | '/' | '';

/** All of the words, each as the beginning of one, with '=' where the block belongs; null without any. */
const wordsIn = (given: string | undefined, mark: Mark): RawBuilder<unknown> => sql`(
  select string_agg(${`'=${mark}`} || w || ''':*', ' & ') from unnest(search_words(${given ?? ''})) w)`;

export async function findNotifications(
  queries: Queries,
  { timeZone }: Pick<Scope, 'timeZone'>,
  { words, person, facility, kind, from, to, before }: BodyOf<'findNotifications'>,
): Promise<ResponseOf<'findNotifications'>> {
  const ofKind = kind === undefined ? null : `'=@${kind.toLowerCase()}'`;
  const pattern = sql`nullif(concat_ws(' & ', ${wordsIn(words, '')}, ${wordsIn(person, ':')}, ${wordsIn(facility, '/')},
    ${ofKind}::text), '')`;
  const since = from === undefined ? null : startOfDay(from, timeZone);
  const until = to === undefined ? null : startOfDay(addDays(to, 1), timeZone);
  return readPlaces(
    queries,
    sql`select found_sequence from notification_find(${pattern}, ${since}::timestamptz, ${until}::timestamptz,
      ${before ?? null}::bigint, ${NOTIFICATION_PAGE_SIZE + 1})`,
  );
}

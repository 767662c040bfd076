/** Finds notifications in all tabs and in the archive, by the index of their words. */
import { sql, type RawBuilder } from 'kysely';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { NOTIFICATION_PAGE_SIZE } from '../../../contract/notifications/notifications.endpoints';
import { addDays, startOfDay } from '../../base/dates';
import type { Queries, Scope } from '../../database';
import { cameWhileAway, stillWaits } from './away';
import { readPlaces } from './store';

/** The index marks words of a person's name, words of a facility, and all words. */
type Mark = ':' | '/' | '';

/** A text search query for all of these words as prefixes, each with its mark; null without words. */
const wordsIn = (given: string | undefined, mark: Mark): RawBuilder<unknown> => sql`(
  select string_agg(${`'=${mark}`} || w || ''':*', ' & ') from unnest(search_words(${given ?? ''})) w)`;

/** A page of results, newest first. `from` and `to` are days in `timeZone`, both included. */
export async function findNotifications(
  queries: Queries,
  { timeZone }: Pick<Scope, 'timeZone'>,
  { words, person, facility, kind, from, to, before, away = false }: BodyOf<'findNotifications'>,
): Promise<ResponseOf<'findNotifications'>> {
  const ofKind = kind === undefined ? null : `'=@${kind.toLowerCase()}'`;
  const pattern = sql`nullif(concat_ws(' & ', ${wordsIn(words, '')}, ${wordsIn(person, ':')}, ${wordsIn(facility, '/')},
    ${ofKind}::text), '')`;
  const since = from === undefined ? null : startOfDay(from, timeZone);
  const until = to === undefined ? null : startOfDay(addDays(to, 1), timeZone);
  const most = NOTIFICATION_PAGE_SIZE + 1;
  const found = (first: RawBuilder<unknown>, last: RawBuilder<unknown>, limit: number | null) => sql`
    select found_sequence from notification_find(${pattern}, ${first}, ${last}, ${before ?? null}::bigint,
      ${limit}::integer)`;
  const [first, last] = [sql`${since}::timestamptz`, sql`${until}::timestamptz`];
  if (!away) return readPlaces(queries, found(first, last, most));
  // An absence has few notifications, so all are read and then filtered.
  return readPlaces(
    queries,
    sql`
    select e.sequence from users u
    cross join lateral (${found(sql`greatest(${first}, u.away_since)`, sql`least(${last}, u.away_until)`, null)}) f
    join notification_events e on e.user_id = u.id and e.sequence = f.found_sequence
    join notification_contents c on c.id = e.content_id
    where u.id = (select app_user_id()) and u.away_since is not null and ${cameWhileAway} and ${stillWaits}
    order by e.sequence desc limit ${most}`,
  );
}

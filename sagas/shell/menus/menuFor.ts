import type { UserInfo } from '../../../contract';
import { resolve, rootOf } from '../routes/resolve';
import type { MenuEntry, MenuGroup, MenuHandOff, MenuLink } from './menu.types';
import { MENUS } from './menus';

/**
 * The menu this person has: an entry shows when its page would, so none ever leads to a refusal. Addresses are whole;
 * `carried` is the part of the query that stays from page to page.
 */
export function menuFor(user: UserInfo, carried = ''): readonly MenuEntry[] {
  const root = rootOf(user);
  const isOpen = (entry: MenuLink | MenuHandOff) =>
    'handOff' in entry || resolve(user, `/${root}/${entry.to}`).kind === 'screen';
  const whole = <E extends MenuLink | MenuHandOff>(entry: E): E =>
    'to' in entry ? { ...entry, to: `/${root}/${entry.to}${carried}` } : entry;
  return MENUS[root].flatMap((entry): readonly MenuEntry[] => {
    if (!('entries' in entry)) return isOpen(entry) ? [whole(entry)] : [];
    const entries = entry.entries.filter(isOpen).map(whole);
    return entries.length > 0 ? [{ ...entry, entries } satisfies MenuGroup] : [];
  });
}

/** The entry that stands for this address: the one with the longest path that it lies on or under. */
export function currentEntry(menu: readonly MenuEntry[], pathname: string): MenuLink | null {
  const links = menu
    .flatMap((entry) => ('entries' in entry ? entry.entries : [entry]))
    .filter((entry) => 'to' in entry);
  const lies = ({ to }: MenuLink) => {
    const [path = to] = to.split('?', 1);
    return pathname === path || pathname.startsWith(`${path}/`);
  };
  const on = links.filter(lies).sort((a, b) => b.to.length - a.to.length)[0];
  return on ?? links.find(({ to }) => sectionOf(to) === sectionOf(pathname)) ?? null;
}

const sectionOf = (path: string) => path.split('?', 1)[0]?.split('/').slice(0, 3).join('/');

/** Lists that never hold a row for some kind of organisation, whose page it has all the same: why, and where to look instead. */
import type { ListName, OrganizationType, UserInfo } from '../../contract';
import { resolve } from '../shell/routes/resolve';

export interface NothingEver {
  readonly why: string;
  /** A page that this person may open; null where the one there is is not theirs. */
  readonly instead: { readonly to: string; readonly label: string } | null;
}

const OF_A_PROGRAMME: NothingEver = {
  why: 'The owner of the platform takes part in no programme, so the people and the work of programmes are not shown here. Whoever manages a programme sees them in its own reports.',
  instead: { to: '/owner/home', label: 'Go to Home' },
};

const TABLE: Partial<Record<OrganizationType, Partial<Record<ListName, NothingEver>>>> = {
  OWNER: { candidates: OF_A_PROGRAMME, assignments: OF_A_PROGRAMME },
  CLIENT: {
    reverseInvoices: {
      why: 'Reverse invoices are what the programme pays its suppliers, which the two of them keep between themselves. What your facility is billed is among its invoices.',
      instead: { to: '/facility/timesheets/invoicetimesheet', label: 'Go to invoices' },
    },
  },
};

/** Null where there may be rows. */
export function nothingEver(list: ListName, user: UserInfo): NothingEver | null {
  const found = TABLE[user.organizationType]?.[list];
  if (found === undefined) return null;
  const mayOpen = found.instead !== null && resolve(user, found.instead.to).kind === 'screen';
  return mayOpen ? found : { ...found, instead: null };
}

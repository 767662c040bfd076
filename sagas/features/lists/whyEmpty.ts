/** Lists that are always empty for some organization types: why, and where to look instead. */
import type { OrganizationType } from '../../../contract/base/organizations';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { ListName } from '../../../contract/lists/list';
import { resolve } from '../../navigation/routes/resolve';

export interface AlwaysEmpty {
  readonly why: string;
  /** A page this user may open; null if there is none. */
  readonly instead: { readonly to: string; readonly label: string } | null;
}

const TABLE: Partial<Record<OrganizationType, Partial<Record<ListName, AlwaysEmpty>>>> = {
  CLIENT: {
    reverseInvoices: {
      why: 'Reverse invoices are the payments of the program to its suppliers, and only these two can see them. The bills of your facility are among its invoices.',
      instead: { to: '/facility/timesheets/invoicetimesheet', label: 'Go to invoices' },
    },
  },
};

/** Null if there may be rows. */
export function whyAlwaysEmpty(list: ListName, user: UserInfo): AlwaysEmpty | null {
  const found = TABLE[user.organizationType]?.[list];
  if (found === undefined) return null;
  const mayOpen = found.instead !== null && resolve(user, found.instead.to).kind === 'screen';
  return mayOpen ? found : { ...found, instead: null };
}

import { localYearAt } from '../../../sagas/base/dates';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { selectConfig } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useNow } from '../../hooks/useNow';

const AN_HOUR_MS = 3_600_000;

/** The year is that of the browser. The contact is that of the organization, and may be empty. */
export function Footer({ user: { footerEmail, footerPhone } }: { readonly user: UserInfo }) {
  const { productName } = useAppSelector(selectConfig).branding;
  const year = localYearAt(useNow(AN_HOUR_MS, true));
  return (
    <footer className="shell-footer">
      <span>© {year}</span>
      <span>Powered by {productName}</span>
      {(footerEmail !== '' || footerPhone !== '') && (
        <address>
          Support:
          {footerEmail !== '' && <a href={`mailto:${footerEmail}`}>{footerEmail}</a>}
          {footerPhone !== '' && <a href={`tel:${footerPhone.replace(/[^+\d]/g, '')}`}>{footerPhone}</a>}
        </address>
      )}
    </footer>
  );
}

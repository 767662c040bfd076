import type { UserInfo } from '../../../contract';
import { selectConfig } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { useNow } from '../../ports/useNow';

const AN_HOUR_MS = 3_600_000;

export function Footer({ user: { footerEmail, footerPhone } }: { readonly user: UserInfo }) {
  const { productName } = useAppSelector(selectConfig).branding;
  const year = new Date(useNow(AN_HOUR_MS, true)).getFullYear();
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

import { selectConfig } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { ProductMark } from '../../ui/ProductMark';
import { ShiftBoard } from './ShiftBoard';

/**
 * Who this is. The build does not know the host's name and tagline: they are in the page only once the server has
 * filled it in, and on a host without that they come with the configuration.
 */
export function BrandPanel() {
  const { productName, tagline } = useAppSelector(selectConfig).branding;
  return (
    <header className="gate-brand">
      <div className="gate-product">
        <ProductMark />
        <span suppressHydrationWarning>{productName}</span>
      </div>
      <p className="gate-tagline" suppressHydrationWarning>
        {tagline}
      </p>
      <ShiftBoard />
    </header>
  );
}

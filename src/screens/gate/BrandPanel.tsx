import { selectConfig } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { ProductMark } from '../../ui/ProductMark';
import { ShiftBoard } from './ShiftBoard';

/**
 * Who this is. The server writes name and tagline of the host into the prerendered page, so the text found there
 * may differ from the text rendered here, and is right.
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

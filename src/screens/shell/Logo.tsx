import { ProductMark } from '../../ui/ProductMark';

export function Logo() {
  return <ProductMark />;
}

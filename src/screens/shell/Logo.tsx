import { useEffect, useState } from 'react';
import { selectLogo } from '../../../sagas/shell/shell.selectors';
import { useOpenFile } from '../../app/openFile';
import { useAppSelector } from '../../app/state';
import { ProductMark } from '../../ui/ProductMark';

/** The organisation's, and the product's where that one does not come or cannot be drawn. */
export function Logo() {
  const file = useAppSelector(selectLogo);
  const openFile = useOpenFile();
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const blob = file === null ? undefined : openFile(file);
    if (blob === undefined) return;
    const url = URL.createObjectURL(blob);
    setShown(url);
    return () => {
      setShown(null);
      URL.revokeObjectURL(url);
    };
  }, [file, openFile]);
  // The name of the organisation stands beside it.
  return shown === null ? <ProductMark /> : <img src={shown} alt="" onError={() => setShown(null)} />;
}

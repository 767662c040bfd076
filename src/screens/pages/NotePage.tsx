import type { ReactNode } from 'react';
import { selectLanding } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { Link } from '../../ui/Link';

/** A page that has little to say: what is so, and where to go from here. */
export function NotePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const landing = useAppSelector(selectLanding);
  return (
    <div className="page-note">
      <h1>{title}</h1>
      {children}
      <p className="page-actions">
        <Link to={landing}>Go to your home page</Link>
      </p>
    </div>
  );
}

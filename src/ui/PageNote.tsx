import type { ReactNode } from 'react';
import { EmptyIllustration } from './EmptyIllustration';
import type { IconName } from './Icon';

interface PageNoteProps {
  /** The icon of the picture. */
  readonly mark: IconName;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** A page without other content: a picture, a title, the reason, and the next step. */
export function PageNote({ mark, title, children, actions }: PageNoteProps) {
  return (
    <div className="page-note is-scene">
      <EmptyIllustration mark={mark} />
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      <p className="page-actions">{actions}</p>
    </div>
  );
}

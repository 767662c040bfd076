import { useState } from 'react';

interface RollingNumberProps {
  readonly text: string;
  /** What it counts: the address of its rows, or null without one. Of something else there is no change to show. */
  readonly of: string | null;
}

/** A number that rolls in when it changes while somebody looks, and says on hover what it was before. */
export function RollingNumber({ text, of }: RollingNumberProps) {
  const [seen, setSeen] = useState<RollingNumberProps & { readonly before: string | null }>({ text, of, before: null });
  if (seen.text !== text || seen.of !== of)
    setSeen({ text, of, before: of !== null && seen.of === of ? seen.text : null });
  if (seen.before === null) return <>{text}</>;
  return (
    <span key={text} className="rolled" title={`${seen.before} before`}>
      {text}
    </span>
  );
}

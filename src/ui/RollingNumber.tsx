import { useState } from 'react';

interface RollingNumberProps {
  readonly text: string;
  /** What it counts: the address of its rows, or null without one. The number rolls only while this stays the same. */
  readonly of: string | null;
}

/** A number that rolls when it changes on a visible page. Its tooltip has the previous value. */
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

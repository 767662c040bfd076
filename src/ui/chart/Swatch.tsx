import type { CSSProperties } from 'react';
import type { ChartColour } from './chart.types';
import { textureOf } from './texture';
import '../theme/chart.css';

const LOOKS = { plain: 'swatch', stripes: 'swatch has-stripes', dots: 'swatch has-dots' } as const;

/** The look of a series, beside its name. */
export function Swatch({ colour }: { readonly colour: ChartColour }) {
  const style = { '--swatch': `var(--category-${colour})` } as CSSProperties;
  return <span className={LOOKS[textureOf(colour)]} style={style} aria-hidden="true" />;
}

import type { CSSProperties } from 'react';
import type { ChartColor } from './chart.types';
import { textureOf } from './texture';
import '../theme/chart.css';

const CLASSES = { plain: 'swatch', stripes: 'swatch has-stripes', dots: 'swatch has-dots' } as const;

/** Color and texture of a series, for the legend. */
export function Swatch({ color }: { readonly color: ChartColor }) {
  const style = { '--swatch': `var(--chart-${color})` } as CSSProperties;
  return <span className={CLASSES[textureOf(color)]} style={style} aria-hidden="true" />;
}

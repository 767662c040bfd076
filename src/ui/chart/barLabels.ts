/** Writes the value of each bar at its end. */
import type { BarElement, ChartType, Plugin } from 'chart.js';
import type { Figures } from './chartTokens';

const GAP_PX = 4;

/** For charts with one series, whose bars all have a value. */
export const barLabels = (figures: Figures): Plugin<ChartType> => ({
  id: 'barLabels',
  afterDatasetsDraw(chart) {
    const { ctx } = chart;
    const { data, tokens } = figures.current;
    const { series, text = String } = data;
    ctx.save();
    ctx.font = `600 12px ${tokens.font}`;
    chart.getDatasetMeta(0).data.forEach((element, index) => {
      const value = series[0]?.values[index] ?? null;
      const { x, y, horizontal } = element as BarElement & { readonly horizontal: boolean };
      ctx.fillStyle = value === 0 ? tokens['text-quiet'] : tokens.text;
      ctx.textAlign = horizontal ? 'left' : 'center';
      ctx.textBaseline = horizontal ? 'middle' : 'bottom';
      ctx.fillText(text(value), horizontal ? x + GAP_PX : x, horizontal ? y : y - GAP_PX + 1);
    });
    ctx.restore();
  },
});

/** Draws the figure of each slice on its ring, at 80 % of the radius, if the slice is wide enough. */
import type { ArcElement, ChartType, Plugin } from 'chart.js';
import type { Figures } from './chartTokens';

const AT = 0.8;
const NARROWEST = 0.34;

/** Writes the value on each slice of a doughnut. */
export const sliceLabels = (figures: Figures): Plugin<ChartType> => ({
  id: 'sliceLabels',
  afterDatasetsDraw(chart) {
    const { ctx } = chart;
    const { tokens } = figures.current;
    const values = chart.data.datasets[0]?.data ?? [];
    ctx.save();
    ctx.font = `600 12px ${tokens.font}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.lineWidth = 3;
    ctx.strokeStyle = tokens.surface;
    ctx.fillStyle = tokens.text;
    chart.getDatasetMeta(0).data.forEach((element, index) => {
      const { x, y, startAngle, endAngle, outerRadius } = element as ArcElement;
      if (endAngle - startAngle < NARROWEST) return;
      const angle = (startAngle + endAngle) / 2;
      const at = [x + Math.cos(angle) * outerRadius * AT, y + Math.sin(angle) * outerRadius * AT] as const;
      const text = String(values[index] ?? '');
      // An outline in the background color keeps it legible on any color.
      ctx.strokeText(text, ...at);
      ctx.fillText(text, ...at);
    });
    ctx.restore();
  },
});

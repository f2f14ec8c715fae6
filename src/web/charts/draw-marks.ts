import type uPlot from 'uplot';
import { colour } from '../app/theme.ts';
import type { ChartMark } from './chart-props.ts';

/** Vertical lines with their numbers, behind the lines of the chart. */
export function drawMarks(plot: uPlot, marks: readonly ChartMark[]): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = colour('--doubt');
  ctx.fillStyle = ctx.strokeStyle;
  ctx.lineWidth = ratio;
  ctx.setLineDash([3 * ratio, 3 * ratio]);
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = 'top';
  for (const { at, number } of marks) {
    const x = Math.round(plot.valToPos(at, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillText(String(number), x + 3 * ratio, bbox.top);
  }
  ctx.restore();
}

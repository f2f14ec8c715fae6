/** Number formats shared with the report and the CLI. */
export {
  bytes,
  count,
  durationOfMs as time,
  exactMs as exactTime,
  type Figure,
  percentFigure,
  percentOf as percent,
  rate,
  threeDigits,
  timeFigure,
  whole,
} from '../../lib/figures.ts';

/** Figures as the report and the terminal write them. */
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

import type { CodeResource } from '../../../contract/resources/report.ts';
import type { ChartColumns } from '../../../contract/resources/view.ts';
import type { ChartLine } from '../../charts/chart-props.ts';
import { whole } from '../../format/figures.ts';
import { wholeSeconds } from './whole-seconds.ts';

/** Classes of response codes, with their columns in the charts. */
export const codeClasses = [
  { name: '2xx', column: 'codes_2xx', colour: '--good' },
  { name: '3xx', column: 'codes_3xx', colour: '--p50' },
  { name: '4xx', column: 'codes_4xx', colour: '--doubt' },
  { name: '5xx', column: 'codes_5xx', colour: '--bad' },
  { name: 'other', column: 'codes_other', colour: '--users' },
  { name: 'unknown', column: 'codes_unknown', colour: '--soft' },
] as const;

/** Codes of one class in the legend; the tooltip has all of them. */
const maxShown = 3;

/** Samples per second by class of their response code, of classes with samples; none if all codes are unknown. */
export function codeLines(
  columns: ChartColumns,
  codes: readonly CodeResource[] | undefined,
  step: number | undefined,
): ChartLine[] {
  const lines = codeClasses
    .filter(({ column }) => columns[column].some((value) => value))
    .map(({ name, column, colour }) => ({
      name,
      values: wholeSeconds(columns[column], step),
      colour,
      isStepped: true,
      ...detailOf(codes?.filter(({ class: codeClass }) => codeClass === name) ?? []),
    }));
  return lines.every(({ name }) => name === 'unknown') ? [] : lines;
}

function detailOf(codes: readonly CodeResource[]): Pick<ChartLine, 'detail'> {
  const names = codes.flatMap(({ code }) => (code === null ? [] : [code === '' ? 'no code' : code]));
  if (names.length === 0) return {};
  const more = names.length - maxShown;
  return {
    detail: {
      text: `${names.slice(0, maxShown).join(', ')}${more > 0 ? `, ${more} more` : ''}`,
      title: codes
        .map(({ passed, failed }, at) => `${names[at]}: ${whole(passed)} passed, ${whole(failed)} failed`)
        .join('\n'),
    },
  };
}

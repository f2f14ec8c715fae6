import type { AnnotationResource } from '../../../contract/resources/annotation.ts';
import type { ChartMark } from '../../charts/chart-props.ts';

/** Marks of annotations on a time axis that begins at `start`, in seconds since 1970; numbered as in the list. */
export function marksOf(annotations: readonly AnnotationResource[], start: number): ChartMark[] {
  return annotations.map(({ at, kind, text }, index) => ({
    at: Date.parse(at) / 1000 - start,
    number: index + 1,
    name: kind === 'deploy' ? `Deploy: ${text}` : text,
  }));
}

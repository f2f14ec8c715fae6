import type { ComponentChildren } from 'preact';
import type { AnnotationResource } from '../../../contract/resources/annotation.ts';
import { Moment } from '../../components/moment.tsx';
import { into } from '../../format/moments.ts';
import { marksOf } from './marks-of.ts';

interface AnnotationListProps {
  annotations: readonly AnnotationResource[];
  /** Zero of the time axis, in seconds since 1970. */
  start: number;
  /** Controls of one annotation. */
  controls?: (annotation: AnnotationResource) => ComponentChildren;
}

/** Annotations with the numbers that the charts show. */
export function AnnotationList({ annotations, start, controls }: AnnotationListProps) {
  return (
    <ol class="annotations">
      {marksOf(annotations, start).map(({ at, name }, index) => {
        const annotation = annotations[index];
        return (
          annotation && (
            <li key={annotation.uuid}>
              <b>{into(at)}</b> {name}{' '}
              <span class="soft">
                <Moment at={annotation.at} />
                {annotation.author !== null && `, ${annotation.author}`}
              </span>{' '}
              {controls?.(annotation)}
            </li>
          )
        );
      })}
    </ol>
  );
}

import type { DifferentialCase } from '../differential-case.ts';
import { withoutStart } from '../start-variables.ts';
import { filesOf, type PlanData, renderPlan } from './plan-data.ts';

/** Hides boundaries of multipart forms, and what Debug samplers show of the clock and of the JVM. */
const vague: Pick<DifferentialCase, 'normalize' | 'without'> = {
  normalize: (text) =>
    withoutStart(
      [...text.matchAll(/boundary=([\w-]{30,40})/g)]
        .reduce((all, [, boundary = '']) => all.replaceAll(boundary, '(boundary)'), text)
        .replaceAll(/("Content-Length",")\d+/gi, '$1(length)')
        .replaceAll(/(Content-Length: )\d+/gi, '$1(length)'),
    ),
  without: ['bytes', 'sentBytes'],
};

/** A Parallel controller names its threads after an object of the JVM, which shows only in sub-samples. */
const withoutBranches = (text: string) =>
  text.replaceAll(/"(?:org\.apache\.jmeter\.threads\.JMeterThread@[0-9a-f]+|Users 0 1-1) - /g, '"(user) - ');

/** Makes a case of a plan. */
export function asCase(name: string, plan: PlanData): DifferentialCase {
  const { isConcurrent, isVague } = plan;
  return {
    name,
    plan: ({ port }) => renderPlan(plan, port),
    properties: { given: 'by property' },
    files: filesOf(plan),
    isConcurrent,
    ...(isVague ? vague : {}),
    normalize: (text) => withoutBranches(isVague ? (vague.normalize?.(text) ?? text) : text),
  };
}

import type { EngineObstacle } from '../../domain/engine.ts';
import { AppError } from '../../domain/errors.ts';
import { judgeElements } from '../../jmx/judge-elements.ts';
import type { Jmx, PlanElement } from '../../jmx/plan-tree.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { refuseLostModules } from '../../jmx/replace-controllers.ts';
import { findDataFile, uploadOf } from '../data-files.ts';
import { environmentFileName } from '../environment-file.ts';
import type { OverrideParameters } from '../override-parameters.ts';
import type { PlanFile } from '../plan-file.ts';
import { judgeJars } from './jars/judge-jars.ts';
import { judgeEnvironment, judgeParameters, judgePropertyFiles } from './judge-properties.ts';

/**
 * Everything in this run that the engine is not proven to do exactly as Apache JMeter. Empty: the engine can run it.
 */
export function judgePlan(
  planName: string,
  files: readonly PlanFile[],
  parameters: OverrideParameters,
): EngineObstacle[] {
  const content = files.find((file) => file.name === planName)?.content;
  return onceEach([
    ...judgeJars(files),
    ...judgeParameters(parameters),
    ...judgeEnvironment(files.find((file) => file.name === environmentFileName)?.content),
    ...judgePropertyFiles(files),
    ...(content ? judgeJmx(planName, readJmx(planName, content), files) : []),
  ]);
}

function judgeJmx(planName: string, jmx: Jmx, files: readonly PlanFile[]): EngineObstacle[] {
  refuseFragments(planName, jmx);
  refuseLostModules(jmx.roots);
  return [
    ...judgeVersion(planName, jmx),
    ...judgeWindows(jmx.roots),
    ...judgeElements(jmx.roots, (path) => readUpload(path, files)),
  ];
}

/** Rejects a fragment: a part of a plan, saved alone. Throws `plan_broken`. */
function refuseFragments(planName: string, { roots }: Jmx): void {
  if (!roots.some(({ kind }) => kind === 'TestPlan')) {
    throw new AppError(
      'plan_broken',
      `${planName} has no test plan, only ${roots[0]?.kind ?? 'nothing'} at its top, so JMeter does not run it. Save the whole test plan.`,
    );
  }
}

/** JMeter does not load a plan with an element, enabled or not, that lacks a GUI class. */
function judgeWindows(elements: readonly PlanElement[]): EngineObstacle[] {
  return elements.flatMap(({ kind, guiClass, place, children }) => [
    ...(guiClass === '' ? [{ element: kind, place, reason: 'It has no GUI class.' }] : []),
    ...judgeWindows(children),
  ]);
}

/** In version 1 all texts are URL-encoded: `a%20b`. */
function judgeVersion(element: string, { formatVersion }: Jmx): EngineObstacle[] {
  const reason = 'It uses version 1 of the file format.';
  return formatVersion === '1.0' ? [{ element, place: 'the plan', reason }] : [];
}

/** Merges equal obstacles, such as repeated calls of a function in one place. */
function onceEach(obstacles: readonly EngineObstacle[]): EngineObstacle[] {
  const keyOf = ({ element, place, reason }: EngineObstacle) => JSON.stringify([element, place, reason]);
  return [...new Map(obstacles.map((each) => [keyOf(each), each])).values()];
}

/** The elements of the file that an Include Controller names. */
function readUpload(path: string, files: readonly PlanFile[]): PlanElement[] | undefined {
  const names = files.map(({ name }) => name);
  const name = uploadOf(findDataFile(path, names));
  const file = files.find((each) => each.name === name);
  try {
    return file?.content && readJmx(file.name, file.content).roots;
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}

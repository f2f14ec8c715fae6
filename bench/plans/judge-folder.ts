import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { blockingObstacles } from '../../src/domain/engine.ts';
import { AppError } from '../../src/domain/errors.ts';
import { contentsOf, isThreadGroup } from '../../src/jmx/plan-contents.ts';
import { enabledIn, type PlanElement, textProperty } from '../../src/jmx/plan-tree.ts';
import { isOwnJavaClass } from '../../src/jmx/proven/own-java-class.ts';
import { readJmx } from '../../src/jmx/read-jmx.ts';
import { judgePlan } from '../../src/plans/jmeter/judge-plan.ts';
import { parseOverrideParameters } from '../../src/plans/override-parameters.ts';
import type { PlanFile } from '../../src/plans/plan-file.ts';

/** A plan of a folder: its obstacles for Spate's own engine, or why it is not counted. */
export interface JudgedPlan {
  path: string;
  /** First folder below the examined one: a team, a repository. */
  project: string;
  /** Undefined for a plan that is not counted. */
  reasons: Set<string> | undefined;
  /** Why it is not counted. */
  skipped: string;
}

export const nothingToRun = 'It has no enabled thread group.';
/** Folders of plans have no jars: neither engine can run these plans. */
export const absentJar = 'It has a Java Request with a class of a jar.';

/** Judges all .jmx files below a folder, at most `most` runnable ones of each project. */
export async function judgeFolder(folder: string, most: number): Promise<JudgedPlan[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.jmx$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const readPlan = planCache();
  const judged: JudgedPlan[] = [];
  const counted = new Map<string, number>();
  for (const path of paths) {
    const [project = ''] = relative(folder, path).split(sep);
    if ((counted.get(project) ?? 0) >= most) continue;
    const beside = paths.filter((each) => each !== path && dirname(each) === dirname(path));
    const plan = judgeFile(path, project, await Promise.all([path, ...beside].map(readPlan)));
    judged.push(plan);
    if (plan.reasons) counted.set(project, (counted.get(project) ?? 0) + 1);
  }
  return judged;
}

/** The plan comes first; it may include the files after it. */
function judgeFile(path: string, project: string, files: readonly PlanFile[]): JudgedPlan {
  const skip = (skipped: string): JudgedPlan => ({ path, project, reasons: undefined, skipped });
  const [plan] = files;
  if (!plan?.content) return skip('It cannot be read.');
  try {
    const jmx = readJmx(plan.name, plan.content);
    const { elements } = contentsOf(jmx);
    if (!elements.some((element) => element.isEnabled && isThreadGroup(element))) return skip(nothingToRun);
    const obstacles = blockingObstacles(judgePlan(plan.name, files, parseOverrideParameters(null)));
    if (obstacles.length === 0 && enabledIn(jmx.roots).some(isOfJar)) return skip(absentJar);
    return { path, project, reasons: new Set(obstacles.map(reasonOf)), skipped: '' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return skip(error.message);
  }
}

const isOfJar = (element: PlanElement) =>
  element.kind === 'JavaSampler' && !isOwnJavaClass(textProperty(element, 'classname'));

function planCache(): (path: string) => Promise<PlanFile> {
  const read = new Map<string, Promise<PlanFile>>();
  return (path) => {
    const plan = read.get(path) ?? readFile(path).then((content) => ({ name: basename(path), content }));
    read.set(path, plan);
    return plan;
  };
}

/** Without the text of the plan quoted in a reason, so that plans share the reason. */
const reasonOf = ({ element, reason }: { element: string; reason: string }) =>
  `${element}: ${reason.replace(/"[^"]*"/g, '"…"')}`;

import { AppError } from '../../domain/errors.ts';
import { contentsOf, type PlanContents } from '../../jmx/plan-contents.ts';
import type { Jmx } from '../../jmx/plan-tree.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { findDataFile, uploadOf } from '../data-files.ts';
import type { PlanFile } from '../plan-file.ts';

/** An uploaded .jmx file of a run: the plan, or an included fragment. */
export interface PlanPart {
  name: string;
  content: Uint8Array;
  jmx: Jmx;
  contents: PlanContents;
}

/** The plan and the uploaded fragments that it includes, each once. Throws `plan_missing` or `plan_broken`. */
export function planParts(planName: string, files: readonly PlanFile[]): [PlanPart, ...PlanPart[]] {
  const names = files.map((file) => file.name);
  const parts: [PlanPart, ...PlanPart[]] = [readPart(findPlan(planName, files))];
  for (const part of parts) {
    for (const include of part.contents.dataFiles.filter((file) => file.use === 'include')) {
      const name = uploadOf(findDataFile(include.path, names));
      const file = files.find((candidate) => candidate.name === name);
      if (file?.content && !parts.some((known) => known.name === name)) {
        parts.push(readPart(file));
      }
    }
  }
  return parts;
}

/** Throws `plan_broken`. */
export function readPart({ name, content }: PlanFile): PlanPart {
  if (!content) {
    throw new AppError('plan_broken', `${name} has no content.`);
  }
  const jmx = readJmx(name, content);
  return { name, content, jmx, contents: contentsOf(jmx) };
}

function findPlan(name: string, files: readonly PlanFile[]): PlanFile {
  const file = files.find((candidate) => candidate.name === name);
  if (!file) {
    throw new AppError('plan_missing', `The plan ${name} is not among the uploaded files.`);
  }
  return file;
}

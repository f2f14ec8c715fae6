import { readFile } from 'node:fs/promises';
import { createTwoFilesPatch } from 'diff';
import { AppError } from '../domain/errors.ts';

/** A stored plan; `title` names it in the difference. */
export interface PlanToCompare {
  title: string;
  path: string;
  sizeBytes: number;
}

const maxPlanBytes = 8 * 2 ** 20;
const maxDifferenceLength = 2 ** 20;
const timeoutMs = 5_000;

/** The difference of two plans as a unified diff; empty for equal plans. The cost depends on the plans. */
export async function diffPlans(before: PlanToCompare, after: PlanToCompare): Promise<string> {
  const [one, other] = await Promise.all([before, after].map(readPlan));
  if (one === other) return '';
  const text = createTwoFilesPatch(before.title, after.title, one ?? '', other ?? '', undefined, undefined, {
    context: 3,
    timeout: timeoutMs,
  });
  if (text === undefined || text.length > maxDifferenceLength)
    throw new AppError(
      'too_large',
      `${before.title} and ${after.title} differ too much to be compared as text. Download both plans, and compare them with a tool of your own.`,
    );
  return text;
}

async function readPlan({ title, path, sizeBytes }: PlanToCompare): Promise<string> {
  if (sizeBytes > maxPlanBytes)
    throw new AppError(
      'too_large',
      `${title} has ${sizeBytes} bytes; plans of at most ${maxPlanBytes} bytes can be compared as text.`,
    );
  return readFile(path, 'utf8');
}

import type { EngineObstacle } from '../domain/engine.ts';
import type { RunSettings } from '../domain/run-settings.ts';
import type { SecretParameter } from '../domain/secret.ts';
import type { ToolName } from '../domain/tool.ts';
import { dataFilesOf } from './data-file-modes.ts';
import { environmentFileName, parseEnvironmentFile } from './environment-file.ts';
import { gatlingPlans } from './gatling/gatling-plans.ts';
import { isJarName, maxJarBytes } from './jar-name.ts';
import { javaSeleniumPlans } from './java-selenium/java-selenium-plans.ts';
import { jmeterPlans } from './jmeter/jmeter-plans.ts';
import { parseOverrideHosts } from './override-hosts.ts';
import { parametersOf, parseOverrideParameters } from './override-parameters.ts';
import type { PlanFile } from './plan-file.ts';
import type { PlanReader } from './plan-reader.ts';
import { serviceChromePlans } from './service-chrome/service-chrome-plans.ts';
import { unreadSettings } from './unread-settings.ts';

export interface PlanCheck {
  /** Name of the plan among the files. */
  planName: string;
  /** Sentences on ignored or surprising parts; they do not prevent the run. */
  warnings: string[];
  /** Why Spate's own engine cannot run it; null for tools with one engine. */
  obstacles: EngineObstacle[] | null;
}

export interface PlanCheckInput extends Partial<RunSettings> {
  tool: ToolName;
  secrets?: readonly SecretParameter[] | undefined;
  /** All files, including those in archives; with content where `needsContent` is true. */
  files: readonly PlanFile[];
}

/** Whether `checkPlan` requires the content of a file. */
export function needsContent(tool: ToolName, name: string): boolean {
  const reader = planReaderFor(tool);
  return name === environmentFileName || reader.isPlanName(name) || reader.isRead?.(name) === true;
}

/** Whether `checkPlan` uses the content of a file if present. Larger files are not examined. */
export function takesContent(tool: ToolName, name: string, sizeBytes: number): boolean {
  return tool === 'jmeter' && isJarName(name) && sizeBytes <= maxJarBytes;
}

/** Chooses the plan by tool and name, not by position. Throws `plan_missing` or `plan_broken`. */
export function choosePlan(
  tool: ToolName,
  files: readonly PlanFile[],
  overrideParameters: string | null | undefined,
): string {
  return planReaderFor(tool).choose(files, parseOverrideParameters(overrideParameters));
}

/** Checks a run before it is accepted. Throws AppError with sentences if it could not start. */
export function checkPlan(input: PlanCheckInput): PlanCheck {
  const reader = planReaderFor(input.tool);
  parseOverrideHosts(input.overrideHosts);
  const parameters = parametersOf(input);
  const planName = reader.choose(input.files, parameters);
  const environment = input.files.find((file) => file.name === environmentFileName)?.content;
  // Validity first, then the choice of engine.
  const warnings = reader.check(planName, input.files, parameters);
  dataFilesOf(input, reader, planName, parameters);
  return {
    planName,
    obstacles: reader.judge?.(planName, input.files, parameters) ?? null,
    warnings: [
      ...warnings,
      ...unreadSettings(input, input.tool, input.files),
      ...parameters.warnings,
      ...(environment ? parseEnvironmentFile(environment).warnings : []),
    ],
  };
}

/** The data files whose rows the nodes share. Throws `invalid` for files whose rows cannot be shared. */
export function dataFilesOfRun(
  input: Pick<PlanCheckInput, 'tool' | 'files' | 'dataFiles' | 'overrideParameters'>,
): ReturnType<typeof dataFilesOf> {
  const reader = planReaderFor(input.tool);
  const parameters = parseOverrideParameters(input.overrideParameters);
  return dataFilesOf(input, reader, reader.choose(input.files, parameters), parameters);
}

export function planReaderFor(tool: ToolName): PlanReader {
  switch (tool) {
    case 'jmeter':
      return jmeterPlans;
    case 'gatling':
      return gatlingPlans;
    case 'java-selenium-chrome':
    case 'java-selenium-firefox':
      return javaSeleniumPlans;
    case 'service-chrome':
      return serviceChromePlans;
  }
}

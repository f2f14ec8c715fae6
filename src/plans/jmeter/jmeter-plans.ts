import { AppError } from '../../domain/errors.ts';
import { backendProblems } from '../../jmx/backend-addresses.ts';
import { emptyGroups, endlessGroups } from '../../jmx/empty-groups.ts';
import { missingClasses, pluginOf } from '../../jmx/missing-classes.ts';
import { isThreadGroup, type PlanContents } from '../../jmx/plan-contents.ts';
import { isFunctionName } from '../../jmx/proven/functions.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { responseTimeoutWarnings } from '../../jmx/response-timeouts.ts';
import { environmentFileName, parseEnvironmentFile } from '../environment-file.ts';
import { isJarName } from '../jar-name.ts';
import type { OverrideParameters } from '../override-parameters.ts';
import type { PlanDescription } from '../plan-description.ts';
import type { PlanFile } from '../plan-file.ts';
import type { PlanReader } from '../plan-reader.ts';
import { addParameters } from './add-parameters.ts';
import { checkDataFiles } from './check-data-files.ts';
import { constantNames, type NameResolver } from './constant-names.ts';
import { csvHeader, leaseProblem } from './csv-data-sets.ts';
import { describeJmx } from './describe-jmx.ts';
import { findNamedFile } from './find-named-file.ts';
import { judgePlan } from './judge-plan.ts';
import { type PlanPart, planParts, readPart } from './plan-parts.ts';
import {
  isPropertyFile,
  readPropertyFiles,
  uploadedProperties,
  uploadedSystemProperties,
} from './property-files.ts';

export const jmeterPlans: PlanReader = {
  isPlanName: (name) => name.toLowerCase().endsWith('.jmx'),
  isRead: isPropertyFile,
  choose,
  check,
  describe: describePlan,
  judge: judgePlan,
  hasHeader: (fileName, planName, files, parameters) => {
    const parts = planParts(planName, files);
    return csvHeader(
      fileName,
      parts.map(({ contents }) => contents),
      files.map(({ name }) => name),
      resolverFor(parts, files, parameters),
    );
  },
  leaseProblem: (fileName, planName, files, parameters) => {
    const parts = planParts(planName, files);
    return leaseProblem(
      fileName,
      parts.map(({ contents }) => contents),
      files.map(({ name }) => name),
      resolverFor(parts, files, parameters),
    );
  },
  advise: (planName, files) => {
    const content = files.find(({ name }) => name === planName)?.content;
    return content ? responseTimeoutWarnings(readJmx(planName, content).roots) : [];
  },
};

/** The first uploaded file with a thread group; files without one are fragments. */
function choose(files: readonly PlanFile[]): string {
  const candidates = files.filter((file) => jmeterPlans.isPlanName(file.name));
  const first = candidates[0];
  if (first === undefined) {
    throw new AppError(
      'plan_missing',
      `No JMeter plan was uploaded: none of the files ends in .jmx (${listNames(files)}).`,
    );
  }
  if (candidates.length === 1) {
    return first.name;
  }
  const errors: AppError[] = [];
  for (const candidate of candidates) {
    try {
      if (isWholePlan(readPart(candidate).contents)) {
        return candidate.name;
      }
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      errors.push(error);
    }
  }
  throw (
    errors[0] ??
    new AppError(
      'plan_missing',
      `None of the uploaded .jmx files (${listNames(candidates)}) is a whole plan: none has a thread group.`,
    )
  );
}

function check(planName: string, files: readonly PlanFile[], parameters: OverrideParameters): string[] {
  const parts = planParts(planName, files);
  const problems: string[] = [];
  const warnings: string[] = [];
  const unreadable = unreadableProperties(files);
  const [{ contents }] = parts;
  if (!contents.hasTestPlan) {
    problems.push(`${planName} is a test fragment, not a plan: it has no Test Plan element.`);
  } else if (!isWholePlan(contents)) {
    problems.push(`${planName} has no enabled thread group, so it would run nothing.`);
  }
  problems.push(...unreadable, ...endlessGroups(contents));
  warnings.push(...emptyGroups(contents));
  const keyStore = keyStoreOf(parameters);
  const resolve = resolverFor(parts, unreadable.length === 0 ? files : [], parameters);
  for (const part of parts) {
    if (keyStore === undefined) warnings.push(...missingKeyStore(part));
    warnings.push(...wrongBackends(part));
    checkClasses(part, files, problems, warnings);
    warnings.push(...unknownFunctions(part, files));
    checkDataFiles(part, files, resolve, problems, warnings);
  }
  if (problems.length > 0) {
    throw new AppError(
      'plan_broken',
      problems.join(' '),
      problems.map((message) => ({ code: 'plan_broken', message, field: 'run_files[]' })),
    );
  }
  return warnings;
}

function unreadableProperties(files: readonly PlanFile[]): string[] {
  try {
    readPropertyFiles(files);
    uploadedSystemProperties(files);
    return [];
  } catch (error) {
    if (error instanceof AppError) {
      return [error.message];
    }
    throw error;
  }
}

function describePlan(
  planName: string,
  files: readonly PlanFile[],
  parameters: OverrideParameters,
): PlanDescription {
  const parts = planParts(planName, files);
  const names = files.map(({ name }) => name);
  const description = describeJmx(
    parts.map(({ contents }) => contents),
    parts.flatMap(({ jmx }) => jmx.classNames),
    names,
    resolverFor(parts, files, parameters),
  );
  const path = keyStoreOf(parameters);
  if (path !== undefined) {
    const found = findNamedFile({ path, property: '', use: 'other' }, names, () => undefined);
    const file = found.kind === 'there' ? found.name : null;
    description.dataFiles.push({ path, use: 'other', element: keyStoreProperty, state: found.kind, file });
  }
  for (const { name, properties } of readPropertyFiles(files)) {
    const element = `the plan, as properties (${properties.size})`;
    description.dataFiles.push({ path: name, use: 'other', element, state: 'there', file: name });
  }
  return description;
}

/** The only property with which JMeter configures a key store. */
const keyStoreProperty = 'javax.net.ssl.keyStore';

const keyStoreOf = ({ properties, systemProperties }: OverrideParameters) =>
  systemProperties.get(keyStoreProperty) ?? properties.get(keyStoreProperty);

function missingKeyStore({ name, contents }: PlanPart): string[] {
  return contents.elements
    .filter(({ kind, isEnabled }) => isEnabled && kind === 'KeystoreConfig')
    .map(
      (element) =>
        `"${element.title}" in ${name} uses certificates of a key store, but no key store is configured: upload it and add -D${keyStoreProperty}=<its name> to override_parameters.`,
    );
}

/** Properties set by nodes are unknown here. */
function resolverFor(
  parts: readonly PlanPart[],
  files: readonly PlanFile[],
  parameters: OverrideParameters,
): NameResolver {
  const environment = files.find((file) => file.name === environmentFileName)?.content;
  const variables = environment && parseEnvironmentFile(environment).variables;
  return constantNames(
    parts.map(({ contents }) => contents),
    addParameters(uploadedProperties(files), variables ?? new Map(), parameters),
  );
}

function wrongBackends({ name, contents }: PlanPart): string[] {
  return contents.elements.flatMap((element) =>
    backendProblems(element).map((problem) => `"${element.title}" in ${name} ${problem}`),
  );
}

const hasJars = (files: readonly PlanFile[]) => files.some(({ name }) => isJarName(name));

function checkClasses(
  part: PlanPart,
  files: readonly PlanFile[],
  problems: string[],
  warnings: string[],
): void {
  for (const name of missingClasses(part.jmx.classNames)) {
    const plugin = pluginOf(name);
    const sentence = `${part.name} uses ${name}${plugin ? ` (plugin: ${plugin})` : ''}, which is not installed.`;
    if (hasJars(files)) {
      warnings.push(`${sentence} It must be in one of the uploaded .jar files.`);
    } else {
      problems.push(`${sentence} Upload the plugin's .jar file with the plan, or remove the element.`);
    }
  }
}

/** JMeter treats such a call as an unset variable. */
function unknownFunctions({ name: file, contents }: PlanPart, files: readonly PlanFile[]): string[] {
  return contents.calls
    .filter(({ name }) => !isFunctionName(name))
    .map(({ name, element }) => {
      const sentence = `"${element}" in ${file} calls ${name}, which is not installed`;
      return hasJars(files)
        ? `${sentence}. It must be in one of the uploaded .jar files.`
        : `${sentence}, so the call is not replaced.`;
    });
}

const isWholePlan = ({ hasTestPlan, elements }: PlanContents) =>
  hasTestPlan && elements.some((element) => element.isEnabled && isThreadGroup(element));

function listNames(files: readonly PlanFile[]): string {
  return files.length === 0 ? 'no files' : files.map((file) => file.name).join(', ');
}

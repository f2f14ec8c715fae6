import { join } from 'node:path';
import { isJarName } from '../../plans/jar-name.ts';
import type { PlanFile } from '../../plans/plan-file.ts';
import type { SandboxPaths } from '../sandbox/sandbox.ts';

/** Uploaded .jar files, as paths inside the sandbox. */
export const uploadedJars = (uploads: readonly PlanFile[], paths: Pick<SandboxPaths, 'files'>): string[] =>
  uploads.filter(({ name }) => isJarName(name)).map(({ name }) => join(paths.files, name));

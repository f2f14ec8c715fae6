import { type ChildProcess, spawn } from 'node:child_process';
import { inheritedVariables } from './inherited-variables.ts';
import { testProgram } from './programs.ts';

/** Starts a node that joins a hosted grid. */
export function startJoiningAgent(folder: string, token: string): ChildProcess {
  const { PATH, HOME, SPATE_CACHE_DIR } = process.env;
  return spawn(process.execPath, [testProgram('src/main.ts'), 'agent', '--join', token, '--dir', folder], {
    env: { PATH, HOME, ...(SPATE_CACHE_DIR && { SPATE_CACHE_DIR }), ...inheritedVariables() },
    stdio: 'ignore',
  });
}

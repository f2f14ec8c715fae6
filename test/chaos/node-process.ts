import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards } from '../support/afterwards.ts';
import { inheritedVariables } from '../support/inherited-variables.ts';
import { testProgram } from '../support/programs.ts';

export interface NodeProcess {
  /** The folder of the node. */
  folder: string;
  pid(): number | undefined;
  log(): Promise<string>;
}

const restartMs = 300;

/** An agent that is started again whenever it ends, as by systemd. */
export async function startNode(
  t: TestContext,
  node: {
    parent: string;
    name: string;
    joinToken: string;
    ca: string;
    logFolder: string;
    /** Put in front of the agent's. */
    command: readonly string[];
  },
): Promise<NodeProcess> {
  const folder = join(node.parent, node.name);
  await mkdir(folder, { recursive: true });
  const logPath = join(node.logFolder, `${node.name}.log`);
  const { PATH, HOME, SPATE_CACHE_DIR } = process.env;
  let child: ChildProcess | undefined;
  let isOver = false;

  const keepRunning = async () => {
    while (!isOver) {
      const output = await open(logPath, 'a');
      const [program = process.execPath, ...args] = [
        ...[...node.command, process.execPath, testProgram('src/main.ts'), 'agent'],
        ...['--join', node.joinToken, '--dir', folder, '--name', node.name],
      ];
      const own = spawn(program, args, {
        env: {
          PATH,
          HOME,
          NODE_EXTRA_CA_CERTS: node.ca,
          ...(SPATE_CACHE_DIR && { SPATE_CACHE_DIR }),
          ...inheritedVariables(),
        },
        stdio: ['ignore', output.fd, output.fd],
      });
      await output.close();
      child = own;
      await once(own, 'exit');
      await sleep(restartMs);
    }
  };
  const running = keepRunning();
  afterwards(t, async () => {
    isOver = true;
    child?.kill('SIGCONT');
    child?.kill('SIGTERM');
    await running;
  });
  return { folder, pid: () => child?.pid, log: () => readFile(logPath, 'utf8') };
}

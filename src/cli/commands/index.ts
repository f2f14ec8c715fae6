import type { Command } from '../command.ts';
import { agent } from './agent.ts';
import { backup } from './backup.ts';
import { bench } from './bench.ts';
import { clientCommands } from './client-commands.ts';
import { createCompletion } from './completion.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { files } from './files.ts';
import { health } from './health.ts';
import { nodePools } from './node-pools.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { setup } from './setup.ts';
import { upgrade } from './upgrade.ts';
import { verify } from './verify.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...clientCommands,
  verify,
  serve,
  agent,
  health,
  nodePools,
  backup,
  restore,
  files,
  upgrade,
  demo,
  setup,
  doctor,
  bench,
  createCompletion(() => commands),
];

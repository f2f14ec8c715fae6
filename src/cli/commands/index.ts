import type { Command } from '../command.ts';
import { agent } from './agent.ts';
import { backup } from './backup.ts';
import { bench } from './bench.ts';
import { credentials } from './credentials.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { options } from './options.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { tokens } from './tokens.ts';
import { users } from './users.ts';
import { verify } from './verify.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  serve,
  agent,
  verify,
  users,
  tokens,
  credentials,
  backup,
  restore,
  demo,
  doctor,
  options,
  bench,
];

import type { Command } from '../command.ts';
import { agent } from './agent.ts';
import { apps } from './apps.ts';
import { archive } from './archive.ts';
import { backup } from './backup.ts';
import { bench } from './bench.ts';
import { compare } from './compare.ts';
import { createCompletion } from './completion.ts';
import { credentials } from './credentials.ts';
import { deleteRun } from './delete.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { edit } from './edit.ts';
import { grids } from './grids.ts';
import { init } from './init.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { ls } from './ls.ts';
import { options } from './options.ts';
import { repeat } from './repeat.ts';
import { report } from './report.ts';
import { restore } from './restore.ts';
import { results } from './results.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';
import { setup } from './setup.ts';
import { stop } from './stop.ts';
import { tokens } from './tokens.ts';
import { users } from './users.ts';
import { verify } from './verify.ts';
import { watch } from './watch.ts';
import { whoami } from './whoami.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  run,
  watch,
  stop,
  repeat,
  ls,
  edit,
  deleteRun,
  report,
  results,
  archive,
  compare,
  init,
  verify,
  grids,
  login,
  logout,
  whoami,
  users,
  tokens,
  apps,
  credentials,
  serve,
  agent,
  backup,
  restore,
  demo,
  setup,
  doctor,
  options,
  bench,
  createCompletion(() => commands),
];

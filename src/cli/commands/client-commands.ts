import type { Command } from '../command.ts';
import { annotations } from './annotations.ts';
import { apps } from './apps.ts';
import { archive } from './archive.ts';
import { budget } from './budget.ts';
import { calendar } from './calendar.ts';
import { compare } from './compare.ts';
import { control } from './control.ts';
import { convert } from './convert.ts';
import { credentials } from './credentials.ts';
import { deleteRun } from './delete.ts';
import { edit } from './edit.ts';
import { errors } from './errors.ts';
import { exportRun } from './export.ts';
import { grids } from './grids.ts';
import { importRun } from './import.ts';
import { init } from './init.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { ls } from './ls.ts';
import { metricExports } from './metric-exports.ts';
import { notifications } from './notifications.ts';
import { open } from './open.ts';
import { options } from './options.ts';
import { prices } from './prices.ts';
import { repeat } from './repeat.ts';
import { report } from './report.ts';
import { results } from './results.ts';
import { run } from './run.ts';
import { schedules } from './schedules.ts';
import { size } from './size.ts';
import { stop } from './stop.ts';
import { targetMetrics } from './target-metrics.ts';
import { tests } from './tests.ts';
import { tokens } from './tokens.ts';
import { users } from './users.ts';
import { watch } from './watch.ts';
import { whoami } from './whoami.ts';

/** Commands that need only a service, in the order of the help. */
export const clientCommands: readonly Command[] = [
  run,
  size,
  convert,
  watch,
  stop,
  control,
  repeat,
  ls,
  edit,
  deleteRun,
  report,
  errors,
  results,
  archive,
  exportRun,
  importRun,
  compare,
  tests,
  schedules,
  calendar,
  notifications,
  annotations,
  targetMetrics,
  metricExports,
  init,
  grids,
  open,
  login,
  logout,
  whoami,
  users,
  tokens,
  apps,
  credentials,
  prices,
  budget,
  options,
];

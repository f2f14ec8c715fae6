import type { CalendarEntryResource } from '../../contract/resources/calendar.ts';
import { shownVerdict } from '../../contract/verdict-words.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command } from '../command.ts';
import { jsonFlag, sayListOr } from '../json-flag.ts';
import { moment } from '../render/moment.ts';
import { openClient } from '../service/open-client.ts';

const dayMs = 86_400_000;
const maxDays = 50;

export const calendar: Command = {
  name: 'calendar',
  summary: 'List what ran and will run.',
  usage: ['[--days <number>] [--project <name>]'],
  options: clientOptions,
  flags: {
    days: { value: 'number', sentence: 'Days before and after now, up to 50. Default: 7.' },
    project: { value: 'name', short: 'p', sentence: 'Only this project.' },
    json: jsonFlag,
  },
  examples: [{ line: 'spate calendar --days 1', does: 'yesterday until tomorrow' }],
  async run(context) {
    const { config, env, flags } = context;
    const days = Number(flags.days ?? 7);
    if (!Number.isInteger(days) || days < 1 || days > maxDays)
      throw new CliError(
        `Invalid value for --days: "${flags.days}".`,
        `Use a whole number from 1 to ${maxDays}.`,
      );
    const client = await openClient(config, env);
    const now = Date.now();
    const { entries } = await client.calendar({
      from: new Date(now - days * dayMs).toISOString(),
      to: new Date(now + days * dayMs).toISOString(),
      project: flags.project,
    });
    sayListOr(context, entries, {
      headings: ['time (UTC)', 'state', 'name', 'project', 'run'],
      row: (entry) => [
        moment(entry.at),
        stateOf(entry),
        entry.name ?? '–',
        entry.project,
        entry.run?.slice(0, 8) ?? '',
      ],
      ifEmpty: `Nothing ran or is planned within ${days} days.`,
    });
    return 0;
  },
};

function stateOf({ kind, verdict, reason }: CalendarEntryResource): string {
  if (kind === 'planned') return 'Planned';
  if (kind === 'missed') return reason === null ? 'No run' : `No run: ${reason}`;
  return verdict === null ? 'Active' : shownVerdict[verdict];
}

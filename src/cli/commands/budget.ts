import type { BudgetResource } from '../../contract/resources/budget.ts';
import { parseMoney, showMoney } from '../../lib/money.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import { readDollars } from '../run/dollars.ts';
import { openClient } from '../service/open-client.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

export const budget: Command = {
  name: 'budget',
  summary: 'Show and set the monthly budget of the account.',
  usage: ['[ls]', 'set <dollars> [--end-grids | --no-end-grids]', 'rm'],
  verbs: ['ls', 'set', 'rm'],
  options: clientOptions,
  flags: {
    'end-grids': { sentence: 'Also stop running grids when the budget is spent.' },
    'no-end-grids': { sentence: 'Only reject new grids. Default, unless set before.' },
    json: jsonFlag,
  },
  about:
    'The service rejects a grid whose estimated cost, with that of running grids, does not fit in the budget.\n' +
    'Months are calendar months in UTC; a grid counts in the month in which it stops.',
  examples: [
    { line: 'spate budget', does: 'costs of this month and what is left' },
    { line: 'spate budget set 200 --end-grids', does: '$200 a month; grids are stopped when it is spent' },
  ],
  run: (context) => runVerb(context, 'budget', { ls, set, rm }),
};

async function ls(context: CommandContext): Promise<number> {
  const { account } = await openClient(context.config, context.env);
  const found = await account.budget();
  sayJsonOr(context, found, () => context.terminal.say(describe(found)));
  return 0;
}

async function set(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, terminal } = context;
  const monthly = readDollars(onlyArgument(args, 'budget set <dollars>'), '<dollars>');
  const { account } = await openClient(config, env);
  const changed = await account.setBudget({
    monthly,
    ...(flags['end-grids'] !== undefined && { end_grids: true }),
    ...(flags['no-end-grids'] !== undefined && { end_grids: false }),
  });
  sayJsonOr(context, changed, () => terminal.say(describe(changed)));
  return 0;
}

async function rm({ config, env, terminal }: CommandContext): Promise<number> {
  const { account } = await openClient(config, env);
  await account.removeBudget();
  terminal.note('The account has no budget.');
  return 0;
}

function describe({ monthly, end_grids: endsGrids, month, spent, expected, left }: BudgetResource): string {
  const costs = `${month}: ${shown(spent)} spent, ${shown(expected)} with running grids until they stop.`;
  if (monthly === null) return `No budget. ${costs}`;
  const effect = endsGrids
    ? 'Grids are stopped when it is spent.'
    : 'New grids that do not fit are rejected.';
  return `Budget: ${shown(monthly)} a month, ${shown(left ?? '0')} left. ${effect}\n${costs}`;
}

function shown(amount: string): string {
  return showMoney(parseMoney(amount) ?? 0);
}

import { clientOptions } from '../client-options.ts';
import type { Command } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import { openClient } from '../service/open-client.ts';

export const prices: Command = {
  name: 'prices',
  summary: 'Print the prices of nodes, as a CSV table for SPATE_PRICES.',
  usage: [''],
  options: clientOptions,
  flags: { json: jsonFlag },
  about:
    'US dollars for one hour of one node; * stands for all regions or instance types. The first table that has a price applies:\n' +
    'that of SPATE_PRICES, then the list prices of this version. Traffic, disks, taxes and discounts are not included.',
  examples: [
    {
      line: 'spate prices > prices.csv',
      does: 'a table to edit; then start the service with SPATE_PRICES=prices.csv',
    },
  ],
  async run(context) {
    const client = await openClient(context.config, context.env);
    const list = (await client.account.prices())._embedded.prices;
    sayJsonOr(context, list, () => {
      const columns = ['provider', 'region', 'instance_type', 'price_per_hour'] as const;
      const rows = list.map((row) => columns.map((column) => row[column]).join(','));
      context.terminal.say([columns.join(','), ...rows].join('\n'));
    });
    return 0;
  },
};

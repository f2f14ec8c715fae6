import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, optionNames } from '../../config/config.ts';
import { quoteForShell } from '../../lib/quote-for-shell.ts';
import type { Command, CommandContext } from '../command.ts';
import type { RunningService } from '../parts.ts';
import { dataFiles, writeAddress } from '../service/data-files.ts';
import { explainStart } from '../service/explain-start.ts';
import { invitation, openCommand } from '../service/sign-in-link.ts';
import { listenForStop, type StopSignal } from '../signals.ts';
import { ensureSandbox } from '../system/ensure-sandbox.ts';
import { missingNote } from '../system/missing-note.ts';

const exitAtOnce = 130;
/**
 * Nodes and runs continue without the process, so it does not wait longer, for example for a database that is down.
 */
const leaveLimitMs = 15_000;

export const serve: Command = {
  name: 'serve',
  summary: 'Start the service.',
  usage: ['[options]'],
  options: optionNames.filter((name) => name !== 'url'),
  flags: {},
  examples: [
    {
      line: 'spate serve --port 9443 --data-dir /srv/spate',
      does: 'keep all data in /srv/spate',
    },
    {
      line: 'SPATE_HOST=0.0.0.0 SPATE_PUBLIC_URL=https://load.example.com:8443 spate serve',
      does: 'accept connections from other machines',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const requests = listenForStop();
  const { config, log, parts, terminal } = context;
  if (config.sandbox) await ensureSandbox(terminal.note);
  // Without local nodes no tool runs here.
  const lacking = config.localNodes ? missingNote(!config.sandbox) : null;
  const starting = parts.serve(config, log).catch((error: unknown) => {
    throw explainStart(error, config);
  });
  const service = await Promise.race([starting, requests.again.then(() => null)]);
  if (service === null) return exitAtOnce;
  const url = fromHere(service.url);
  // Only other commands on this machine use it.
  await writeAddress(config.dataDir, url).catch((error: unknown) =>
    log.warn({ err: error }, 'service.address.not_written'),
  );
  const opening = await invitation(terminal, {
    page: `${url}/app`,
    command: openCommand(config.dataDir),
    createLink: () => service.signInLink(url),
  });
  terminal.say(startMessage(config, url, opening));
  if (lacking !== null) terminal.note(`\n${lacking}`);

  const stopSignal = await requests.first;
  const how = stopSignal === 'SIGINT' ? 'end' : 'leave';
  terminal.note(stopMessage(stopSignal));
  const limitMs = leaveLimitMs + 2 * config.drainS * 1000;
  const stopped = await Promise.race([
    stopService(service, how, config).then(() => 'in order'),
    requests.again.then(() => 'at once'),
    ...(how === 'leave' ? [sleep(limitMs, 'too slow', { ref: false })] : []),
  ]);
  if (stopped === 'too slow') log.warn({ limitMs }, 'service.stop.cut_short');
  return stopped === 'at once' ? exitAtOnce : 0;
}

async function stopService(service: RunningService, how: 'leave' | 'end', config: Config): Promise<void> {
  await rm(dataFiles(config.dataDir).url, { force: true });
  await service.stop(how);
}

function startMessage(config: Config, url: string, opening: string): string {
  const files = dataFiles(config.dataDir);
  const hasOwnCa = config.tls && config.tlsCert === null;
  const token = config.token === null ? files.token : 'from SPATE_TOKEN';
  const user = config.token === null ? `"$(cat ${quoteForShell(files.token)}):"` : '"$SPATE_TOKEN:"';
  const trust = hasOwnCa ? `--cacert ${quoteForShell(files.ca)} ` : '';
  return [
    `Spate is ready at ${url}`,
    `  token    ${token}`,
    ...(hasOwnCa ? [`  CA file  ${files.ca}`] : []),
    '',
    opening,
    ...(hasOwnCa
      ? [`  Browsers warn until they trust the CA file: ${url}/docs/installation#in-a-browser`]
      : []),
    '',
    'Try it:',
    `  curl ${trust}-u ${user} ${url}/account`,
  ].join('\n');
}

/** Replaces a wildcard address by one that clients can connect to. */
function fromHere(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//127.0.0.1');
}

function stopMessage(stopSignal: StopSignal): string {
  return stopSignal === 'SIGINT'
    ? 'Stopping the service and everything it started on this machine: runs, nodes, database. Press Ctrl-C again to exit immediately.'
    : 'Stopping the service. Nodes and runs continue; the next start takes them over.';
}

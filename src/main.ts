import { commands } from './cli/commands/index.ts';
import { startCli } from './cli/start-cli.ts';

await startCli(commands, {
  // Loaded on demand, because `spate --help` must not load the service.
  serve: async (config, log) => (await import('./service/serve.ts')).serve(config, log),
  runAgent: async (settings) => (await import('./agent/agent.ts')).runAgent(settings),
  cleanUpNode: async (dir, log) => (await import('./agent/clean-up.ts')).cleanUpNode(dir, log),
  nodeHealth: async (dir) => (await import('./agent/health-socket.ts')).askHealth(dir),
  backup: async (config, out, log) => (await import('./service/backup.ts')).backup(config, out, log),
  restore: async (config, from, log) => (await import('./service/backup.ts')).restore(config, from, log),
  moveFiles: async (config, log, tell) =>
    (await import('./service/move-files.ts')).moveFiles(config, log, tell),
  checkUpgrade: async (config, log) => (await import('./service/upgrade.ts')).checkUpgrade(config, log),
});

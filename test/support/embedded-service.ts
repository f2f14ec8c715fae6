/** Imitates a service that can be killed: starts PostgreSQL in the given folder and prints its address. */
import { silentLog } from '../../src/lib/log.ts';
import { startEmbedded } from '../../src/store/embedded/start-embedded.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const embedded = await startEmbedded({ dataDir, log: silentLog });
  process.once('SIGTERM', () => void embedded.stop());
  console.log(JSON.stringify({ url: embedded.url, pid: embedded.pid() }));
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
}

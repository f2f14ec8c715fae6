/** Imitates a service that is killed during a job: takes one and never finishes it. */
import { jobKind } from '../../src/domain/jobs.ts';
import { silentLog } from '../../src/lib/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { onJob, startWorker } from '../../src/store/jobs.ts';

const [url = ''] = process.argv.slice(2);
const database = openDatabase({ url, log: silentLog });
await startWorker({
  database,
  log: silentLog,
  concurrency: 1,
  handlers: [
    onJob(jobKind('greet', []), () => {
      console.log('holding');
      return new Promise(() => undefined);
    }),
  ],
});

import { readFile } from 'node:fs/promises';
import { cpus, freemem, totalmem } from 'node:os';

export interface MachineUse {
  /** CPU utilization of all cores since the last call, 0 to 1. */
  cpu: number;
  memoryUsedBytes: number;
}

interface CpuTimes {
  busy: number;
  total: number;
}

/** Measures CPU and memory use of this machine between calls. */
export class MachineMeter {
  #last: CpuTimes | undefined;

  async measure(): Promise<MachineUse> {
    const now = await readCpuTimes();
    const last = this.#last ?? now;
    this.#last = now;
    const total = now.total - last.total;
    const cpu = total > 0 ? Math.min(1, Math.max(0, (now.busy - last.busy) / total)) : 0;
    return { cpu, memoryUsedBytes: totalmem() - freemem() };
  }
}

/** Reads /proc/stat on Linux: os.cpus() reads several files per core. */
async function readCpuTimes(): Promise<CpuTimes> {
  const stat = await readFile('/proc/stat', 'latin1').catch(() => '');
  const match = /^cpu +([\d ]+)/.exec(stat);
  if (match?.[1]) {
    // user nice system idle iowait irq softirq steal; guest times are included in user and nice.
    const times = match[1].trim().split(/ +/).slice(0, 8).map(Number);
    const total = times.reduce((sum, time) => sum + time, 0);
    return { total, busy: total - (times[3] ?? 0) - (times[4] ?? 0) };
  }
  let total = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    total += times.user + times.nice + times.sys + times.idle + times.irq;
    idle += times.idle;
  }
  return { total, busy: total - idle };
}

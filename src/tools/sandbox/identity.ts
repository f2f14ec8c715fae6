import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Above the id ranges of systemd for users, services and containers, so the ids are unused. */
const firstUid = 0x70000000;
const uidCount = 0x0fffffff;
/** Fallback where the high ids do not exist, as in most containers: below 65534, above regular users. */
const firstLowUid = 61_000;
const lowUidCount = 4_000;

/**
 * A user id per execution, so that executions of one machine can neither access each other nor share process limits.
 * Requires root.
 */
export async function executionUid(executionId: string): Promise<number> {
  const number = createHash('sha256').update(executionId).digest().readUInt32BE(0);
  const high = firstUid + (number % uidCount);
  return (await isMapped(high)) ? high : firstLowUid + (number % lowUidCount);
}

async function isMapped(uid: number): Promise<boolean> {
  const map = await readFile('/proc/self/uid_map', 'utf8');
  return map
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([first = 0, , count = 0]) => uid >= first && uid < first + count);
}

/** /etc/passwd inside the sandbox; Java and others read the home folder from it. */
export function passwdFor(uid: number, gid: number, home: string): string {
  const root = 'root:x:0:0:root:/root:/usr/sbin/nologin\n';
  return uid === 0 ? root : `${root}load:x:${uid}:${gid}:load:${home}:/bin/sh\n`;
}

export function groupFor(gid: number): string {
  return gid === 0 ? 'root:x:0:\n' : `root:x:0:\nload:x:${gid}:\n`;
}

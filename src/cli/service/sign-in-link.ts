import { join } from 'node:path';
import { quoteForShell } from '../../lib/quote-for-shell.ts';
import type { Terminal } from '../terminal.ts';

/** A link that signs one browser in. */
export interface SignInLink {
  link: string;
  expiresAt: Date;
}

/** Redirects the link to this path of the dashboard. */
export function withPage(link: string, path: string): string {
  return link.replace('#', `?then=${path}#`);
}

/** Validity of the link as text. */
export function validity({ expiresAt }: SignInLink, nowMs = Date.now()): string {
  return `It signs one browser in, within ${Math.round((expiresAt.getTime() - nowMs) / 60_000)} minutes.`;
}

/** The command that prints a new link to a service of this data folder; `run` is the id of a run or `last`. */
export function openCommand(dataDir: string, run?: string): string {
  const isDefault = dataDir === join(process.cwd(), '.spate');
  const words = [
    'spate',
    'open',
    ...(run ? [run] : []),
    ...(isDefault ? [] : ['--data-dir', quoteForShell(dataDir)]),
  ];
  return words.join(' ');
}

/**
 * Text that offers a link to the dashboard. The link is a credential: it is shown on a terminal only, and never
 * logged.
 */
export async function invitation(
  { isAttended, paint }: Pick<Terminal, 'isAttended' | 'paint'>,
  { page, command, createLink }: { page: string; command: string; createLink(): Promise<SignInLink | null> },
): Promise<string> {
  const made = isAttended ? await createLink() : null;
  if (made === null) return `Open this: ${page}\n  A link that signs the browser in: ${command}`;
  return `Open this: ${paint.link(made.link)}\n  ${validity(made)} Another one: ${command}`;
}

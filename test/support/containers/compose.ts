import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** The settings of a service in compose.yaml that our tests apply. */
export interface ComposeService {
  build?: { context: string; dockerfile: string; target: string };
  environment?: Record<string, string>;
  volumes?: string[];
  secrets?: string[];
  tmpfs?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}

/** Reads a file of Docker Compose; variables have their defaults. */
export async function readCompose(path: string): Promise<Record<string, ComposeService>> {
  const text = await readFile(path, 'utf8');
  return parse(text.replace(/\$\{\w+:-([^}]*)\}/g, '$1')).services;
}

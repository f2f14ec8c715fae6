import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { ElementHandle, Page } from 'playwright-core';

export interface ScreenshotOptions {
  path?: string;
  type?: 'png' | 'jpeg';
  quality?: number;
  fullPage?: boolean;
  clip?: { x: number; y: number; width: number; height: number };
  omitBackground?: boolean;
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeoutMs = 10_000;

/** Takes a picture into the results folder and gives its path relative to it. */
export async function takeScreenshot(
  of: Page | ElementHandle,
  resultsFolder: string,
  options: ScreenshotOptions = {},
): Promise<string> {
  const { path: wanted, type, quality, fullPage, clip, omitBackground } = options;
  const ending = type === 'png' ? 'png' : 'jpg';
  const path = wanted === undefined ? join('screenshots', `${sortableId()}.${ending}`) : wanted;
  const whole = isAbsolute(path) ? path : join(resultsFolder, path);
  await mkdir(dirname(whole), { recursive: true });
  await of.screenshot({
    path: whole,
    type,
    quality,
    fullPage,
    clip,
    omitBackground,
    timeout: timeoutMs,
  } as object);
  const below = relative(resultsFolder, whole);
  return below.startsWith('..') ? whole : below;
}

/** 27 letters that sort by time, as the names of the original's files do. */
function sortableId(): string {
  const seconds = Buffer.alloc(4);
  seconds.writeUInt32BE(Math.floor(Date.now() / 1000) - 1_400_000_000);
  let number = BigInt(`0x${Buffer.concat([seconds, randomBytes(16)]).toString('hex')}`);
  let text = '';
  for (let at = 0; at < 27; at += 1) {
    text = letters[Number(number % 62n)] + text;
    number /= 62n;
  }
  return text;
}

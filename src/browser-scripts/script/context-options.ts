import type { BrowserContextOptions } from 'playwright-core';
import { findDevice } from './api/device.ts';
import type { Settings } from './settings.ts';

const desktop = { width: 1440, height: 900 };

/** How the context of a user is opened. A viewport of the script's own wins over a device. */
export function contextOptions(settings: Settings): BrowserContextOptions {
  const device = settings.viewport === null && settings.device !== null ? findDevice(settings.device) : null;
  const viewport = settings.viewport;
  return {
    viewport: desktop,
    ...(device === null ? {} : device.descriptor),
    ...(viewport === null ? {} : readViewport(viewport)),
    ...(settings.userAgent === '' ? {} : { userAgent: settings.userAgent }),
    ignoreHTTPSErrors: settings.ignoreHTTPSErrors,
    acceptDownloads: true,
  };
}

export interface ViewportOptions {
  viewport: { width: number; height: number };
  deviceScaleFactor?: number;
  isMobile?: boolean;
  hasTouch?: boolean;
}

/** Reads the viewport of a script, which may also say what a device is like. */
export function readViewport(raw: Record<string, unknown>): ViewportOptions {
  const side = (value: unknown, fallback: number) =>
    Number(value) > 0 ? Math.round(Number(value)) : fallback;
  return {
    viewport: { width: side(raw.width, desktop.width), height: side(raw.height, desktop.height) },
    ...(typeof raw.deviceScaleFactor === 'number' ? { deviceScaleFactor: raw.deviceScaleFactor } : {}),
    ...(typeof raw.isMobile === 'boolean' ? { isMobile: raw.isMobile } : {}),
    ...(typeof raw.hasTouch === 'boolean' ? { hasTouch: raw.hasTouch } : {}),
  };
}

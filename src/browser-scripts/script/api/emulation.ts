import type { Page } from 'playwright-core';
import { readViewport } from '../context-options.ts';
import type { PageTools } from '../page-tools.ts';
import { findDevice } from './device.ts';

/** Makes a page that is open already look like a device, without losing what it holds. */
export async function emulateDevice(tools: PageTools, page: Page, device: unknown): Promise<void> {
  const { descriptor } = findDevice(device);
  await applyViewport(tools, page, { ...descriptor, ...descriptor.viewport });
  await setUserAgent(tools, page, descriptor.userAgent);
}

export async function setUserAgent(tools: PageTools, page: Page, userAgent: string): Promise<void> {
  const devtools = await tools.devtools(page);
  await devtools.send('Emulation.setUserAgentOverride', { userAgent });
}

export async function applyViewport(
  tools: PageTools,
  page: Page,
  raw: Record<string, unknown>,
): Promise<void> {
  const { viewport, deviceScaleFactor, isMobile, hasTouch } = readViewport(raw);
  await page.setViewportSize(viewport);
  if (deviceScaleFactor === undefined && isMobile === undefined && hasTouch === undefined) return;
  const devtools = await tools.devtools(page);
  const isLandscape = viewport.width > viewport.height;
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    deviceScaleFactor: deviceScaleFactor ?? 1,
    mobile: isMobile ?? false,
    screenOrientation: isLandscape
      ? { type: 'landscapePrimary', angle: 90 }
      : { type: 'portraitPrimary', angle: 0 },
  });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch ?? false });
}

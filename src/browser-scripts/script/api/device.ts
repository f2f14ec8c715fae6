import { devices } from 'playwright-core';

export interface DeviceDescriptor {
  userAgent: string;
  viewport: { width: number; height: number };
  deviceScaleFactor: number;
  isMobile: boolean;
  hasTouch: boolean;
}

export interface NamedDevice extends DeviceDescriptor {
  name: string;
}

const iosAgent = (system: string, version: string, build: string) =>
  `Mozilla/5.0 (${system} like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/${version} Mobile/${build} Safari/604.1`;

const ipadAgent = iosAgent('iPad; CPU OS 11_0', '11.0', '15A5341f');
const phoneAgent = iosAgent('iPhone; CPU iPhone OS 10_3_1', '10.0', '14E304');
const jioAgent =
  'Mozilla/5.0 (Mobile; LYF/F300B/LYF-F300B-001-01-15-130718-i;Android; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5';

/** Devices removed from Playwright: width, height, scale, user agent. */
const removedDevices: Record<string, [number, number, number, string]> = {
  iPad: [768, 1024, 2, ipadAgent],
  'iPad Pro': [1024, 1366, 2, ipadAgent],
  'iPhone 4': [320, 480, 2, phoneAgent],
  'iPhone 5': [320, 568, 2, phoneAgent],
  'JioPhone 2': [240, 320, 1, jioAgent],
};

/** Names from the time when devices were an enumeration. */
const oldNames: Record<string, string> = {
  blackberryPlayBook: 'Blackberry PlayBook',
  blackBerryZ30: 'BlackBerry Z30',
  galaxyNote_3: 'Galaxy Note 3',
  galaxyNoteIi: 'Galaxy Note II',
  galaxySIii: 'Galaxy S III',
  galaxyS5: 'Galaxy S5',
  iPad: 'iPad',
  iPadMini: 'iPad Mini',
  iPadPro: 'iPad Pro',
  iPhone4: 'iPhone 4',
  iPhone5: 'iPhone 5',
  iPhone6: 'iPhone 6',
  iPhone6Plus: 'iPhone 6 Plus',
  iPhone7: 'iPhone 7',
  iPhone7Plus: 'iPhone 7 Plus',
  iPhone8: 'iPhone 8',
  iPhone8Plus: 'iPhone 8 Plus',
  iPhoneSE: 'iPhone SE',
  iPhoneX: 'iPhone X',
  iPhoneXR: 'iPhone XR',
  kindleFireHdx: 'Kindle Fire HDX',
  lgOptimusL70: 'LG Optimus L70',
  microsoftLumia550: 'Microsoft Lumia 550',
  microsoftLumia950: 'Microsoft Lumia 950',
  nexus10: 'Nexus 10',
  nexus4: 'Nexus 4',
  nexus5: 'Nexus 5',
  nexus5X: 'Nexus 5X',
  nexus6: 'Nexus 6',
  nexus6P: 'Nexus 6P',
  nexus7: 'Nexus 7',
  nokiaLumia_520: 'Nokia Lumia 520',
  nokiaN9: 'Nokia N9',
  pixel2: 'Pixel 2',
  pixel2XL: 'Pixel 2 XL',
};

const byName = buildDevices();

/**
 * `Device`: each device under its name and under its old name. An entry is a descriptor, and converts to the name.
 */
export const Device: Readonly<Record<string, NamedDevice>> = Object.freeze(buildKeys());

/** By name, by an entry of `Device`, or by a custom descriptor. */
export function findDevice(wanted: unknown): { name: string; descriptor: DeviceDescriptor } {
  if (typeof wanted === 'string') {
    const known = byName.get(wanted) ?? Device[wanted];
    if (known !== undefined) return { name: known.name, descriptor: plain(known) };
  }
  if (isDescriptor(wanted)) return { name: String(wanted.name ?? 'device'), descriptor: plain(wanted) };
  throw new Error(
    `Unknown device descriptor: ${typeof wanted === 'string' ? wanted : JSON.stringify(wanted)}`,
  );
}

function buildDevices(): Map<string, NamedDevice> {
  const all = new Map<string, NamedDevice>();
  const add = (name: string, descriptor: DeviceDescriptor) => all.set(name, named(name, descriptor));
  for (const [name, descriptor] of Object.entries(devices)) add(name, plain(descriptor));
  for (const [name, [width, height, deviceScaleFactor, userAgent]] of Object.entries(removedDevices)) {
    const rest = { deviceScaleFactor, userAgent, isMobile: true, hasTouch: true };
    add(name, { viewport: { width, height }, ...rest });
    add(`${name} landscape`, { viewport: { width: height, height: width }, ...rest });
  }
  const userAgent = plain(devices['Desktop Chrome'] as DeviceDescriptor).userAgent;
  const large = { width: 1440, height: 900 };
  add('Chrome Desktop Large', {
    viewport: large,
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    userAgent,
  });
  return all;
}

function buildKeys(): Record<string, NamedDevice> {
  const keys: Record<string, NamedDevice> = Object.fromEntries(byName);
  for (const [key, name] of Object.entries(oldNames)) {
    const upright = byName.get(name);
    const turned = byName.get(`${name} landscape`);
    if (upright !== undefined) keys[key] = upright;
    if (turned === undefined) continue;
    keys[`${key}Landscape`] = turned;
    // The last one was misspelled in the original, and scripts use that spelling.
    if (key === 'pixel2XL') keys.pixel2XLLanscape = turned;
  }
  return keys;
}

function named(name: string, descriptor: DeviceDescriptor): NamedDevice {
  const device = { ...descriptor, name };
  return Object.freeze(Object.defineProperty(device, 'toString', { value: () => name }));
}

function plain({
  userAgent,
  viewport,
  deviceScaleFactor,
  isMobile,
  hasTouch,
}: DeviceDescriptor): DeviceDescriptor {
  return {
    userAgent,
    viewport: { width: viewport.width, height: viewport.height },
    deviceScaleFactor: deviceScaleFactor ?? 1,
    isMobile: isMobile ?? false,
    hasTouch: hasTouch ?? false,
  };
}

function isDescriptor(value: unknown): value is DeviceDescriptor & { name?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { viewport?: unknown }).viewport === 'object'
  );
}

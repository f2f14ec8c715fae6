import { installCommand } from './install.ts';
import { listNeeds, missingNeeds, systemNeeds } from './needs.ts';

/** What to tell somebody who starts a service on a machine that lacks something; null when nothing is missing. */
export function noteLacking(isSandboxOff = false): string | null {
  const forJvm = missingNeeds(['java', 'maven']);
  const forSandbox = isSandboxOff ? [] : missingNeeds(['bubblewrap']);
  const forBrowsers = missingNeeds(['chromium', 'firefox']);
  const missing = [...forJvm, ...forSandbox];
  if (missing.length + forBrowsers.length === 0) return null;
  const command = missing.length === 0 ? null : installCommand(missing);
  return [
    ...(forJvm.length > 0
      ? [
          `This machine lacks ${listNeeds(forJvm)}: Apache JMeter, Gatling and Java Selenium cannot be set up on it. JMeter plans that Spate's own engine runs need no Java.`,
        ]
      : []),
    ...(forSandbox.length > 0
      ? [
          `This machine lacks ${systemNeeds.bubblewrap.what}: no run is accepted for it until bubblewrap is installed, or SPATE_SANDBOX=off accepts that scripts run with the rights of this user.`,
        ]
      : []),
    ...(command === null ? [] : [`  ${command}`]),
    ...(forBrowsers.length > 0
      ? [
          `This machine has no ${listNeeds(forBrowsers)} for browser tests; "spate doctor" says what each tool lacks.`,
        ]
      : []),
  ].join('\n');
}

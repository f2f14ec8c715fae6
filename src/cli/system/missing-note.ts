import { installCommand } from './install.ts';
import { listNeeds, missingNeeds, systemNeeds } from './needs.ts';

/** Start note about missing requirements; null if nothing is missing. */
export function missingNote(isSandboxOff = false): string | null {
  const forJvm = missingNeeds(['java', 'maven']);
  const forSandbox = isSandboxOff ? [] : missingNeeds(['bubblewrap']);
  const forBrowsers = missingNeeds(['chromium', 'firefox']);
  const missing = [...forJvm, ...forSandbox];
  if (missing.length + forBrowsers.length === 0) return null;
  const command = missing.length === 0 ? null : installCommand(missing);
  return [
    ...(forJvm.length > 0
      ? [
          `Missing: ${listNeeds(forJvm)}. Apache JMeter, Gatling and Java Selenium are unavailable on this machine. JMeter plans on Spate's own engine need no Java.`,
        ]
      : []),
    ...(forSandbox.length > 0
      ? [
          `Missing: ${systemNeeds.bubblewrap.what}. Runs are rejected until bubblewrap is installed, or SPATE_SANDBOX=off is set, which runs scripts with the permissions of this user.`,
        ]
      : []),
    ...(command === null ? [] : [`  ${command}`]),
    ...(forBrowsers.length > 0
      ? [
          `Missing for browser tests: ${listNeeds(forBrowsers)}. "spate doctor" lists the requirements of each tool.`,
        ]
      : []),
  ].join('\n');
}

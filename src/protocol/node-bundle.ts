/** The bundle with everything that a node needs on a bare Linux machine, made and served by the service. */
export const bundleArchitectures = ['x64', 'arm64'] as const;
export type BundleArchitecture = (typeof bundleArchitectures)[number];

/** Header of the service's answer to an agent that connects: the version of the service. */
export const versionHeader = 'x-spate-version';

/** Name of the bundle without its ending, and of the folder in it. */
export function bundleName(version: string, architecture: BundleArchitecture): string {
  return `spate-node-${version}-linux-${architecture}`;
}

export function isBundleArchitecture(text: string): text is BundleArchitecture {
  return (bundleArchitectures as readonly string[]).includes(text);
}

/** Name of the link to the bundle in use, in the folder that the join script makes. */
export const currentLinkName = 'current';

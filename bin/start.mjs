// No imports at the top: a Node.js that is too old must reach the message below.

const oldestMajor = 20;

/** Installs missing packages, then runs a TypeScript file on a Node.js that is new enough for it. */
export function runScript(script, args, needs) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestMajor) {
    console.error(
      'Spate requires Node.js ' +
        oldestMajor +
        ' or newer to start; this is ' +
        process.version +
        '. Install it from https://nodejs.org, then try again.',
    );
    process.exit(1);
  }
  import('./own-node.mjs')
    .then((ownNode) => ownNode.runOnOwnNode(script, args, needs))
    .catch((error) => {
      console.error(error.isExpected ? error.message : error);
      process.exit(1);
    });
}

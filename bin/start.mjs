// Nothing is imported here at the top: a Node.js that is too old must get as far as the sentence below.

const oldestMajor = 20;

/** Sets up what is missing, then runs one of our TypeScript files on the project's own Node.js. */
export function runScript(script, args, needs) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestMajor) {
    console.error(
      'Spate needs Node.js ' +
        oldestMajor +
        ' or newer to start; this is ' +
        process.version +
        '. Get one from https://nodejs.org, then try again.',
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

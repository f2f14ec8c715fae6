/** Fails when an import is forbidden by import-rules.ts, or is part of a cycle. Part of `npm run check`. */
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { findViolations, type ImportGraph } from './find-violations.ts';
import { importRules } from './import-rules.ts';
import { importedModules } from './imported-modules.ts';

const violations = findViolations(readGraph(), importRules);
if (violations.length > 0) {
  console.error(
    `${violations.join('\n')}\n${violations.length} imports are not allowed (test/imports/import-rules.ts).`,
  );
  process.exitCode = 1;
}

function readGraph(): ImportGraph {
  const files = new Set(globSync('{src,test,bench,packaging}/**/*.{ts,tsx,json,css}'));
  return new Map(
    [...files]
      .filter((file) => /[.]tsx?$/.test(file))
      .map((file) => {
        const imported = importedModules(readFileSync(file, 'utf8')).map((specifier) =>
          specifier.startsWith('.') ? join(dirname(file), specifier) : specifier,
        );
        // Other files that do not exist are in texts that tests write to files.
        return [file, [...new Set(imported)].filter((module) => files.has(module) || isBuiltin(module))];
      }),
  );
}

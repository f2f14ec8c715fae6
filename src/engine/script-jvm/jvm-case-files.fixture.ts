import type { DifferentialCase } from '../testing/differential-case.ts';
import { javaRequestCases } from './java-requests.fixture.ts';
import { documentCases } from './jvm-documents.fixture.ts';
import { jvmCases } from './jvm-scripts.fixture.ts';
import { languageCases } from './other-languages.fixture.ts';

/** Cases that our engine runs with a JVM, by the name of their recordings. The full suite runs them. */
export const jvmCaseFiles: Readonly<Record<string, readonly DifferentialCase[]>> = {
  'script-jvm/documents': documentCases,
  'script-jvm/java-requests': javaRequestCases,
  'script-jvm/other-languages': languageCases,
  'script-jvm/scripts': jvmCases,
};

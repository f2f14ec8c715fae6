import { JmesPathRefusal } from '../../languages/jmespath/jmespath-node.ts';
import { parseJmesPath } from '../../languages/jmespath/parse-jmespath.ts';
import { isReadWithVariables } from './with-variables.ts';

export const jmesPathWords = 'with a valid JMESPath without slices that go backwards';

/** Whether an expression is one that our engine evaluates as jmespath-java does. */
export const isProvenJmesPath = (written: string): boolean =>
  isReadWithVariables(written, parseJmesPath, JmesPathRefusal);

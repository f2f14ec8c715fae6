import { judgeElements } from './judge-elements.ts';
import { readJmx } from './read-jmx.ts';

/** Elements and functions in a plan that the engine does not support. */
export const obstaclesOf = (xml: string): string[] =>
  judgeElements(
    readJmx(
      'plan.jmx',
      Buffer.from(
        `<jmeterTestPlan><hashTree><TestPlan testname="Plan"/><hashTree>${xml}</hashTree></hashTree></jmeterTestPlan>`,
      ),
    ).roots,
  ).map(({ element }) => element);

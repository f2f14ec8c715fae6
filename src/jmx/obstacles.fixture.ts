import { judgeElements } from './judge-elements.ts';
import { readJmx } from './read-jmx.ts';

/** The elements and functions of a plan's tree that stand in the way. */
export const obstaclesOf = (xml: string): string[] =>
  judgeElements(
    readJmx(
      'plan.jmx',
      Buffer.from(
        `<jmeterTestPlan><hashTree><TestPlan testname="Plan"/><hashTree>${xml}</hashTree></hashTree></jmeterTestPlan>`,
      ),
    ).roots,
  ).map(({ element }) => element);

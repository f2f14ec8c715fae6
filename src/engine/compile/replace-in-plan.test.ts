import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { replaceInPlan } from './replace-in-plan.ts';

const include = (path: string) =>
  `<IncludeController testname="to ${path}"><stringProp name="IncludeController.includepath">${path}</stringProp></IncludeController><hashTree/>`;

describe('the engine itself', () => {
  it('refuses a plan whose includes multiply beyond measure', async (t) => {
    const filesFolder = await temporaryFolder(t);
    for (let at = 0; at < 40; at += 1) {
      await writeFile(
        join(filesFolder, `${at}.jmx`),
        `<jmeterTestPlan><hashTree><TestFragmentController/><hashTree>${include(`${at + 1}.jmx`).repeat(2)}</hashTree></hashTree></jmeterTestPlan>`,
      );
    }
    await writeFile(
      join(filesFolder, '40.jmx'),
      '<jmeterTestPlan><hashTree><TestFragmentController/><hashTree><GenericController/><hashTree/></hashTree></hashTree></jmeterTestPlan>',
    );
    const plan = `<jmeterTestPlan><hashTree><TestPlan testname="Plan"/><hashTree>${include('0.jmx')}</hashTree></hashTree></jmeterTestPlan>`;
    const [root] = readJmx('plan.jmx', Buffer.from(plan)).roots;
    assert.throws(() => replaceInPlan(root as PlanElement, { filesFolder }), /more than 100,000 elements/);
  });
});

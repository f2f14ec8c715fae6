import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pointToUploads } from './point-to-uploads.ts';

const plan = (path: string) =>
  `<?xml version="1.0"?>\r\n<jmeterTestPlan><hashTree><TestPlan guiclass="g"/><hashTree><CSVDataSet guiclass="g" testname="Ü">\n\t<stringProp name="filename">${path}</stringProp></CSVDataSet><hashTree/><ResultCollector guiclass="g"><stringProp name="filename">out.jtl</stringProp></ResultCollector><hashTree/></hashTree></hashTree></jmeterTestPlan>`;
const changed = (path: string, uploaded: string[], isFilesPathThere = true) => {
  const result = pointToUploads('p.jmx', new TextEncoder().encode(plan(path)), uploaded, isFilesPathThere);
  return result && new TextDecoder().decode(result);
};

describe('pointing a plan to the uploaded files', () => {
  it('changes nothing but the name of the file', () => {
    assert.equal(changed('C:\\a &amp; b\\Daten ü.csv', ['x &lt;.csv', 'Daten ü.csv']), plan('Daten ü.csv'));
    assert.equal(changed('/home/me/R&#38;D.csv', ['sub/R&D.csv']), plan('sub/R&amp;D.csv'));
  });

  it('leaves a plan alone that finds its files', () => {
    assert.equal(changed('users.csv', ['users.csv']), undefined);
    assert.equal(changed('/data/flood/files/users.csv', ['users.csv']), undefined);
    assert.equal(changed('${dir}/users.csv', ['users.csv']), undefined);
    assert.equal(changed('/home/me/lost.csv', ['users.csv']), undefined);
  });

  it('makes the old absolute path relative where that folder does not exist', () => {
    assert.equal(changed('/data/flood/files/users.csv', ['users.csv'], false), plan('users.csv'));
  });
});

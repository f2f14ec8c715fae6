import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { packageFile } from '../../src/lib/package-files.ts';
import { makeClass } from '../../src/plans/jmeter/jars/class-file.fixture.ts';
import { makeZip } from '../../src/tools/zip.fixture.ts';
import { plan } from '../support/plan.ts';
import { damaged, samplesOf, textOf } from './inputs.ts';

const demoPlan = readFileSync(packageFile('examples/plans/demo.jmx'), 'utf8');
const smallPlan = plan({ port: 9, threads: '${__P(threads,1)}', path: '/${__counter(TRUE,)}/${id}' });
const pieces = [
  '<hashTree>',
  '</hashTree>',
  '<hashTree/>',
  '<ThreadGroup testname="a">',
  '</ThreadGroup>',
  '<stringProp name="x">',
  '</stringProp>',
  '<intProp name="x">9</intProp>',
  '${__P(a,',
  '${__groovy(',
  ')}',
  '${',
  '}',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '&amp;',
  '&#0;',
  '<!DOCTYPE a [<!ENTITY x "y">]>',
  '\uFFFF',
];

/** JMeter plans: damaged ones, and ones in whose place of the sampler random pieces stand. */
export const jmxPlan: fc.Arbitrary<Buffer> = fc.oneof(
  damaged(
    fc.constantFrom(smallPlan, demoPlan).map((text) => Buffer.from(text)),
    32 * 1024,
  ),
  textOf(pieces, 30).map((text) => Buffer.from(smallPlan.replace('Home', text))),
  textOf(pieces, 30).map((text) => Buffer.from(smallPlan.replace('<hashTree>', `<hashTree>${text}`))),
);

const name = textOf(['plan.jmx', 'a.csv', '/', '\\', '..', 'C:', '__MACOSX/', '\0', 'é', '\ud800'], 4);

const client = makeClass('probe/Client', {
  parent: 'org/apache/jmeter/protocol/java/sampler/AbstractJavaSamplerClient',
  makes: 'org/apache/jmeter/samplers/SampleResult',
  members: [['org/apache/jmeter/threads/JMeterVariables', 'put']],
});

/** Jars with a damaged class. */
export const jarFile: fc.Arbitrary<Uint8Array> = damaged(fc.constant(client)).map((content) =>
  makeZip([{ name: 'probe/Client.class', content: Buffer.from(content) }]),
);

/** A plan that names the class of the jar. */
export const planOfJar = Buffer.from(
  smallPlan.replace(
    '<hashTree>',
    '<hashTree><JavaSampler guiclass="g" testname="j"><stringProp name="classname">probe.Client</stringProp></JavaSampler><hashTree/>',
  ),
);

export const zipFile: fc.Arbitrary<Uint8Array> = samplesOf(
  fc
    .array(
      fc.record({
        name: name,
        content: fc.constantFrom('', 'a,b\n', 'x'.repeat(5_000)),
        mode: fc.constantFrom(0o100644, 0o120777, 0o040755, 0o010644),
        flags: fc.constantFrom(0, 1, 0x800),
      }),
      { maxLength: 4 },
    )
    .map(makeZip),
);

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { inspectPlan } from '../plans/inspect-plan.ts';
import { readJmx } from './read-jmx.ts';
import { replaceControllers } from './replace-controllers.ts';

const whole = (xml: string) =>
  `<jmeterTestPlan><hashTree><TestPlan guiclass="TestPlanGui" testname="Plan"/><hashTree><ThreadGroup guiclass="ThreadGroupGui" testname="Users"><elementProp name="ThreadGroup.main_controller" elementType="LoopController"><stringProp name="LoopController.loops">1</stringProp></elementProp><stringProp name="ThreadGroup.num_threads">1</stringProp></ThreadGroup><hashTree>${xml}</hashTree></hashTree></hashTree></jmeterTestPlan>`;
const fragment = (xml: string) =>
  `<jmeterTestPlan><hashTree><TestFragmentController guiclass="TestFragmentControllerGui" testname="Part"/><hashTree>${xml}</hashTree></hashTree></jmeterTestPlan>`;
const simple = (name: string, inner = '') =>
  `<GenericController guiclass="LogicControllerGui" testname="${name}"/><hashTree>${inner}</hashTree>`;
const include = (path: string) =>
  `<IncludeController guiclass="IncludeControllerGui" testname="to ${path}"><stringProp name="IncludeController.includepath">${path}</stringProp></IncludeController><hashTree/>`;
const module = (...path: string[]) => {
  const items = ['Root', ...path].map((each, at) => `<stringProp name="${at}">${each}</stringProp>`);
  return `<ModuleController guiclass="ModuleControllerGui" testname="to ${path.at(-1) ?? 'nothing'}"><collectionProp name="ModuleController.node_path">${items.join('')}</collectionProp></ModuleController><hashTree/>`;
};

const replace = (xml: string, files: Record<string, string> = {}) =>
  replaceControllers(readJmx('plan.jmx', Buffer.from(whole(xml))).roots, (path) => {
    const text = files[path];
    return text === undefined ? undefined : readJmx(path, Buffer.from(text)).roots;
  });
const inspect = (xml: string, files: Record<string, string> = {}) =>
  inspectPlan({
    tool: 'jmeter',
    files: Object.entries({ 'plan.jmx': whole(xml), ...files }).map(([name, text]) => ({
      name,
      content: Buffer.from(text),
    })),
    overrideParameters: null,
    overrideHosts: null,
  });
const broken = (message: RegExp) => (error: unknown) =>
  error instanceof AppError && error.code === 'plan_broken' && message.test(error.message);

/** Each level includes the next one twice, which makes 2 to the power of `levels` copies of the last. */
const doubling = (levels: number) =>
  Array.from({ length: levels }, (_, at) =>
    simple(`L${at}`, module('Plan', 'Users', `L${at + 1}`).repeat(2)),
  ).join('') + simple(`L${levels}`);

describe('what Module and Include controllers point at', () => {
  it('is put into each of them as a copy of its own', () => {
    const { roots, problems } = replace(doubling(3));
    assert.deepEqual(problems, []);
    const seen = new Set<unknown>();
    const count = (elements: typeof roots): number =>
      elements.reduce((sum, each) => {
        seen.add(each);
        return sum + Number(each.name === 'L3') + count(each.children);
      }, 0);
    assert.equal(count(roots[0]?.children[0]?.children.slice(0, 1) ?? []), 8);
    assert.equal(seen.size, 1 + 2 + 2 + 4 + 4 + 8 + 8);
  });

  it('is refused when it multiplies beyond measure, before it takes memory', () => {
    assert.throws(() => replace(doubling(40)), broken(/^Plan > Users > L\d+ > to L\d+: .*more than 100,000/));
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`${at}.jmx`, fragment(include(`${at + 1}.jmx`).repeat(2))]),
    );
    files['40.jmx'] = fragment(simple('last'));
    assert.throws(() => replace(include('0.jmx'), files), broken(/^Part > to \d+.jmx: .*more than 100,000/));
  });

  it('is refused in the same way when a plan is inspected, whichever engine it is for', () => {
    const { problems, obstacles } = inspect(doubling(40));
    assert.match(problems.join(), /^Plan > Users > L\d+ > to L\d+: .*more than 100,000/);
    assert.equal(obstacles, null);
  });

  it('is refused when it leads back to itself, by whatever way', () => {
    const back = /: It includes itself, so JMeter cannot build the plan\.$/;
    const target = ['Plan', 'Users', 'A'];
    for (const [xml, place] of [
      [simple('A', module(...target)), 'Plan > Users > A > to A'],
      [module('Plan', 'Users'), 'Plan > Users > to Users'],
      [simple('A', module('Plan', 'Users', 'B')) + simple('B', module(...target)), 'Plan > Users > A > to B'],
      [include('part.jmx'), 'Part > to part.jmx'],
    ] as const) {
      const { problems, obstacles } = inspect(xml, { 'part.jmx': fragment(include('part.jmx')) });
      assert.match(problems.join(), back);
      assert.equal(problems.join().replace(back, ''), place);
      assert.equal(obstacles, null);
    }
  });

  it('is refused when it is not there, even where a Module controller is disabled', () => {
    const off = (xml: string) => xml.replace('<ModuleController ', '<ModuleController enabled="false" ');
    for (const lost of [module('Plan', 'Users', 'Gone'), module(), off(module('Plan', 'Gone'))]) {
      assert.match(
        inspect(simple('A') + lost).problems.join(),
        /^Plan > Users > to \w+: Its path does not lead to an element/,
      );
    }
    assert.deepEqual(inspect(simple('A') + off(module('Plan', 'Users', 'A'))).problems, []);
  });

  it('is refused when it is not there beside a WorkBench too, where its path begins at the test plan', () => {
    const bench = (xml: string) => ({
      'plan.jmx': whole(xml).replace(
        '</hashTree></jmeterTestPlan>',
        '<WorkBench guiclass="WorkBenchGui" testname="WorkBench"/><hashTree/></hashTree></jmeterTestPlan>',
      ),
    });
    assert.match(
      inspect('', bench(simple('A') + module('Plan', 'Users', 'Gone'))).problems.join(),
      /Its path does not lead to an element/,
    );
    assert.deepEqual(inspect('', bench(simple('A') + module('Plan', 'Users', 'A'))).problems, []);
    assert.deepEqual(inspect('', bench(simple('A') + module('WorkBench', 'Gone'))).problems, []);
  });

  it('is refused when a row of them is too deep', () => {
    const row = (length: number) =>
      Array.from({ length }, (_, at) => simple(`R${at}`, module('Plan', 'Users', `R${at + 1}`))).join('') +
      simple(`R${length}`);
    assert.deepEqual(inspect(row(200)).problems, []);
    assert.match(
      inspect(row(5000)).problems.join(),
      /^Plan > Users > R\d+[^:]*: .*more than 1,000 levels deep/,
    );
  });

  it('is judged in the uploaded file that the run will find', () => {
    const odd = { 'part.jmx': fragment('<my.Odd guiclass="g" testname="Odd"/><hashTree/>'), 'my.jar': '' };
    for (const path of [
      'part.jmx',
      './part.jmx',
      'sub/part.jmx',
      'C:\\plans\\part.jmx',
      '/data/flood/files/part.jmx',
    ]) {
      const reasons = (files: Record<string, string>) =>
        inspect(include(path), files).obstacles?.map(({ place, reason }) => `${place}: ${reason}`);
      assert.deepEqual(reasons({ 'part.jmx': fragment(simple('A')) }), [], path);
      assert.ok(
        reasons(odd)?.includes("Part > Odd: my.Odd is not run by Spate's own engine yet."),
        `${path}: ${reasons(odd)}`,
      );
    }
  });

  it('is found under another path also when an included file names it', () => {
    const files = { 'a.jmx': fragment(include('C:\\plans\\b.jmx')), 'b.jmx': fragment(simple('A')) };
    assert.deepEqual(inspect(include('a.jmx'), files).obstacles, []);
  });

  it('is nothing where an Include controller names nothing, or a variable', () => {
    const reasons = (path: string) => inspect(include(path)).obstacles?.map(({ reason }) => reason);
    assert.deepEqual(reasons(''), ['It has no file name, so JMeter includes nothing.']);
    assert.match(reasons('${dir}part.jmx')?.join() ?? '', /^Its path contains a variable or function/);
  });

  it('is refused when the included file has no test fragment, except where the controller is disabled', () => {
    const files = { 'part.jmx': whole(simple('A')) };
    assert.deepEqual(inspect(include('part.jmx'), files).problems, [
      'Plan > Users > to part.jmx: part.jmx has no test fragment, so JMeter does not run a plan that includes it.',
    ]);
    const off = include('part.jmx').replace('<IncludeController ', '<IncludeController enabled="false" ');
    assert.deepEqual(inspect(off, files).problems, []);
    assert.deepEqual(inspect(include('part.jmx'), { 'part.jmx': fragment('') }).problems, []);
  });

  it('is found at once among very many, the last one where several have the same path', () => {
    const many = 20_000;
    const parts = Array.from({ length: many }, (_, at) => simple('A', simple(`T${at}`)));
    const modules = Array.from({ length: many }, (_, at) => module('Plan', 'Users', 'A', `T${at}`));
    const startedAtMs = performance.now();
    const { roots, problems } = replace(
      `${parts.join('')}${simple('A', simple('T0', simple('last')))}${modules.join('')}`,
    );
    assert.ok(performance.now() - startedAtMs < 60_000);
    assert.deepEqual(problems, []);
    const first = roots[0]?.children[0]?.children.find(({ kind }) => kind === 'ModuleController');
    assert.equal(first?.children[0]?.children[0]?.name, 'last');
  });
});

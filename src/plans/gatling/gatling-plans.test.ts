import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import { checkPlan, needsContent } from '../check-plan.ts';
import { parseOverrideParameters } from '../override-parameters.ts';
import type { PlanFile } from '../plan-file.ts';
import { chooseSimulation } from './gatling-plans.ts';

const file = (name: string, text?: string): PlanFile =>
  text === undefined ? { name } : { name, content: new TextEncoder().encode(text) };

const simulation = (name: string, body = '') =>
  `package shop\nimport io.gatling.core.Predef._\nclass ${name} extends Simulation {\n${body}\n}\n`;

const choose = (files: PlanFile[], parameters = '') =>
  chooseSimulation(files, parseOverrideParameters(parameters));

const check = (files: PlanFile[], overrideParameters: string | null = null) =>
  checkPlan({ tool: 'gatling', files, overrideParameters, overrideHosts: null });

const fails = (code: string, pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError, String(error));
  assert.equal(error.code, code);
  assert.match(error.message, pattern);
  return true;
};

describe('the plan of a Gatling run', () => {
  it('is the class in the sources that extends Simulation, with its package', () => {
    const helpers = file('Helpers.scala', 'package shop\nobject Helpers { class Inner extends Simulation }');
    const files = [helpers, file('Buy.scala', simulation('Buy'))];
    assert.deepEqual(choose(files), { className: 'shop.Buy', fileName: 'Buy.scala' });
    assert.equal(check(files).planName, 'Buy.scala');
  });

  it('is found through abstract classes, traits, type parameters and nested packages', () => {
    const base = file(
      'Base.scala',
      'package a\npackage b\nabstract class Base[T](name: String) extends Simulation',
    );
    const real = file(
      'Real.scala',
      '/* class Not extends Simulation */ package c { // class No extends Simulation\n final class Real extends a.b.Base[Int]("class Nor extends Simulation") with Logging { } }',
    );
    assert.deepEqual(choose([base, real]), { className: 'c.Real', fileName: 'Real.scala' });
  });

  it('is found in Java', () => {
    const java =
      "package demo;\nimport io.gatling.javaapi.core.*;\npublic class Load extends Simulation { char q = '\"'; }";
    assert.equal(choose([file('Load.java', java)]).className, 'demo.Load');
  });

  it('is the one uploaded as a file when an archive contains others', () => {
    const files = [
      file('user-files/simulations/Other.scala', simulation('Other')),
      file('Buy.scala', simulation('Buy')),
    ];
    assert.equal(choose(files).className, 'shop.Buy');
  });

  it('is chosen by override_parameters when there are several; without a choice, all are listed', () => {
    const files = [file('Buy.scala', simulation('Buy')), file('Look.scala', simulation('Look'))];
    assert.throws(
      () => check(files),
      fails('plan_broken', /shop\.Buy \(Buy\.scala\), shop\.Look \(Look\.scala\).*-Dsimulation=shop\.Buy/),
    );
    for (const name of ['simulation', 'gatling.simulationClass', 'gatling.core.simulationClass']) {
      assert.equal(choose(files, `-D${name}=shop.Look`).className, 'shop.Look');
    }
    assert.equal(choose(files, '-Jsimulation=Look').className, 'shop.Look');
    assert.throws(
      () => choose(files, '-Dsimulation=shop.Nothing'),
      fails('plan_broken', /shop\.Nothing.*shop\.Buy/),
    );
  });

  it('may be inside a .jar file, which is examined on the node', () => {
    assert.deepEqual(choose([file('load.jar')]), { fileName: 'load.jar', className: undefined });
    assert.equal(choose([file('load.jar')], '-Dsimulation=a.B').className, 'a.B');
    assert.equal(needsContent('gatling', 'load.jar'), false);
    assert.equal(needsContent('gatling', 'Load.scala'), true);
  });

  it('is missing when no file can contain one', () => {
    assert.throws(() => check([file('users.csv')]), fails('plan_missing', /users\.csv/));
    const helpers = file('Helpers.scala', 'object Helpers { val a = 1 }');
    assert.throws(() => check([helpers]), fails('plan_missing', /extends Simulation/));
  });

  it('is refused when it is written for Gatling 1 or in Kotlin', () => {
    const old = simulation('Old').replace('package shop', 'package shop\nimport bootstrap._');
    assert.throws(() => check([file('Old.scala', old)]), fails('plan_broken', /Gatling 1/));
    const kotlin = file('Load.kt', 'class Load : Simulation() { }');
    assert.throws(() => check([kotlin]), fails('plan_broken', /Kotlin/));
  });

  it('needs the data files that it names, in every folder where Gatling searches', () => {
    const body = 'val users = csv("users.csv").circular\nval body = RawFileBody("bodies/order.json")';
    const source = file('Buy.scala', simulation('Buy', body));
    assert.throws(
      () => check([source]),
      fails('plan_broken', /line 4: csv\("users\.csv"\).*line 5: RawFileBody\("bodies\/order\.json"\)/),
    );
    const uploads = [source, file('user-files/data/users.csv'), file('user-files/bodies/order.json')];
    assert.deepEqual(check(uploads).warnings, []);
    assert.match(check([source, file('lib.jar')]).warnings.join(' '), /one of the uploaded \.jar files/);
    const far = file('Buy.scala', simulation('Buy', 'csv("/home/me/users.csv")'));
    assert.match(check([far, file('users.csv')]).warnings.join(' '), /is the uploaded users\.csv/);
    const unknown = file('Buy.scala', simulation('Buy', 'csv(name); csv(s"$x.csv"); csv("a" + x)'));
    assert.deepEqual(check([unknown]).warnings, []);
  });

  it('warns about an uploaded gatling.conf and about old expressions', () => {
    const source = file('Buy.scala', simulation('Buy', 'http("a").get("/x/${id}")'));
    const { warnings } = check([source, file('conf/gatling.conf')]);
    assert.match(warnings.join('\n'), /conf\/gatling\.conf is ignored/);
    assert.match(warnings.join('\n'), /Buy\.scala, line 4: .*#\{name\}/);
  });
});

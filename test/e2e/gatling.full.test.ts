import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { runChild } from '../../src/lib/child-process.ts';
import { decodeSimulationLog } from '../../src/tools/gatling/simulation-log.fixture.ts';
import { needs } from '../support/needs.ts';
import { awaitStatus, countEverywhere, createRun, readArchiveBytes } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { useStage } from '../support/stage.ts';

const skip = needs('java', 'maven');
const stage = useStage(skip, {
  SPATE_JAVA_OPTIONS: `${process.env.SPATE_JAVA_OPTIONS ?? ''} -Dshop.host=127.0.0.1`,
});

const simulation = (name: string, path: string) => `
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import flood._

class ${name} extends Simulation {
  val httpConf = httpConfigFlood.baseURL("http://" + System.getProperty("shop.host") + ":${stage.target.port}")
  val words = csv("words.csv").circular
  val scn = scenario("Shoppers").repeat(10) {
    feed(words)
      .group("Shop") { exec(http("search \${word}").get("${path}").queryParam("word", "\${word}")) }
      .exec(http("cart").post("/cart").body(RawFileBody("order.json")).asJSON)
  }
  setUp(scn.inject(atOnceUsers(Integer.getInteger("threads", 1)))).protocols(httpConf)
}
`;

/** Packs files as a user would. */
async function zip(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-zip-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, 'in', name)), { recursive: true });
      await writeFile(join(folder, 'in', name), content);
    }
    const { code, lines } = await runChild('jar', [
      'cMf',
      join(folder, 'x.zip'),
      '-C',
      join(folder, 'in'),
      '.',
    ]);
    assert.equal(code, 0, lines.join('\n'));
    return new Uint8Array(await readFile(join(folder, 'x.zip')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a Gatling run has equal counts in target, series, report, CSV and the simulation.log of the archive', {
  skip,
}, async () => {
  const userFiles = await zip({
    'user-files/simulations/Other.scala': simulation('Other', '/product'),
    'user-files/data/words.csv': 'word\nlamp\nchair\n',
    'user-files/bodies/order.json': '{"many": 1}',
  });
  const run = await createRun(stage.service, {
    fields: { 'run[tool]': 'gatling-2.1.4', 'run[threads]': '3' },
    files: { 'Browse.scala': simulation('Browse', '/search'), 'user-files.zip': userFiles },
  });
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  assert.deepEqual(
    ['/search', '/cart', '/product'].map((path) => stage.requestsTo(path)),
    [30, 30, 0],
  );
  assert.deepEqual(await countEverywhere(stage.service, finished), {
    series: 60,
    report: 60,
    csv: 60,
    frames: 60,
  });
  const { labels } = await stage.service.json(`/runs/${run.uuid}/report`);
  const reported = Object.fromEntries(labels.map((label: Json) => [label.label, label.passed]));
  assert.deepEqual(reported, { 'Shop / search lamp': 15, 'Shop / search chair': 15, cart: 30 });
  const archive = await readArchiveBytes(finished._embedded.archives[0].href);
  const log = decodeSimulationLog(archive.get('flood/results/simulation.log') ?? Buffer.alloc(0));
  for (const [label, passed] of Object.entries(reported)) {
    const same = log.requests.filter(({ groups, name }) => [...groups, name].join(' / ') === label);
    assert.equal(same.length, passed, label);
  }
  assert.equal(log.requests.length, 60);
});

test('compiler errors are reported with file and line, before any load', { skip }, async () => {
  const source = 'public class Broken extends io.gatling.javaapi.core.Simulation {\n  int users = many;\n}\n';
  const run = await createRun(stage.service, {
    fields: { 'run[tool]': 'gatling' },
    files: { 'Broken.java': source },
  });
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.match(JSON.stringify(finished.remote_errors), /Broken\.java:2: cannot find symbol/);
});

test('several simulations are rejected without a choice', { skip }, async () => {
  const form = new FormData();
  form.append('run[tool]', 'gatling');
  for (const name of ['Browse', 'Buy'])
    form.append('run_files[]', new Blob([simulation(name, '/search')]), `${name}.scala`);
  const answer = await stage.service.fetch('/runs', { method: 'POST', body: form });
  const body = (await answer.json()) as Json;
  assert.equal(answer.status, 422);
  assert.equal(body.code, 'plan_broken');
  assert.match(body.error, /Browse \(Browse\.scala\), Buy \(Buy\.scala\).*-Dsimulation=Browse/);
});

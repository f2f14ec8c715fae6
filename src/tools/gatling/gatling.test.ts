import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { until } from '../../../test/support/until.ts';
import { AppError } from '../../domain/errors.ts';
import { parseToolName } from '../../domain/tool.ts';
import type { Sample } from '../../metrics/sample.ts';
import {
  makeExecution,
  readToEnd,
  startTarget,
  type TestExecution,
  testContext,
  type Upload,
} from '../execution.fixture.ts';
import { heldFiles } from '../held-files.ts';
import { makeJar } from '../jvm/jar.fixture.ts';
import type { ToolConclusion } from '../tool.ts';
import { toolchainPath } from '../toolchain.ts';
import { createGatling } from './gatling.ts';
import { classPath, gatlingProject } from './project.ts';
import { get, javaSimulation, scalaSimulation } from './simulation.fixture.ts';
import { decodeSimulationLog, type SimulationLog } from './simulation-log.fixture.ts';

const skip = needs('java', 'maven');
const tool = createGatling();

interface Ended {
  samples: Sample[];
  conclusion: ToolConclusion;
  output: string;
  log: SimulationLog;
}

/** Runs an execution from launch to conclusion. */
async function run(execution: TestExecution): Promise<Ended> {
  await tool.launch(execution);
  await tool.release(execution, Date.now());
  return finish(execution);
}

async function finish(execution: TestExecution): Promise<Ended> {
  const samples = await readToEnd(tool, execution);
  const conclusion = await tool.conclude(execution);
  const output = await readFile(heldFiles(execution.folders).output, 'utf8');
  const files = await tool.archiveFiles(execution);
  assert.deepEqual(files.map((file) => file.name).sort(), ['samples.jsonl', 'simulation.log']);
  const path = files.find((file) => file.name === 'simulation.log')?.path ?? '';
  return { samples, conclusion, output, log: decodeSimulationLog(await readFile(path)) };
}

const count = (values: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));

const broken = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError, String(error));
  assert.equal(error.code, 'plan_broken');
  assert.match(error.message, pattern);
  return true;
};

/** A script for the hosted service and Gatling 2, with every API that was renamed since. */
const oldScript = (target: URL): Upload[] => [
  {
    name: 'OldShop.scala',
    content: `package shop

import io.gatling.core.Predef._
import io.gatling.http.Predef._
import io.gatling.jdbc.Predef._
import scala.concurrent.duration._
import java.util.Date._
import flood._

class OldShop extends Simulation {
  val threads = Integer.getInteger("threads", 100)
  val rampup = Integer.getInteger("rampup", 10).toLong
  val httpConf = httpConfigFlood
    .baseURL("${target.origin}")
    .baseURLs("${target.origin}", "${target.origin}")
    .disableResponseChunksDiscarding
    .disableClientSharing
    .silentURI(".*favicon.*")
    .extraInfoExtractor(info => List(info.response.statusCode.get, info.request.getUrl))
    .inferHtmlResources(BlackList(""".*\\.css"""), WhiteList())

  val words = csv("words.csv").circular
  val scn = scenario("Old").repeat(2) {
    feed(words)
      .group("Shop") {
        group("Search, and find") {
          exec(http("search").get("/search/\${word}").check(status.is(200), status.lessThan(300), status.find.greaterThan(100)))
        }
      }
      .exec { session => session.set("twice", session.get("word").as[String] * 2) }
      .exec(http("order").post("/order/" + Words.last()).body(ELFileBody("order.json")).asXML)
      .exec(Pages.home)
      .pause(10 milliseconds, 20 milliseconds)
  }
  setUp(scn.inject(
    rampUsers(threads) over (rampup seconds),
    constantUsersPerSec(1) over (1 seconds),
    rampUsersPerSec(1) to 1 over (1 seconds),
    heavisideUsers(1) over (1 seconds)
  )).protocols(httpConf).assertions(
    global.responseTime.max.lessThan(60000),
    global.successfulRequests.percent.greaterThan(99),
    global.allRequests.count.greaterThanOrEqual(1L),
    global.failedRequests.count.lessThanOrEqual(0L)
  )
}
`,
  },
  {
    name: 'flood.scala',
    content: `import io.gatling.http.Predef._
import io.gatling.core.Predef._
object flood { val httpConfigFlood = http }
`,
  },
  {
    name: 'user-files/simulations/page-objects/Pages.scala',
    content: `package shop
import io.gatling.core.Predef._
import io.gatling.http.Predef._
object Pages {
  val home = exec(http("home").get(s"/home/$\${twice}").asJSON)
}
`,
  },
  {
    name: 'user-files/simulations/Words.java',
    content: 'package shop; public class Words { public static String last() { return "last"; } }',
  },
  {
    name: 'user-files/simulations/Other.scala',
    content: 'class Other extends io.gatling.core.Predef.Simulation { }',
  },
  { name: 'user-files/data/words.csv', content: 'word\none\ntwo\n' },
  { name: 'user-files/bodies/order.json', content: '{"word": "${word}"}' },
  { name: 'gatling.conf', content: 'this { is no configuration' },
];

import { isFullSuite } from '../../../test/support/suite.ts';

describe('gatling', { concurrency: 2, skip }, () => {
  before(() => tool.provision(testContext(), () => {}));

  it('runs an old script of the hosted service, with the counts of the target and of Gatling', async () => {
    await using target = await startTarget();
    const execution = await makeExecution(tool, oldScript(target.url), { threads: 2, rampupS: 1 });
    await using _ = execution;
    const { samples, conclusion, log, output } = await run(execution);
    assert.deepEqual(conclusion.errors, []);
    const labels = { 'Shop / Search, and find / search': 10, order: 10, home: 10 };
    assert.deepEqual(count(samples.map((sample) => sample.label)), labels);
    assert.deepEqual(count(log.requests.map(({ groups, name }) => [...groups, name].join(' / '))), labels);
    const words = ['one', 'two'];
    assert.deepEqual(count(target.requests.map(({ path }) => path)), {
      ...Object.fromEntries(words.map((word) => [`/search/${word}`, 5])),
      ...Object.fromEntries(words.map((word) => [`/home/${word}${word}`, 5])),
      '/order/last': 10,
    });
    assert.ok(samples.every(({ isPassed, code, bytesIn }) => isPassed && code === '200' && bytesIn > 5));
    assert.deepEqual([log.version, log.className], ['3.15.1', 'shop.OldShop']);
    assert.deepEqual([log.usersStarted, log.usersEnded, log.groups], [5, 5, 20]);
    const fine = samples.reduce((sum, sample) => sum + sample.elapsedUs / 1000, 0);
    const coarse = log.requests.reduce((sum, request) => sum + request.elapsedMs, 0);
    assert.ok(Math.abs(fine - coarse) <= 2 * samples.length, `${fine} ms and ${coarse} ms`);
    assert.match(output, /order\.json: expressions are written #\{name\} since Gatling 3\.7/);
    assert.equal(
      await readFile(join(execution.folders.files, 'OldShop.scala'), 'utf8'),
      oldScript(target.url)[0]?.content,
    );
  });

  if (isFullSuite()) {
    it('reports compiler errors with file, line and replacement', async () => {
      await using target = await startTarget();
      const script = scalaSimulation(
        target.url,
        [
          '  val users = csv("users.csv", escapeChar = 7)',
          '  val scn = scenario("a").exec(http("a").get(target))',
          '  setUp(scn.inject(splitUsers(10).into(rampUsers(2) during 3)))',
          '  val wrong: Int = "text"',
        ].join('\n'),
      );
      const uploads = [
        { ...script, name: 'a folder/Load.scala' },
        { name: 'users.csv', content: 'a\n1\n' },
      ];
      await using execution = await makeExecution(tool, uploads);
      await assert.rejects(tool.launch(execution), (error) => {
        broken(/a folder\/Load\.scala:7: .*escapeChar is gone|a folder\/Load\.scala:7: .*no escapeChar/)(
          error,
        );
        broken(/a folder\/Load\.scala:9: .*splitUsers was removed in Gatling 3/)(error);
        return broken(/a folder\/Load\.scala:10: type mismatch; found *: String\("text"\) required: Int/)(
          error,
        );
      });
      assert.equal(target.requests.length, 0);
    });
  }

  it('runs for tool names with an old version', () => {
    assert.equal(parseToolName('gatling-2.1.4'), 'gatling');
  });

  if (isFullSuite()) {
    it('reports failed assertions and requests that could not be built, converts old expressions in files, and ends the run successfully', async () => {
      const paths: string[] = [];
      const bodies: string[] = [];
      const server = createServer(async (request, response) => {
        paths.push(request.url ?? '');
        if (request.method === 'POST') bodies.push(await text(request));
        response.writeHead(request.url === '/fail' ? 500 : 200).end('ok');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const files = ['/data/flood/files/bodies/order.json', '/data/flood/files/plain.json', 'order.json'];
      const send = files.map((path) => `.exec(http("send").post("/").body(ElFileBody("${path}")))`).join('');
      const script = javaSimulation(
        target,
        `${get('"/fail"')}.exec(http("missing").get("/#{missing}")).group("Gr\\u00fc\\u00dfe").on(exec(http("\\u65e5").get("/ok")))
         .exec(session -> session.set("word", "blue"))${send}`,
      );
      const content = String(script.content).replace(
        /(\.protocols\(.*?\)\));/,
        '$1.assertions(global().failedRequests().count().is(0L), details("/fail").responseTime().max().lt(60000));',
      );
      await using execution = await makeExecution(tool, [
        { ...script, content },
        { name: 'bodies/order.json', content: '{"word": "${word}"}' },
        { name: 'plain.json', content: '{"word": "#{word}"}' },
      ]);
      const { samples, conclusion, log } = await run(execution).finally(() => server.close());
      assert.equal(conclusion.exitCode, 2);
      assert.equal(conclusion.errors.length, 1);
      assert.match(
        conclusion.errors[0] ?? '',
        /^Assertion failed: Global: count of failed .* \(actual: 1(\.0)?\)\.$/,
      );
      assert.deepEqual(
        samples.map(({ label, isPassed, code }) => [label, isPassed, code]),
        [
          ['/fail', false, '500'],
          ['missing', false, ''],
          ['Grüße / 日', true, '200'],
          ...files.map(() => ['send', true, '200']),
        ],
      );
      assert.match(samples[0]?.message ?? '', /status\.find.*500/);
      assert.match(samples[1]?.message ?? '', /missing/);
      assert.deepEqual([log.requests.length, log.errors.length], [5, 1]);
      assert.deepEqual(paths, ['/fail', '/ok', '/', '/', '/']);
      assert.deepEqual(bodies, Array(3).fill('{"word": "blue"}'));
      assert.deepEqual(conclusion.warnings, [
        'bodies/order.json: expressions are written #{name} since Gatling 3.7; ${name} was converted.',
      ]);
    });

    it('counts requests in flight when the grace of a stop ends', async () => {
      await using target = await startTarget();
      const script = javaSimulation(target.url, get('"/slow/3600000"'), 'injectOpen(atOnceUsers(3))');
      await using execution = await makeExecution(tool, [script], { stopGraceS: 1 });
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      await until('the requests', () => target.requests.length === 3);
      await tool.stop(execution, 'graceful');
      const { samples, conclusion, log } = await finish(execution);
      assert.deepEqual(conclusion.errors, []);
      assert.equal(samples.length, 3);
      assert.ok(
        samples.every(({ isPassed, message }) => !isPassed && /stopped before the answer/.test(message)),
      );
      assert.equal(log.requests.length, 3);
    });

    it('runs a simulation of a .jar file, lists several, and reports an exception during loading', async () => {
      await using target = await startTarget();
      const toolchain = await toolchainPath(gatlingProject, testContext().cacheDir);
      const simulation = (name: string, body: string) => ({
        name: `${name}.java`,
        content: `public class ${name} extends io.gatling.javaapi.core.Simulation { ${body} }`,
      });
      const sources = [
        javaSimulation(target.url, get('"/from-jar"')),
        simulation('Other', ''),
        simulation('Unready', '{ Integer.parseInt("many"); }'),
      ];
      const upload = {
        name: 'load.jar',
        content: await makeJar(sources, await classPath(toolchain, toolchain)),
      };
      const make = (name?: string) =>
        makeExecution(
          tool,
          [upload],
          name === undefined ? {} : { overrideParameters: `-Dsimulation=${name}` },
        );
      await using several = await make();
      await assert.rejects(
        tool.launch(several),
        broken(/Load, Other, Unready\. Choose one .*-Dsimulation=Load/),
      );
      await using wrong = await make('a.Nothing');
      await assert.rejects(tool.launch(wrong), broken(/a\.Nothing is in none of the uploaded files/));
      await using unready = await make('Unready');
      await assert.rejects(
        tool.launch(unready),
        broken(/failed while it was loaded: java\.lang\.NumberFormatException: .*"many" \(Unready\.java:1\)/),
      );
      await using chosen = await make('Load');
      const { samples } = await run(chosen);
      assert.deepEqual(
        samples.map((sample) => sample.label),
        ['/from-jar'],
      );
    });
  }
});

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../../src/lib/child-process.ts';
import { testContext } from '../../src/tools/execution.fixture.ts';
import { gatlingProject } from '../../src/tools/gatling/project.ts';
import { ensureToolchain } from '../../src/tools/toolchain.ts';
import { type Generator, itemHeaders, itemPath, type Load, originOf, priceRegex } from './load.ts';
import { planVariables, variableHeaders, variablePath } from './plan.ts';
import { startProgram } from './program.ts';
import { selfTimedGenerator } from './self-timed-generator.ts';

/** Plain Gatling, without the additions of the service. */
export async function prepareGatling(load: Load, folder: string): Promise<Generator> {
  const home = await ensureToolchain(gatlingProject, testContext(), console.log);
  const names = await readdir(join(home, 'lib'));
  const jars = names.filter((name) => name.endsWith('.jar') && !name.startsWith('spate-'));
  const own = join(folder, `gatling-${Date.now()}`);
  await mkdir(own);
  const path = [own, ...jars.map((name) => join(home, 'lib', name))].join(':');
  await writeFile(join(own, 'Bench.java'), simulation(load));
  await writeFile(join(own, 'logback.xml'), '<configuration><root level="OFF"/></configuration>');
  const compiled = await runChild('javac', ['-cp', path, '-d', own, join(own, 'Bench.java')]);
  if (compiled.code !== 0) {
    throw new Error(`The simulation does not compile: ${compiled.lines.join('\n')}`);
  }
  const program = await startProgram(
    load.core,
    [
      ...['java', '-Xms1g', '-Xmx1g', '-XX:ActiveProcessorCount=2'],
      '--add-opens=java.base/java.lang=ALL-UNNAMED',
      ...['-Dgatling.data.enableAnalytics=false', '-Dgatling.http.warmUpUrl=', '-cp', path],
      ...['io.gatling.app.Gatling', '-s', 'Bench', '-nr', '-rf', own],
    ],
    { cwd: own },
  );
  return selfTimedGenerator(program, /^> Global\s.*?([\d,]+)/m);
}

function simulation(load: Load): string {
  return `
import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;
import io.gatling.javaapi.core.*;

public class Bench extends Simulation {
  {
    setUp(scenario("Users")${load.isFull ? fullSteps(load) : `.during(${load.seconds}).on(exec(${request(itemPath, itemHeaders)}))`}
      .injectOpen(atOnceUsers(${load.users}))).protocols(http.baseUrl(${text(originOf(load))}));
  }
}
`;
}

const text = (value: string) => JSON.stringify(value);

function request(path: string, headers: readonly [string, string][]): string {
  return `http("get item").get(${text(path)})
    ${headers.map(([name, value]) => `.header(${text(name)}, ${text(value)})`).join('')}
    .check(status().is(200), regex(${text(priceRegex)}).saveAs("price"))`;
}

/** The equivalent of the JMeter plan. */
function fullSteps({ seconds }: Load): string {
  const variables = Object.entries(planVariables).map(
    ([name, value]) => `.set(${text(name)}, ${text(value)})`,
  );
  const named = (value: string) => value.replace(/\$\{/g, '#{');
  const headers = variableHeaders.map(([name, value]): [string, string] => [name, named(value)]);
  return `
    .exec(session -> session${variables.join('')})
    .during(${seconds}).on(
      group("transaction").on(
        doIf(session -> session.getString("id").equals(${text(planVariables.id)})).then(
          pause(java.time.Duration.ZERO),
          exec(${request(named(variablePath), headers)}))))`;
}

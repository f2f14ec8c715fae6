import { needs } from '../../../test/support/needs.ts';
import { testSandbox } from '../execution.fixture.ts';
import { createPlain } from '../sandbox/plain.ts';
import { examineTool, type Scripts } from '../tool.conformance.ts';
import { createGatling } from './gatling.ts';
import { get, javaSimulation, run } from './simulation.fixture.ts';

const property = (name: string) => `System.getProperty("${name}")`;
const told = [
  ...['node_index', 'grid_index', 'node_count', 'threads', 'greeting'].map(property),
  'System.getenv("COLOUR")',
].join(' + "/" + ');

const scripts: Scripts = {
  counted: (target, users, times) => [
    javaSimulation(
      target,
      `.repeat(${times}).on(exec(http("/hello").get("/hello")))`,
      `injectOpen(atOnceUsers(${users}))`,
    ),
  ],
  endless: (target, users) => [
    javaSimulation(
      target,
      '.forever().on(exec(http("/slow").get("/slow/20")))',
      `injectOpen(atOnceUsers(${users}))`,
    ),
  ],
  timed: (target) => [
    javaSimulation(
      target,
      `.during(session -> Duration.ofSeconds(
         Long.getLong("duration") - (session.userId() == 1 ? 0 : Long.getLong("rampup"))
       )).on(exec(http("/slow").get(session -> "/slow/20/" + session.userId())))`,
      // The first user starts at once, the others after the ramp-up.
      'injectOpen(atOnceUsers(1), nothingFor(Long.getLong("rampup")), atOnceUsers(Integer.getInteger("threads") - 1))',
    ),
  ],
  tour: ({ target, named, greeting, places }) => ({
    uploads: [
      { name: 'environment', content: 'COLOUR=blue\n' },
      { name: 'words.csv', content: 'word\none\ntwo\ndrei\n' },
      javaSimulation(
        target,
        `${run(
          'for (int i = 0; i < 20000; i++) { System.out.println("x".repeat(500)); }',
          'StringBuilder seen = new StringBuilder(System.getenv().toString()).append("\\n");',
          `for (String place : List.of(${places.map((place) => JSON.stringify(place)).join(', ')})) {`,
          'try { seen.append(Files.readString(Path.of(place))).append("\\n"); } catch (java.io.IOException e) { } }',
          'Files.writeString(Path.of(System.getenv("FLOOD_RESULTS_PATH"), "seen.txt"), seen);',
          'Files.writeString(Path.of("/data/flood/results/made.txt"), "made");',
        )}
        ${get(`"/told/" + ${told}`)}
        .repeat(3).on(feed(csv("/data/flood/files/words.csv").queue()).exec(http("word").get("/word/#{word}")))
        .exec(http("named").get("${named.origin}/named"))
        ${get('"/fail"')}`,
      ),
    ],
    overrideParameters: `-Dgreeting=${greeting}`,
  }),
  broken: () => ({
    uploads: [
      {
        name: 'Load.java',
        content: 'public class Load extends io.gatling.javaapi.core.Simulation { { noSuchThing(); } }',
      },
    ],
    message: /^Load\.java:1: cannot find symbol/,
  }),
};

examineTool('gatling in bubblewrap', {
  create: createGatling,
  sandbox: testSandbox,
  skip: needs('java', 'maven', 'bubblewrap'),
  scripts,
});
examineTool('gatling as a plain process', {
  create: createGatling,
  sandbox: async () => createPlain('for this test', undefined),
  isVariant: true,
  skip: needs('java', 'maven'),
  scripts,
});

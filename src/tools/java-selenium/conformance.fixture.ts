import type { Scripts } from '../tool.conformance.ts';
import { oldScript, visit } from './script.fixture.ts';
import type { BrowserName } from './settings.ts';

const told = [
  ...['node_index', 'grid_index', 'node_count', 'threads', 'greeting'].map(
    (name) => `System.getProperty("${name}")`,
  ),
  'System.getenv("COLOUR")',
];

/** The scripts of the conformance suite, for one browser. */
export function conformanceScripts(browser: BrowserName): Scripts {
  const script = (target: URL, body: string) => oldScript(target, { browser, body });
  return {
    counted: (target, _users, times) =>
      script(target, `for (int i = 0; i < ${times}; i++) { ${visit('"/hello"')} }`),
    endless: (target) => script(target, `while (driver != null) { ${visit('"/slow/20"')} }`),
    timed: (target) =>
      script(target, `while (driver != null) { ${visit('"/slow/20/" + System.getProperty("thread_id")')} }`),
    told: (target, greeting) => ({
      uploads: [
        { name: 'environment', content: 'COLOUR=blue\n' },
        ...script(target, visit(`"/told/" + ${told.join(' + "/" + ')}`)),
      ],
      overrideParameters: `-Dgreeting=${greeting}`,
    }),
    withFiles: (target) => [
      { name: 'words.csv', content: 'one\ntwo\ndrei\n' },
      ...script(
        target,
        `Files.write(Paths.get(System.getenv("FLOOD_RESULTS_PATH"), "made.txt"), "made".getBytes());
         for (String word : Files.readAllLines(Paths.get(System.getenv("FLOOD_FILES_PATH"), "words.csv"))) {
           ${visit('"/word/" + word')} }`,
      ),
    ],
    failing: (target) => script(target, 'driver.get(target + "/fail"); flood.failed_transaction(driver);'),
    chatty: (target) =>
      script(
        target,
        `String line = String.join("", Collections.nCopies(50, "x"));
         for (int i = 0; i < 200000; i++) { System.out.println(line); }
         ${visit('"/hello"')}`,
      ),
    nosy: (target, places) =>
      script(
        target,
        `StringBuilder seen = new StringBuilder(System.getenv().toString());
         for (String place : new String[] {${places.map((place) => JSON.stringify(place)).join(', ')}}) {
           try { seen.append(new String(Files.readAllBytes(Paths.get(place)))).append("\\n"); } catch (Exception e) { }
         }
         Files.write(Paths.get(System.getenv("FLOOD_RESULTS_PATH"), "seen.txt"), seen.toString().getBytes());
         ${visit('"/hello"')}`,
      ),
    broken: () => [
      {
        name: 'Broken.java',
        content:
          'public class Broken {\n  public static void main(String[] args) {\n    nothing();\n  }\n}\n',
      },
    ],
  };
}

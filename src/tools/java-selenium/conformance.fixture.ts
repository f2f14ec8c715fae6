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
      script(target, `while (driver != null) { ${visit('"/slow/300/" + System.getProperty("thread_id")')} }`),
    tour: ({ target, named, greeting, places }) => ({
      uploads: [
        { name: 'environment', content: 'COLOUR=blue\n' },
        { name: 'words.csv', content: 'one\ntwo\ndrei\n' },
        ...script(
          target,
          `String line = String.join("", Collections.nCopies(500, "x"));
           for (int i = 0; i < 20000; i++) { System.out.println(line); }
           StringBuilder seen = new StringBuilder(System.getenv().toString());
           for (String place : new String[] {${places.map((place) => JSON.stringify(place)).join(', ')}}) {
             try { seen.append(new String(Files.readAllBytes(Paths.get(place)))).append("\\n"); } catch (Exception e) { }
           }
           Files.write(Paths.get(System.getenv("FLOOD_RESULTS_PATH"), "seen.txt"), seen.toString().getBytes());
           Files.write(Paths.get(System.getenv("FLOOD_RESULTS_PATH"), "made.txt"), "made".getBytes());
           ${visit(`"/told/" + ${told.join(' + "/" + ')}`)}
           for (String word : Files.readAllLines(Paths.get(System.getenv("FLOOD_FILES_PATH"), "words.csv"))) {
             ${visit('"/word/" + word')} }
           driver.get("${named.origin}/named"); flood.passed_transaction(driver);
           driver.get(target + "/fail"); flood.failed_transaction(driver);`,
        ),
      ],
      overrideParameters: `-Dgreeting=${greeting}`,
    }),
    broken: () => ({
      uploads: script(new URL('http://127.0.0.1:9'), 'driver.pleaseClick();'),
      message: /Selenium 3\.141\.59.*Shop\.java:\d+: cannot find symbol, symbol method pleaseClick/s,
    }),
  };
}

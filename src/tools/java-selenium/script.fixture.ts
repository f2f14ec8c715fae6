import type { Upload } from '../execution.fixture.ts';

export interface ScriptParts {
  name?: string;
  browser?: 'chrome' | 'firefox';
  imports?: string[];
  /** Runs before the browser is opened. */
  first?: string;
  /** Can use `driver`, `flood` and `target`, a URL without a trailing slash. */
  body: string;
}

/** A script in the style of the hosted service: Selenium 3, a remote driver from the environment, FloodSump. */
export function oldScript(target: URL, parts: ScriptParts): Upload[] {
  const name = parts.name ?? 'Shop';
  const imports = [
    'io.flood.selenium.FloodSump',
    'java.net.URL',
    'java.nio.file.*',
    'java.util.*',
    'java.util.concurrent.TimeUnit',
    'org.openqa.selenium.*',
    'org.openqa.selenium.remote.*',
    ...(parts.imports ?? []),
  ];
  return [
    {
      name: `${name}.java`,
      content: `${imports.map((line) => `import ${line};\n`).join('')}
public class ${name} {
  public static void main(String[] args) throws Exception {
    ${parts.first ?? ''}
    String host = System.getenv("WEBDRIVER_HOST");
    String port = System.getenv("WEBDRIVER_PORT");
    String target = "${target.origin}";
    WebDriver driver = new RemoteWebDriver(
        new URL("http://" + host + ":" + port + "/wd/hub"), DesiredCapabilities.${parts.browser ?? 'chrome'}());
    driver.manage().timeouts().implicitlyWait(5, TimeUnit.SECONDS);
    FloodSump flood = new FloodSump();
    flood.started();
    ${parts.body}
    driver.quit();
    flood.finished();
  }
}
`,
    },
  ];
}

/** One page, reported under the name of its path. */
export const visit = (path: string) => `driver.get(target + ${path}); flood.passed_transaction(driver);`;

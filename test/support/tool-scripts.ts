import type { ToolName } from '../../src/domain/tool.ts';
import { plan } from './plan.ts';

/** A small script for each tool: each user requests one page of the target repeatedly. */
export interface ScriptedVisits {
  port: number;
  path: string;
  /** Number of requests of each user; undefined: until it is stopped. */
  visits: number | undefined;
}

/** The files of a small script, in the usual style of this tool. Every visit is one sample called `Visit`. */
export const toolScripts: Record<ToolName, (visits: ScriptedVisits) => Record<string, string>> = {
  jmeter: ({ port, path, visits }) => ({
    'plan.jmx': plan({
      port,
      path,
      loops: String(visits ?? -1),
      label: 'Visit',
      ...(visits === undefined ? { pauseMs: pauseMs } : {}),
    }),
  }),

  gatling: ({ port, path, visits }) => ({
    'Visits.java': `
import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;

import io.gatling.javaapi.core.*;
import java.time.Duration;

public class Visits extends Simulation {
  ChainBuilder visit = exec(http("Visit").get("${path}"));

  ScenarioBuilder shoppers = scenario("Shoppers")
      ${visits === undefined ? `.forever().on(visit.pause(Duration.ofMillis(${pauseMs})))` : `.repeat(${visits}).on(visit)`};

  {
    setUp(shoppers.injectOpen(atOnceUsers(Integer.getInteger("threads", 1))))
        .protocols(http.baseUrl("http://127.0.0.1:${port}"));
  }
}
`,
  }),

  'java-selenium-chrome': (visits) => seleniumScript('chrome', visits),
  'java-selenium-firefox': (visits) => seleniumScript('firefox', visits),

  'service-chrome': ({ port, path, visits }) => ({
    'visits.ts': `
import { step, TestSettings } from '@flood/element';

export const settings: TestSettings = {
  loopCount: ${visits ?? -1},
  actionDelay: '1ms',
  stepDelay: '${visits === undefined ? pauseMs : 1}ms',
};

export default () => {
  step('Visit', async (browser) => {
    await browser.visit('http://127.0.0.1:${port}${path}');
  });
};
`,
  }),
};

const pauseMs = 200;

function seleniumScript(
  browser: 'chrome' | 'firefox',
  { port, path, visits }: ScriptedVisits,
): Record<string, string> {
  return {
    'Visits.java': `
import io.flood.selenium.FloodSump;
import java.net.URL;
import org.openqa.selenium.remote.DesiredCapabilities;
import org.openqa.selenium.remote.RemoteWebDriver;

public class Visits {
  public static void main(String[] args) throws Exception {
    String hub = "http://" + System.getenv("WEBDRIVER_HOST") + ":" + System.getenv("WEBDRIVER_PORT") + "/wd/hub";
    RemoteWebDriver driver = new RemoteWebDriver(new URL(hub), DesiredCapabilities.${browser}());
    FloodSump flood = new FloodSump();
    flood.started();
    for (int visit = 0; ${visits === undefined ? 'true' : `visit < ${visits}`}; visit++) {
      driver.get("http://127.0.0.1:${port}${path}");
      flood.passed_transaction(driver, "Visit");
      ${visits === undefined ? `Thread.sleep(${pauseMs});` : ''}
    }
    ${visits === undefined ? '' : 'driver.quit(); flood.finished();'}
  }
}
`,
  };
}

import type { Upload } from '../execution.fixture.ts';

/** A simulation in Java, which compiles much faster than one in Scala: `chain` after `scenario("Load")`, `inject` for its users. */
export function javaSimulation(
  target: URL,
  chain: string,
  inject = 'injectOpen(atOnceUsers(1))',
  fields = '',
): Upload {
  const content = `
    import static io.gatling.javaapi.core.CoreDsl.*;
    import static io.gatling.javaapi.http.HttpDsl.*;
    import io.gatling.javaapi.core.*;
    import java.nio.file.*;
    import java.time.Duration;
    import java.util.*;

    public class Load extends Simulation {
      ${fields}
      {
        setUp(scenario("Load")${chain}.${inject}).protocols(http.baseUrl("${target.origin}"));
      }
    }`;
  return { name: 'Load.java', content };
}

/** A step that requests a path, labelled with it; `path` is an expression in Java. */
export const get = (path: string) => `.exec(http(${path}).get(${path}))`;

/** A step that runs statements. */
export const run = (...statements: string[]) =>
  `.exec(session -> { try { ${statements.join(' ')} } catch (Exception e) { throw new RuntimeException(e); } return session; })`;

/** A simulation in Scala: `body` of the class. */
export function scalaSimulation(target: URL, body: string, imports = ''): Upload {
  const content = `import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._
${imports}
class Load extends Simulation {
  val target = "${target.origin}"
${body}
}
`;
  return { name: 'Load.scala', content };
}

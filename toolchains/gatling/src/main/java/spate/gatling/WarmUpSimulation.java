package spate.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;

/** A few requests to our own {@link WarmUpServer}, so that classes are loaded before the first measured requests. */
public final class WarmUpSimulation extends Simulation {
    public WarmUpSimulation() {
        setUp(scenario("warm up")
                .repeat(10).on(exec(http("warm up").get("/").check(status().is(200))))
                .injectOpen(atOnceUsers(2)))
                .protocols(http.baseUrl(System.getProperty("gatling.http.warmUpUrl")));
    }
}

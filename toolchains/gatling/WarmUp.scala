import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/**
 * A small typical simulation, run once: the classes it loads are archived, so that later simulations start faster.
 */
class WarmUp extends Simulation {
  val protocol = http.baseUrl("http://127.0.0.1:" + System.getProperty("port")).acceptHeader("*/*")
  val visits = scenario("Warm up").repeat(3, "n") {
    feed(Iterator.continually(Map("word" -> "hello")))
      .group("Group") {
        exec(http("get").get("/#{word}").check(status.is(200), jsonPath("$.greeting").saveAs("greeting")))
      }
      .doIf(session => session.contains("greeting")) {
        exec(http("post").post("/").body(StringBody("""{"a": "#{greeting}"}""")).asJson.check(regex("hello").exists))
      }
      .pause(1.millisecond, 2.milliseconds)
  }
  setUp(visits.inject(rampUsers(2).during(100.milliseconds))).protocols(protocol)
    .assertions(global.successfulRequests.percent.gt(1.0))
}

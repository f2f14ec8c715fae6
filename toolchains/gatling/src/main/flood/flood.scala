import spate.gatling.OldSyntax

/**
 * Imported by scripts of the hosted service. A package object, because a simulation in a named package cannot import
 * an object of the default package.
 */
package object flood extends OldSyntax {
  import io.gatling.core.Predef._
  import io.gatling.http.Predef._

  val httpConfigFlood: io.gatling.http.protocol.HttpProtocolBuilder = http

  lazy val threads: Int = Integer.getInteger("threads", 1)
  lazy val rampup: Int = Integer.getInteger("rampup", 0)
  lazy val duration: Int = Integer.getInteger("duration", 60)
  lazy val uuid: String = System.getProperty("uuid", "")
}

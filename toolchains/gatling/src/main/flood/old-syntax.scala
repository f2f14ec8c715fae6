package spate.gatling

import scala.concurrent.duration.FiniteDuration
import scala.language.dynamics

import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.core.assertion.AssertionWithPathAndTarget
import io.gatling.core.body.{ BodyWithStringExpression, ElFileBodies }
import io.gatling.core.check.CheckBuilder
import io.gatling.core.controller.inject.open._
import io.gatling.core.feeder.FileBasedFeederBuilder
import io.gatling.core.session.{ Expression, Session, SessionAttribute }
import io.gatling.http.Predef._
import io.gatling.http.protocol.HttpProtocolBuilder
import io.gatling.http.request.builder.HttpRequestBuilder

/** Names of Gatling 2. Imported into scripts that use them, so that they compile unchanged. */
object OldSyntax extends OldSyntax

trait OldSyntax {
  implicit class OldHttpProtocol(protocol: HttpProtocolBuilder) {
    def baseURL(url: String): HttpProtocolBuilder = protocol.baseUrl(url)
    def baseURLs(urls: String*): HttpProtocolBuilder = protocol.baseUrls(urls.toList)
    def baseURLs(urls: List[String]): HttpProtocolBuilder = protocol.baseUrls(urls)
    def silentURI(pattern: String): HttpProtocolBuilder = protocol.silentUri(pattern)
    /** Parameter order of Gatling 2's recorder. */
    def inferHtmlResources(deny: io.gatling.core.filter.DenyList, allow: io.gatling.core.filter.AllowList): HttpProtocolBuilder =
      protocol.inferHtmlResources(allow, deny)
    def disableResponseChunksDiscarding: HttpProtocolBuilder = protocol
    def extraInfoExtractor(extractor: OldExtraInfo => Any): HttpProtocolBuilder = protocol
    def disableClientSharing: HttpProtocolBuilder = protocol
  }

  implicit class OldHttpRequest(request: HttpRequestBuilder) {
    def asJSON: HttpRequestBuilder = request.asJson
    def asXML: HttpRequestBuilder = request.asXml
    def extraInfoExtractor(extractor: OldExtraInfo => Any): HttpRequestBuilder = request
  }

  /** Gatling now loads large files in batches automatically. */
  implicit class OldFileFeeder[T](feeder: FileBasedFeederBuilder[T]) {
    def batch: FileBasedFeederBuilder[T] = feeder
    def batch(bufferSize: Int): FileBasedFeederBuilder[T] = feeder
    def eager: FileBasedFeederBuilder[T] = feeder
  }

  implicit class OldRamp(ramp: OpenInjectionBuilder.Ramp) {
    def over(d: FiniteDuration): OpenInjectionStep = ramp.during(d)
  }

  implicit class OldStressPeak(peak: OpenInjectionBuilder.StressPeak) {
    def over(d: FiniteDuration): OpenInjectionStep = peak.during(d)
  }

  implicit class OldConstantRate(rate: OpenInjectionBuilder.ConstantRate) {
    def over(d: FiniteDuration): ConstantRateOpenInjection = rate.during(d)
  }

  implicit class OldRampRate(ramp: OpenInjectionBuilder.RampRate.During) {
    def over(d: FiniteDuration): RampRateOpenInjection = ramp.during(d)
  }

  def heavisideUsers(users: Int): OpenInjectionBuilder.StressPeak = stressPeakUsers(users)

  def ELFileBody(filePath: Expression[String])(implicit bodies: ElFileBodies): BodyWithStringExpression =
    ElFileBody(filePath)(bodies)

  def WhiteList(patterns: String*): io.gatling.core.filter.AllowList = AllowList(patterns: _*)
  def BlackList(patterns: String*): io.gatling.core.filter.DenyList = DenyList(patterns: _*)

  implicit class OldAssertion[T](assertion: AssertionWithPathAndTarget[T]) {
    def greaterThan(threshold: T): Assertion = assertion.gt(threshold)
    def greaterThanOrEqual(threshold: T): Assertion = assertion.gte(threshold)
    def lessThan(threshold: T): Assertion = assertion.lt(threshold)
    def lessThanOrEqual(threshold: T): Assertion = assertion.lte(threshold)
  }

  implicit class OldCheck[T, P, X](check: CheckBuilder.Validate[T, P, X]) {
    def greaterThan(expected: Expression[X])(implicit ordering: Ordering[X]): CheckBuilder.Final[T, P] = check.gt(expected)
    def greaterThanOrEqual(expected: Expression[X])(implicit ordering: Ordering[X]): CheckBuilder.Final[T, P] = check.gte(expected)
    def lessThan(expected: Expression[X])(implicit ordering: Ordering[X]): CheckBuilder.Final[T, P] = check.lt(expected)
    def lessThanOrEqual(expected: Expression[X])(implicit ordering: Ordering[X]): CheckBuilder.Final[T, P] = check.lte(expected)
  }

  implicit class OldFind[T, P, X](check: CheckBuilder.Find[T, P, X]) {
    def greaterThan(expected: Expression[X])(implicit ordering: Ordering[X]): CheckBuilder.Final[T, P] = check.find.gt(expected)
    def greaterThanOrEqual(expected: Expression[X])(implicit ordering: Ordering[X]): CheckBuilder.Final[T, P] = check.find.gte(expected)
    def lessThan(expected: Expression[X])(implicit ordering: Ordering[X]): CheckBuilder.Final[T, P] = check.find.lt(expected)
    def lessThanOrEqual(expected: Expression[X])(implicit ordering: Ordering[X]): CheckBuilder.Final[T, P] = check.find.lte(expected)
  }

  implicit class OldSession(session: Session) {
    def get(name: String): SessionAttribute = session(name)
  }
}

/** Argument of an extraInfoExtractor. The function is never called, so any use of it only has to compile. */
final class OldExtraInfo extends Dynamic {
  def selectDynamic(name: String): OldExtraInfo = this
  def applyDynamic(name: String)(arguments: Any*): OldExtraInfo = this
}

package spate.gatling;

import java.util.concurrent.atomic.AtomicInteger;

import io.gatling.commons.stats.Status;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.session.GroupBlock;
import io.gatling.core.stats.StatsEngine;

import scala.Option;
import scala.Some;
import scala.collection.immutable.List;

/**
 * Writes each response as a sample and passes everything to Gatling's own engine, which writes simulation.log. Groups
 * are part of the labels of their requests; the end of a group is not a sample, because the target counts requests.
 */
final class CountedStats implements StatsEngine {
    /**
     * Limit of an error message, which may quote a whole response. The service keeps fewer characters, after masking
     * secrets, and Gatling's writer of simulation.log fails above 8,187 bytes.
     */
    private static final int MAX_MESSAGE = 2_000;

    private final StatsEngine engine;
    private final SampleLog samples;
    private final ErrorSamples errorSamples;
    private final LoggedErrors loggedErrors = new LoggedErrors();
    private final AtomicInteger users = new AtomicInteger();

    CountedStats(StatsEngine engine, SampleLog samples, ErrorSamples errorSamples) {
        this.engine = engine;
        this.samples = samples;
        this.errorSamples = errorSamples;
    }

    /** Virtual users that have started and not ended. */
    int users() {
        return users.get();
    }

    @Override
    public void start() {
        engine.start();
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public void stop(ActorRef controller, Option exception) {
        samples.flush();
        engine.stop(controller, exception);
    }

    @Override
    public void logUserStart(String scenario) {
        users.incrementAndGet();
        engine.logUserStart(scenario);
    }

    @Override
    public void logUserEnd(String scenario) {
        users.decrementAndGet();
        engine.logUserEnd(scenario);
    }

    @Override
    public void logResponse(String scenario, List<String> groups, String requestName, long startTimestamp,
            long endTimestamp, Status status, Option<String> responseCode, Option<String> message) {
        Exchange exchange = Exchange.takeCurrent();
        // Gatling reports no start for requests that failed before they were sent.
        long startedAtMs = startTimestamp > 0 ? startTimestamp : endTimestamp;
        boolean isPassed = "OK".equals(status.name());
        String label = label(groups, requestName);
        String error = isPassed ? "" : shortened(text(message));
        long elapsedMicros = exchange == null ? Math.max(0, endTimestamp - startedAtMs) * 1000 : exchange.elapsedMicros();
        samples.write(label, startedAtMs, elapsedMicros,
                exchange == null ? 0 : exchange.latencyMicros(),
                exchange == null ? 0 : exchange.connectMicros(),
                isPassed, text(responseCode), error,
                exchange == null ? 0 : exchange.bytesIn(), users.get());
        if (!isPassed) {
            errorSamples.add(label, text(responseCode), error, startedAtMs, elapsedMicros, exchange);
        }
        engine.logResponse(scenario, groups, requestName, startedAtMs, endTimestamp, status, responseCode,
                error.isEmpty() ? message : new Some<>(loggedErrors.textFor(error)));
    }

    @Override
    public void logGroupEnd(String scenario, GroupBlock groupBlock, long exitTimestamp) {
        engine.logGroupEnd(scenario, groupBlock, exitTimestamp);
    }

    /** A request that could not be built: it never reached the target, but is reported as a failure. */
    @Override
    public void logRequestCrash(String scenario, List<String> groups, String requestName, String error) {
        long nowMs = System.currentTimeMillis();
        String label = label(groups, requestName);
        String shortError = shortened(error);
        samples.write(label, nowMs, 0, 0, 0, false, "", shortError, 0, users.get());
        errorSamples.add(label, "", shortError, nowMs, 0, null);
        engine.logRequestCrash(scenario, groups, requestName, loggedErrors.textFor(shortError));
    }

    private static String label(List<String> groups, String requestName) {
        return groups.isEmpty() ? requestName : groups.mkString(" / ") + " / " + requestName;
    }

    private static String shortened(String message) {
        return message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) : message;
    }

    private static String text(Option<String> option) {
        return option.isEmpty() ? "" : option.get();
    }
}

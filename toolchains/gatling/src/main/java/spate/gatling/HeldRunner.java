package spate.gatling;

import java.io.IOException;

import io.gatling.app.Runner;
import io.gatling.commons.util.DefaultClock;
import io.gatling.core.CoreComponents;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.actor.ActorSystem;
import io.gatling.core.cli.GatlingArgs;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.controller.inject.PopulationFlows;
import io.gatling.core.scenario.Population;
import io.gatling.core.scenario.SimulationParams;
import io.gatling.core.stats.StatsEngine;
import io.gatling.core.stats.writer.RunMessage;
import io.netty.channel.EventLoopGroup;

import scala.runtime.BoxedUnit;
import scala.util.Try;

/**
 * Gatling's runner, held at a barrier once everything is loaded, with each response written as a sample, and with a
 * graceful stop.
 */
final class HeldRunner extends Runner {
    static final int EXIT_NEVER_RELEASED = 75;
    private static final String COMMAND = "io.gatling.core.controller.Controller$Command$";
    private static final long WATCH_MS = 20;
    private static final long INTERRUPTED_MS = 2000;

    private final Control control = new Control();
    private final SampleLog samples;
    private final ErrorSamples errorSamples;
    private final Runnable onLoaded;
    private CountedStats stats;

    HeldRunner(ActorSystem system, EventLoopGroup eventLoopGroup, GatlingArgs args, GatlingConfiguration configuration,
            SampleLog samples, ErrorSamples errorSamples, Runnable onLoaded) {
        super(system, eventLoopGroup, new DefaultClock(), args, configuration);
        this.samples = samples;
        this.errorSamples = errorSamples;
        this.onLoaded = onLoaded;
    }

    @Override
    public StatsEngine newStatsEngine(SimulationParams simulationParams, RunMessage runMessage) {
        stats = new CountedStats(super.newStatsEngine(simulationParams, runMessage), samples, errorSamples);
        return stats;
    }

    @Override
    public Try<BoxedUnit> start(SimulationParams simulationParams, CoreComponents coreComponents,
            PopulationFlows<String, Population> populationFlows) {
        LeasedFile.checkFeeders();
        onLoaded.run();
        try {
            control.sayReady();
            switch (control.awaitStart()) {
                case STOP:
                    System.out.println("Stopped before the start");
                    Runtime.getRuntime().halt(0);
                    break;
                case NOTHING:
                    Runtime.getRuntime().halt(EXIT_NEVER_RELEASED);
                    break;
                default:
            }
        } catch (IOException | InterruptedException e) {
            System.out.println("spate: the run could not be held until its start: " + e);
            Runtime.getRuntime().halt(EXIT_NEVER_RELEASED);
        }
        LeasedFile.start();
        Thread watch = new Thread(() -> watch(coreComponents.controller()), "spate-watch");
        watch.setDaemon(true);
        watch.start();
        return super.start(simulationParams, coreComponents, populationFlows);
    }

    @Override
    public void displayVersionWarning() {
        // The service pins the version.
    }

    private void watch(ActorRef<?> controller) {
        try {
            long graceMs;
            boolean isOutOfRows;
            do {
                Thread.sleep(WATCH_MS);
                graceMs = control.graceMs();
                isOutOfRows = LeasedFile.areAllWaiting(stats::users);
            } while (graceMs < 0 && !isOutOfRows);
            System.out.println(graceMs < 0 ? "All virtual users wait for rows" : "Stop requested by the service");
            Traffic.stop();
            if (!Traffic.awaitEnd(Math.max(graceMs, 0))) {
                System.out.println("Stopping now: requests were still in flight");
                Traffic.interrupt();
                Traffic.awaitEnd(INTERRUPTED_MS);
            }
            samples.flush();
            stop(controller);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            System.out.println("spate: the control file cannot be read; the run continues without it: " + e);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void stop(ActorRef controller) {
        controller.$bang(stopMessage());
    }

    /** A Scala class whose name is not valid in Java. */
    private static Object stopMessage() {
        try {
            return Class.forName(COMMAND + "StopLoadGenerator").getConstructor(String.class, boolean.class)
                    .newInstance("the service asked for it", false);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This is not the Gatling that was expected", e);
        }
    }

    /** A Scala object whose name is not valid in Java. */
    static Object controllerMessage(String name) {
        try {
            return Class.forName(COMMAND + name).getField("MODULE$").get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This is not the Gatling that was expected", e);
        }
    }
}

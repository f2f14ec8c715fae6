package spate.gatling;

import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

import io.gatling.app.Runner;
import io.gatling.commons.stats.Status;
import io.gatling.commons.util.DefaultClock;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.actor.ActorSystem;
import io.gatling.core.cli.GatlingArgs;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.scenario.SimulationParams;
import io.gatling.core.session.GroupBlock;
import io.gatling.core.stats.StatsEngine;
import io.gatling.core.stats.writer.RunMessage;
import io.gatling.netty.util.Transports;
import io.netty.channel.EventLoopGroup;

import scala.Console$;
import scala.Option;
import scala.Some;
import scala.collection.immutable.List;

/** Runs {@link WarmUpSimulation} before the real one is loaded; its requests are neither counted nor recorded. */
final class WarmUp {
    private WarmUp() {
    }

    static void run(GatlingConfiguration configuration) {
        ActorSystem system = new ActorSystem();
        EventLoopGroup eventLoopGroup = Transports.newEventLoopGroup(configuration.netty().useNativeTransport(),
                configuration.netty().useIoUring(), 0, "warm-up");
        GatlingArgs args = new GatlingArgs(new Some<>(WarmUpSimulation.class.getName()), Option.empty(), true,
                Option.empty(), Option.empty(), Option.empty(), Option.empty());
        try {
            // Its start message on standard output would be confusing.
            Console$.MODULE$.withOut(OutputStream.nullOutputStream(),
                    () -> new UncountedRunner(system, eventLoopGroup, args, configuration).run());
        } catch (RuntimeException e) {
            System.out.println("The warm-up failed, the first requests may be slower: " + e);
        } finally {
            system.close();
            eventLoopGroup.shutdownGracefully(0, 1, TimeUnit.MILLISECONDS).awaitUninterruptibly();
        }
    }

    private static final class UncountedRunner extends Runner {
        UncountedRunner(ActorSystem system, EventLoopGroup eventLoopGroup, GatlingArgs args,
                GatlingConfiguration configuration) {
            super(system, eventLoopGroup, new DefaultClock(), args, configuration);
        }

        @Override
        public StatsEngine newStatsEngine(SimulationParams simulationParams, RunMessage runMessage) {
            return new Uncounted();
        }

        @Override
        public void displayVersionWarning() {
            // The service pins the version.
        }
    }

    private static final class Uncounted implements StatsEngine {
        @Override
        public void start() {
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public void stop(ActorRef controller, Option exception) {
            controller.$bang(HeldRunner.controllerMessage("StatsEngineStopped$"));
        }

        @Override
        public void logUserStart(String scenario) {
        }

        @Override
        public void logUserEnd(String scenario) {
        }

        @Override
        public void logResponse(String scenario, List<String> groups, String requestName, long startTimestamp,
                long endTimestamp, Status status, Option<String> responseCode, Option<String> message) {
        }

        @Override
        public void logGroupEnd(String scenario, GroupBlock groupBlock, long exitTimestamp) {
        }

        @Override
        public void logRequestCrash(String scenario, List<String> groups, String requestName, String error) {
        }
    }
}

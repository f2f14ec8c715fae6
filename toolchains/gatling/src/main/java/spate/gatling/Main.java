package spate.gatling;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import io.gatling.app.RunResult;
import io.gatling.app.RunResultProcessor;
import io.gatling.core.actor.ActorSystem;
import io.gatling.core.cli.GatlingArgs;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.netty.util.Transports;
import io.netty.channel.EventLoopGroup;

import scala.Option;
import scala.Some;

/**
 * Runs one simulation like {@code io.gatling.app.Gatling}; see {@link HeldRunner} for the differences. Output lines
 * with the prefix {@code spate: } report problems. Exit codes: 0, 2 when an assertion failed, 66 when the simulation
 * cannot be loaded, 1 when the run crashed.
 */
public final class Main {
    private static final int EXIT_NOT_LOADED = 66;
    private static final int EXIT_CRASHED = 1;
    private static volatile boolean isLoaded;

    private Main() {
    }

    public static void main(String[] args) {
        int code;
        try {
            code = run(choose(System.getProperty("spate.simulation", "")));
        } catch (Throwable e) {
            code = explain(e);
        }
        System.out.flush();
        // Threads left over from a script must not block the end of the run.
        Runtime.getRuntime().halt(code);
    }

    private static String choose(String asked) throws IOException {
        if (!asked.isEmpty()) {
            return asked;
        }
        TreeSet<String> found = Simulations.in(System.getProperty("spate.jars", ""));
        if (found.size() == 1) {
            return found.first();
        }
        if (found.isEmpty()) {
            throw new NotLoadedException("None of the uploaded .jar files holds a simulation: a class that extends Simulation and can be made without arguments.");
        }
        throw new NotLoadedException("The uploaded .jar files hold several simulations: " + String.join(", ", found)
                + ". Choose one with override_parameters, such as -Dsimulation=" + found.first() + ".");
    }

    private static int run(String simulation) throws IOException {
        SampleLog samples = new SampleLog(System.getProperty("spate.samples"));
        ErrorSamples errorSamples = new ErrorSamples(System.getProperty("spate.errors"));
        WarmUpServer warmUp = new WarmUpServer();
        System.setProperty("gatling.http.warmUpUrl", warmUp.url());
        GatlingConfiguration configuration = GatlingConfiguration.load();
        WarmUp.run(configuration);
        GatlingArgs args = new GatlingArgs(new Some<>(simulation), Option.empty(), true, Option.empty(),
                new Some<>(Path.of(System.getProperty("spate.results"))), Option.empty(), Option.empty());
        ActorSystem system = new ActorSystem();
        EventLoopGroup eventLoopGroup = Transports.newEventLoopGroup(configuration.netty().useNativeTransport(),
                configuration.netty().useIoUring(), 0, "gatling");
        RunResult result;
        try {
            result = new HeldRunner(system, eventLoopGroup, args, configuration, samples, errorSamples, () -> {
                warmUp.close();
                isLoaded = true;
            }).run();
        } finally {
            samples.flush();
            system.close();
            eventLoopGroup.shutdownGracefully(0, configuration.core().shutdownTimeout(), TimeUnit.MILLISECONDS)
                    .awaitUninterruptibly();
            samples.flush();
        }
        return new RunResultProcessor(args, configuration).processRunResult(result).code();
    }

    private static int explain(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof InvocationTargetException || cause instanceof ExceptionInInitializerError) {
            cause = cause.getCause();
        }
        if (cause instanceof NotLoadedException) {
            System.out.println("spate: " + cause.getMessage());
            return EXIT_NOT_LOADED;
        }
        cause.printStackTrace(System.out);
        System.out.println("spate: " + (isLoaded ? describe(cause) : describeLoading(cause)));
        return isLoaded ? EXIT_CRASHED : EXIT_NOT_LOADED;
    }

    private static String describeLoading(Throwable cause) {
        if (cause instanceof ClassNotFoundException) {
            return "The simulation " + cause.getMessage() + " is in none of the uploaded files.";
        }
        if (cause instanceof NoSuchMethodException) {
            return "The simulation cannot be made: it needs a public constructor without arguments.";
        }
        if (cause instanceof LinkageError) {
            return "The simulation needs something that is not there: " + describe(cause)
                    + ". If it was compiled for an older Gatling, upload its sources instead of the .jar file.";
        }
        return "The simulation failed while it was loaded: " + describe(cause) + place(cause);
    }

    private static String describe(Throwable cause) {
        String message = cause.getMessage();
        String type = cause.getClass().getName();
        return message == null ? type : cause.getClass() == Exception.class ? message : type + ": " + message.replace('\n', ' ');
    }

    /** The first stack frame of the script. */
    private static String place(Throwable cause) {
        for (StackTraceElement frame : cause.getStackTrace()) {
            String type = frame.getClassName();
            if (!type.matches("(io\\.gatling|scala|java|javax|jdk|sun|spate)\\..*") && frame.getFileName() != null) {
                return " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
            }
        }
        return "";
    }
}

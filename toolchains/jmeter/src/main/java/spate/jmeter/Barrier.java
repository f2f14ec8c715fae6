package spate.jmeter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.testelement.TestStateListener;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterVariables;
import org.apache.jmeter.util.JMeterUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the test when everything is loaded and every listener is open, before the first thread group starts. The
 * engine calls registered listeners last and waits for each, so nothing of the test runs during the wait.
 *
 * <p>Creates the file {@code spate.ready}, then executes the command in the file {@code spate.control}, see {@link
 * Control}. Times out after {@code spate.hold.seconds}.
 */
public final class Barrier implements TestStateListener {
    static final int EXIT_NEVER_RELEASED = 75;
    private static final Logger log = LoggerFactory.getLogger(Barrier.class);
    private static final AtomicBoolean installed = new AtomicBoolean();
    private static final long POLL_MS = 4;
    private static final long LOOK_AGAIN_MS = 50;

    private final Path ready;
    private final Control control;
    private final long holdMs;

    private Barrier(String ready, String control) {
        this.ready = Path.of(ready);
        this.control = new Control(Path.of(control));
        this.holdMs = Long.getLong("spate.hold.seconds", 3600L) * 1000L;
    }

    /** No effect outside of the service, where the two properties are not set. */
    static void install() {
        String ready = System.getProperty("spate.ready");
        String control = System.getProperty("spate.control");
        if (ready != null && control != null && installed.compareAndSet(false, true)) {
            StandardJMeterEngine.register(new Barrier(ready, control));
        }
    }

    @Override
    public void testStarted() {
        Watch watch = new Watch(control, System.getProperty("spate.results"));
        try {
            String leased = System.getProperty("spate.leased");
            if (leased != null) {
                LeasedFiles.install(leased);
            }
            sayReady();
            awaitStart();
        } catch (IOException e) {
            log.error("The test could not be held until its start", e);
            System.err.println("spate: a file could not be written before the start: " + e);
            Runtime.getRuntime().halt(Watch.EXIT_RESULTS_LOST);
        } catch (InterruptedException e) {
            log.error("The test could not be held until its start", e);
            Runtime.getRuntime().halt(EXIT_NEVER_RELEASED);
        }
        restartClock();
        watch.start();
    }

    private void sayReady() throws IOException {
        Path unfinished = ready.resolveSibling(ready.getFileName() + ".new");
        Files.write(unfinished, Long.toString(System.currentTimeMillis()).getBytes(StandardCharsets.UTF_8));
        Files.move(unfinished, ready, StandardCopyOption.ATOMIC_MOVE);
        log.info("Loaded; waiting for the common start");
    }

    /** Polls until shortly before a future start, because a stop may replace it. */
    private void awaitStart() throws IOException, InterruptedException {
        long giveUpAt = System.nanoTime() + holdMs * 1_000_000L;
        long startAt = 0;
        boolean isKnown = false;
        while (true) {
            Control.Order order = control.read();
            if (order.isStop()) {
                log.info("Stopped before the start");
                Runtime.getRuntime().halt(0);
            }
            if (order.isStart()) {
                if (!isKnown) {
                    // Uses nanoTime, because the clock of the machine may be changed during the wait.
                    startAt = System.nanoTime() + (order.number() - System.currentTimeMillis()) * 1_000_000L;
                    isKnown = true;
                }
                long leftMs = (startAt - System.nanoTime() + 999_999L) / 1_000_000L;
                if (leftMs <= 0) {
                    return;
                }
                Thread.sleep(Math.min(leftMs, LOOK_AGAIN_MS));
            } else if (System.nanoTime() > giveUpAt) {
                log.error("No start within {} s", holdMs / 1000);
                Runtime.getRuntime().halt(EXIT_NEVER_RELEASED);
            } else {
                Thread.sleep(POLL_MS);
            }
        }
    }

    /** Plans and plugins that read the start time of the test expect the common start, not the time of loading. */
    private static void restartClock() {
        JMeterContextService.endTest();
        JMeterContextService.startTest();
        JMeterVariables variables = JMeterContextService.getContext().getVariables();
        if (variables != null) {
            variables.put("TESTSTART.MS", JMeterUtils.getProperty("TESTSTART.MS"));
        }
    }

    @Override
    public void testStarted(String host) {
        testStarted();
    }

    @Override
    public void testEnded() {
        Watch.checkAtEnd();
    }

    @Override
    public void testEnded(String host) {
        testEnded();
    }
}

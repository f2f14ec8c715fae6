package spate.jmeter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
 * Holds the test when all is loaded and every listener is open, before the first thread group starts. The engine calls
 * registered listeners last and waits for each, so nothing of the test runs while this one waits.
 *
 * <p>Says so by making the file {@code spate.ready}; goes on when the file {@code spate.release} holds
 * {@code start <epoch ms>}, at that instant; ends JMeter when it holds {@code stop}, or after {@code spate.hold.seconds}.
 */
public final class Barrier implements TestStateListener {
    static final int EXIT_NEVER_RELEASED = 75;
    private static final Logger log = LoggerFactory.getLogger(Barrier.class);
    private static final AtomicBoolean installed = new AtomicBoolean();
    private static final long POLL_MS = 4;

    private final Path ready;
    private final Path release;
    private final long holdMs;

    private Barrier(String ready, String release) {
        this.ready = Path.of(ready);
        this.release = Path.of(release);
        this.holdMs = Long.getLong("spate.hold.seconds", 3600L) * 1000L;
    }

    /** Does nothing outside of the service, where the two properties are not set. */
    static void install() {
        String ready = System.getProperty("spate.ready");
        String release = System.getProperty("spate.release");
        if (ready != null && release != null && installed.compareAndSet(false, true)) {
            StandardJMeterEngine.register(new Barrier(ready, release));
        }
    }

    @Override
    public void testStarted() {
        try {
            sayReady();
            await(readRelease());
        } catch (IOException | InterruptedException e) {
            log.error("The test could not be held until its start", e);
            Runtime.getRuntime().halt(EXIT_NEVER_RELEASED);
        }
        restartClock();
        ResultFileWatch.start(System.getProperty("spate.results"));
    }

    private void sayReady() throws IOException {
        Path unfinished = ready.resolveSibling(ready.getFileName() + ".new");
        Files.write(unfinished, Long.toString(System.currentTimeMillis()).getBytes(StandardCharsets.UTF_8));
        Files.move(unfinished, ready, StandardCopyOption.ATOMIC_MOVE);
        log.info("Loaded; waiting for the common start");
    }

    private long readRelease() throws IOException, InterruptedException {
        long giveUpAt = System.nanoTime() + holdMs * 1_000_000L;
        while (System.nanoTime() < giveUpAt) {
            Long atMs = releasedAtMs();
            if (atMs != null) {
                return atMs;
            }
            Thread.sleep(POLL_MS);
        }
        log.error("No start within {} s", holdMs / 1000);
        Runtime.getRuntime().halt(EXIT_NEVER_RELEASED);
        throw new IllegalStateException("halted");
    }

    /** Looks again from time to time: a start that lies ahead can still be turned into a stop. */
    private void await(long atMs) throws IOException, InterruptedException {
        for (long leftMs = atMs - System.currentTimeMillis(); leftMs > 0; leftMs = atMs - System.currentTimeMillis()) {
            Thread.sleep(Math.min(leftMs, 50));
            if (leftMs > 100) {
                releasedAtMs();
            }
        }
    }

    private Long releasedAtMs() throws IOException {
        String text;
        try {
            text = Files.readString(release).trim();
        } catch (NoSuchFileException e) {
            return null;
        }
        if (text.equals("stop")) {
            log.info("Stopped before the start");
            Runtime.getRuntime().halt(0);
        }
        return text.startsWith("start ") ? Long.valueOf(text.substring("start ".length())) : null;
    }

    /** Plans and plugins that ask when the test began mean the common start, not the moment of loading. */
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
        ResultFileWatch.checkAtEnd();
    }

    @Override
    public void testEnded(String host) {
        testEnded();
    }
}

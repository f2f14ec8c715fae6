package spate.gatling;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The two files exchanged with the service: one created when everything is loaded, and one that contains {@code start
 * <epoch ms>} or {@code stop <grace in ms>}. The latter is replaced atomically, so it is never partially written.
 */
final class Control {
    private static final long POLL_MS = 4;
    private static final long LOOK_AGAIN_MS = 50;
    private final Path ready = Path.of(System.getProperty("spate.ready"));
    private final Path control = Path.of(System.getProperty("spate.control"));
    private final long holdMs = Long.getLong("spate.hold.seconds", 3600L) * 1000L;

    void sayReady() throws IOException {
        Path unfinished = ready.resolveSibling(ready.getFileName() + ".new");
        Files.write(unfinished, Long.toString(System.currentTimeMillis()).getBytes(StandardCharsets.UTF_8));
        Files.move(unfinished, ready, StandardCopyOption.ATOMIC_MOVE);
    }

    enum Answer {
        START, STOP, NOTHING
    }

    /** Polls until shortly before a future start, because a stop may replace it. */
    Answer awaitStart() throws IOException, InterruptedException {
        long giveUpAt = System.nanoTime() + holdMs * 1_000_000L;
        long startAt = 0;
        boolean isKnown = false;
        while (System.nanoTime() < giveUpAt) {
            if (graceMs() >= 0) {
                return Answer.STOP;
            }
            long atMs = order("start ");
            if (atMs >= 0 && !isKnown) {
                // Uses nanoTime, because the clock of the machine may be changed during the wait.
                startAt = System.nanoTime() + (atMs - System.currentTimeMillis()) * 1_000_000L;
                isKnown = true;
            }
            long aheadMs = (startAt - System.nanoTime() + 999_999L) / 1_000_000L;
            if (isKnown && aheadMs <= 0) {
                return Answer.START;
            }
            Thread.sleep(isKnown ? Math.min(aheadMs, LOOK_AGAIN_MS) : POLL_MS);
        }
        return Answer.NOTHING;
    }

    /** Grace for requests in flight, in ms, once a stop was requested; negative before. */
    long graceMs() throws IOException {
        return order("stop ");
    }

    private long order(String word) throws IOException {
        try {
            String text = new String(Files.readAllBytes(control), StandardCharsets.UTF_8);
            return text.startsWith(word) ? Long.parseLong(text.substring(word.length()).trim()) : -1;
        } catch (NoSuchFileException e) {
            return -1;
        }
    }
}

package spate.gatling;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The sample log read by the service, one JSON array per line. Up to a few thousand samples per second are written
 * one by one before their user continues, so that a killed JVM loses none; above that rate they are written every few
 * milliseconds, so that writing does not reduce the load.
 */
final class SampleLog {
    static final int EXIT_SAMPLES_LOST = 74;
    private static final long WINDOW_NANOS = 10_000_000L;
    private static final int AT_ONCE_PER_WINDOW = 20;
    private static final long FLUSH_MS = 3;

    private final FileOutputStream file;
    private final Thread flusher = new Thread(this::flushNowAndThen, "spate-samples");
    private byte[] buffer = new byte[1 << 16];
    private int used;
    private long windowNanos;
    private int inWindow;

    SampleLog(String path) throws IOException {
        file = new FileOutputStream(path, true);
        flusher.setDaemon(true);
        flusher.start();
    }

    void write(String label, long startedAtMs, long elapsedMicros, long latencyMicros, long connectMicros,
            boolean isPassed, String code, String message, long bytesIn, int users) {
        StringBuilder line = new StringBuilder(160);
        line.append('[');
        quote(line, label);
        line.append(',').append(startedAtMs).append(',').append(elapsedMicros).append(',').append(latencyMicros)
                .append(',').append(connectMicros).append(isPassed ? ",1," : ",0,");
        quote(line, code);
        line.append(',');
        quote(line, message);
        line.append(',').append(bytesIn).append(",0,").append(users).append("]\n");
        add(line.toString().getBytes(StandardCharsets.UTF_8));
    }

    private synchronized void add(byte[] line) {
        if (used + line.length > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, used + line.length));
        }
        System.arraycopy(line, 0, buffer, used, line.length);
        used += line.length;
        long now = System.nanoTime();
        if (now - windowNanos > WINDOW_NANOS) {
            windowNanos = now;
            inWindow = 0;
        }
        inWindow += 1;
        if (inWindow <= AT_ONCE_PER_WINDOW || used > 1 << 20) {
            flush();
        }
    }

    synchronized void flush() {
        if (used == 0) {
            return;
        }
        try {
            file.write(buffer, 0, used);
            used = 0;
        } catch (IOException e) {
            // Load without recorded samples is useless, so the run ends here.
            System.out.println("spate: the samples could not be written: " + e.getMessage());
            Runtime.getRuntime().halt(EXIT_SAMPLES_LOST);
        }
    }

    private void flushNowAndThen() {
        try {
            while (true) {
                Thread.sleep(FLUSH_MS);
                flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void quote(StringBuilder line, String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < 0x20) {
                line.append(String.format("\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }
}

package spate.gatling;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes the first failures of each label and error with request and response, one JSON object per line. The names and
 * limits are those of src/domain/error-sample.ts.
 */
final class ErrorSamples {
    private static final int PER_ERROR = 3;
    private static final int MAX_KINDS = 100;
    private static final int MAX_SAMPLES = 200;
    private static final int MAX_HEAD = 16_384;
    private static final int MAX_BODY = 65_536;
    /** Static, because Gatling creates its HTTP clients internally. */
    private static volatile boolean areWanted;

    private final ConcurrentHashMap<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final AtomicInteger kinds = new AtomicInteger();
    private FileOutputStream file;
    private int written;

    ErrorSamples(String path) {
        try {
            file = new FileOutputStream(path, true);
            areWanted = true;
        } catch (IOException e) {
            System.out.println("Failed samples are not recorded: " + e);
        }
    }

    /** False once the limit of samples is reached. */
    static boolean areWanted() {
        return areWanted;
    }

    /** `exchange` is null for protocols other than HTTP, and for a request that could not be built. */
    void add(String label, String code, String message, long startedAtMs, long elapsedMicros, Exchange exchange) {
        if (!areWanted || !isAmongFirst(label + '\n' + code + '\n' + message)) {
            return;
        }
        try {
            write(lineOf(label, code, message, startedAtMs, elapsedMicros, exchange));
        } catch (RuntimeException e) {
            // The run continues: the failure itself is counted.
            System.out.println("A failed sample is not recorded: " + e);
        }
    }

    private static byte[] lineOf(String label, String code, String message, long startedAtMs, long elapsedMicros,
            Exchange exchange) {
        StringBuilder json = new StringBuilder("{");
        text(json, "label", label, MAX_HEAD);
        text(json, "code", code, MAX_HEAD);
        text(json, "message", message, MAX_HEAD);
        HttpText http = new HttpText(exchange);
        text(json, "url", http.url(), MAX_HEAD);
        text(json, "requestHead", http.requestHead(), MAX_HEAD);
        text(json, "requestBody", http.requestBody(MAX_BODY), MAX_BODY);
        text(json, "responseHead", http.responseHead(), MAX_HEAD);
        text(json, "responseBody", http.responseBody(), MAX_BODY);
        number(json, "startedAtMs", startedAtMs);
        number(json, "elapsedMs", elapsedMicros / 1000.0);
        number(json, "latencyMs", exchange == null ? 0 : exchange.latencyMicros() / 1000.0);
        number(json, "connectMs", exchange == null ? 0 : exchange.connectMicros() / 1000.0);
        number(json, "responseBytes", exchange == null ? 0 : exchange.bytesIn());
        json.setCharAt(json.length() - 1, '}');
        return json.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    private boolean isAmongFirst(String kind) {
        AtomicInteger count = counts.get(kind);
        if (count == null) {
            if (kinds.get() >= MAX_KINDS) {
                return false;
            }
            count = counts.computeIfAbsent(kind, one -> {
                kinds.incrementAndGet();
                return new AtomicInteger();
            });
        }
        return count.get() < PER_ERROR && count.incrementAndGet() <= PER_ERROR;
    }

    private synchronized void write(byte[] line) {
        if (!areWanted) {
            return;
        }
        try {
            file.write(line);
            written += 1;
            areWanted = written < MAX_SAMPLES;
        } catch (IOException e) {
            areWanted = false;
            System.out.println("Failed samples are no longer recorded: " + e);
        }
    }

    private static void number(StringBuilder json, String name, double value) {
        json.append('"').append(name).append("\":").append(value).append(',');
    }

    private static void text(StringBuilder json, String name, String value, int maxLength) {
        json.append('"').append(name).append("\":");
        SampleLog.quote(json, value.length() > maxLength ? value.substring(0, maxLength) : value);
        json.append(',');
    }
}

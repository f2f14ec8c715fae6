package spate.jmeter;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

import org.apache.jmeter.assertions.AssertionResult;
import org.apache.jmeter.protocol.http.sampler.HTTPSampleResult;
import org.apache.jmeter.samplers.SampleResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the first failures of each label and error with request and response, one JSON object per line. The names and
 * limits are those of src/domain/error-sample.ts.
 */
final class ErrorSamples {
    private static final Logger log = LoggerFactory.getLogger(ErrorSamples.class);
    private static final int PER_ERROR = 3;
    private static final int MAX_KINDS = 100;
    private static final int MAX_DEPTH = 10;
    private static final int MAX_HEAD = 16_384;
    private static final int MAX_BODY = 65_536;
    private static final int MAX_BYTES_PER_CHARACTER = 4;

    private final Map<String, Integer> counts = new HashMap<>();
    /** The last sample of each thread: a transaction is written with the sample before it. */
    private final ThreadLocal<SampleResult> last = new ThreadLocal<>();
    private Writer file;

    private ErrorSamples(Writer file) {
        this.file = file;
    }

    /** Null when the property is not set or the file cannot be opened. */
    static ErrorSamples open(String path) {
        if (path == null) {
            return null;
        }
        try {
            return new ErrorSamples(Files.newBufferedWriter(Path.of(path), StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        } catch (IOException e) {
            log.warn("Failed samples are not recorded", e);
            return null;
        }
    }

    /** Called by the sampling thread, after each line of the result file. */
    void note(SampleResult sample) {
        if (sample == null || sample == last.get()) {
            return;
        }
        last.set(sample);
        note(sample, 0);
    }

    private void note(SampleResult sample, int depth) {
        if (!sample.isSuccessful()) {
            write(sample);
        }
        if (depth < MAX_DEPTH) {
            for (SampleResult child : sample.getSubResults()) {
                note(child, depth + 1);
            }
        }
    }

    private synchronized void write(SampleResult sample) {
        String message = messageOf(sample);
        String key = sample.getSampleLabel() + '\n' + sample.getResponseCode() + '\n' + message;
        int count = counts.getOrDefault(key, 0);
        if (file == null || count >= PER_ERROR || count == 0 && counts.size() >= MAX_KINDS) {
            return;
        }
        counts.put(key, count + 1);
        try {
            file.write(lineOf(sample, message));
            file.flush();
        } catch (IOException e) {
            log.warn("Failed samples are no longer recorded", e);
            file = null;
        }
    }

    private static String lineOf(SampleResult sample, String message) {
        StringBuilder json = new StringBuilder("{");
        text(json, "label", sample.getSampleLabel(), MAX_HEAD);
        text(json, "code", sample.getResponseCode(), MAX_HEAD);
        text(json, "message", message, MAX_HEAD);
        text(json, "url", sample.getUrlAsString(), MAX_HEAD);
        text(json, "requestHead", requestHeadOf(sample), MAX_HEAD);
        text(json, "requestBody", requestBodyOf(sample), MAX_BODY);
        text(json, "responseHead", sample.getResponseHeaders(), MAX_HEAD);
        text(json, "responseBody", responseBodyOf(sample), MAX_BODY);
        number(json, "startedAtMs", sample.getStartTime());
        number(json, "elapsedMs", sample.getTime());
        number(json, "latencyMs", sample.getLatency());
        number(json, "connectMs", sample.getConnectTime());
        number(json, "responseBytes", sample.getBodySizeAsLong());
        json.setCharAt(json.length() - 1, '}');
        return json.append('\n').toString();
    }

    /** As in the column failureMessage, or responseMessage if that is empty. */
    private static String messageOf(SampleResult sample) {
        for (AssertionResult assertion : sample.getAssertionResults()) {
            String message = assertion.getFailureMessage();
            if (message != null) {
                return message.isEmpty() ? sample.getResponseMessage() : message;
            }
        }
        return sample.getResponseMessage();
    }

    private static String requestHeadOf(SampleResult sample) {
        if (!(sample instanceof HTTPSampleResult)) {
            return sample.getRequestHeaders();
        }
        HTTPSampleResult http = (HTTPSampleResult) sample;
        String cookies = http.getCookies() == null || http.getCookies().isEmpty() ? "" : "Cookie: " + http.getCookies();
        return http.getHTTPMethod() + ' ' + http.getUrlAsString() + '\n' + http.getRequestHeaders() + cookies;
    }

    private static String requestBodyOf(SampleResult sample) {
        return sample instanceof HTTPSampleResult ? ((HTTPSampleResult) sample).getQueryString() : sample.getSamplerData();
    }

    private static String responseBodyOf(SampleResult sample) {
        if (SampleResult.BINARY.equals(sample.getDataType())) {
            return "";
        }
        byte[] bytes = sample.getResponseData();
        int length = Math.min(bytes.length, MAX_BODY * MAX_BYTES_PER_CHARACTER);
        return new String(bytes, 0, length, charsetOf(sample));
    }

    private static Charset charsetOf(SampleResult sample) {
        try {
            return Charset.forName(sample.getDataEncodingWithDefault());
        } catch (IllegalArgumentException e) {
            return StandardCharsets.UTF_8;
        }
    }

    private static void number(StringBuilder json, String name, long value) {
        json.append('"').append(name).append("\":").append(value).append(',');
    }

    private static void text(StringBuilder json, String name, String value, int maxLength) {
        String text = value == null ? "" : value;
        json.append('"').append(name).append("\":\"");
        for (int at = 0; at < Math.min(text.length(), maxLength); at++) {
            char character = text.charAt(at);
            if (character == '"' || character == '\\') {
                json.append('\\').append(character);
            } else if (character < 0x20 || character >= 0x7f) {
                json.append(String.format("\\u%04x", (int) character));
            } else {
                json.append(character);
            }
        }
        json.append("\",");
    }
}

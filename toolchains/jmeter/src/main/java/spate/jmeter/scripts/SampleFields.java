package spate.jmeter.scripts;

import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.jmeter.protocol.http.sampler.HTTPSampleResult;
import org.apache.jmeter.samplers.SampleResult;
import spate.jmeter.Internals;

/** A sample as a list of numbered fields, each with its bytes. The numbers are those of sample-fields.ts. */
final class SampleFields {
    private static final int LABEL = 0;
    private static final int CODE = 1;
    private static final int MESSAGE = 2;
    private static final int SUCCESS = 3;
    private static final int DATA_TYPE = 4;
    private static final int CONTENT_TYPE = 5;
    private static final int ENCODING = 6;
    private static final int RESPONSE_HEADERS = 7;
    private static final int REQUEST_HEADERS = 8;
    private static final int SAMPLER_DATA = 9;
    private static final int BODY = 10;
    private static final int URL = 11;
    private static final int START = 12;
    private static final int END = 13;
    private static final int IDLE = 14;
    private static final int LATENCY = 15;
    private static final int CONNECT = 16;
    private static final int HEADERS_SIZE = 17;
    private static final int BODY_SIZE = 18;
    private static final int SENT_BYTES = 19;
    private static final int THREAD_NAME = 20;
    private static final int GROUP_THREADS = 21;
    private static final int ALL_THREADS = 22;
    private static final int IGNORE = 23;
    private static final int STOP_THREAD = 24;
    private static final int STOP_TEST = 25;
    private static final int STOP_TEST_NOW = 26;
    private static final int METHOD = 27;
    private static final int COOKIES = 28;
    private static final int QUERY = 29;
    private static final int BYTES = 30;
    private static final int COUNT = 31;
    private static final int NO_SAMPLE = -1;

    /** Fields that scripts may set. */
    private static final int[] SENT = {
        LABEL, CODE, MESSAGE, SUCCESS, DATA_TYPE, CONTENT_TYPE, ENCODING, RESPONSE_HEADERS, REQUEST_HEADERS,
        SAMPLER_DATA, BODY, LATENCY, IGNORE, STOP_THREAD, STOP_TEST, STOP_TEST_NOW, START, END, IDLE, CONNECT,
    };
    /** Sent in addition for samples created in this JVM. */
    private static final int[] MADE = {
        URL, HEADERS_SIZE, BODY_SIZE, SENT_BYTES, BYTES, THREAD_NAME, GROUP_THREADS, ALL_THREADS,
    };

    private SampleFields() {
    }

    /** Creates a sample from all of its fields. */
    static SampleResult create(FrameReader frame) {
        byte[][] fields = readAll(frame);
        SampleResult result = fields[METHOD] == null ? new SampleResult() : new HTTPSampleResult();
        long start = number(fields[START]);
        long end = number(fields[END]);
        result.setStampAndTime(start, end - start);
        if (number(fields[IDLE]) != 0) {
            setIdle(result, number(fields[IDLE]));
        }
        result.setConnectTime(number(fields[CONNECT]));
        set(result, fields);
        return result;
    }

    /** Sets the fields that have changed in the engine. */
    static void update(SampleResult result, FrameReader frame) {
        set(result, readAll(frame));
    }

    private static byte[][] readAll(FrameReader frame) {
        byte[][] fields = new byte[COUNT][];
        for (int left = frame.readInt(); left > 0; left--) {
            int field = frame.readByte();
            fields[field] = frame.readBytes();
        }
        return fields;
    }

    private static void set(SampleResult result, byte[][] fields) {
        for (int field = 0; field < COUNT; field++) {
            if (fields[field] != null) {
                setOne(result, field, fields[field]);
            }
        }
    }

    private static void setOne(SampleResult result, int field, byte[] value) {
        switch (field) {
            case LABEL: result.setSampleLabel(text(value)); break;
            case CODE: result.setResponseCode(text(value)); break;
            case MESSAGE: result.setResponseMessage(text(value)); break;
            case SUCCESS: result.setSuccessful(bool(value)); break;
            case DATA_TYPE: result.setDataType(text(value)); break;
            case CONTENT_TYPE: result.setContentType(text(value)); break;
            case ENCODING: result.setDataEncoding(value.length == 0 ? null : text(value)); break;
            case RESPONSE_HEADERS: result.setResponseHeaders(text(value)); break;
            case REQUEST_HEADERS: result.setRequestHeaders(text(value)); break;
            case SAMPLER_DATA: result.setSamplerData(text(value)); break;
            case BODY: result.setResponseData(value); break;
            case URL: setUrl(result, text(value)); break;
            case LATENCY: result.setLatency(number(value)); break;
            case HEADERS_SIZE: result.setHeadersSize((int) number(value)); break;
            case BODY_SIZE: result.setBodySize(number(value)); break;
            case SENT_BYTES: result.setSentBytes(number(value)); break;
            case THREAD_NAME: result.setThreadName(text(value)); break;
            case GROUP_THREADS: result.setGroupThreads((int) number(value)); break;
            case ALL_THREADS: result.setAllThreads((int) number(value)); break;
            case IGNORE: if (bool(value)) { result.setIgnore(); } break;
            case STOP_THREAD: result.setStopThread(bool(value)); break;
            case STOP_TEST: result.setStopTest(bool(value)); break;
            case STOP_TEST_NOW: result.setStopTestNow(bool(value)); break;
            case METHOD: ((HTTPSampleResult) result).setHTTPMethod(text(value)); break;
            case COOKIES: ((HTTPSampleResult) result).setCookies(text(value)); break;
            case QUERY: ((HTTPSampleResult) result).setQueryString(text(value)); break;
            default: break;
        }
    }

    private static void setUrl(SampleResult result, String url) {
        try {
            result.setURL(new URL(url));
        } catch (MalformedURLException e) {
            // Samples of requests that could not be built have no URL.
            result.setURL(null);
        }
    }

    /** JMeter lets only its own classes set it. */
    private static void setIdle(SampleResult result, long value) {
        try {
            java.lang.reflect.Method method = SampleResult.class.getDeclaredMethod("setIdleTime", long.class);
            method.setAccessible(true);
            method.invoke(result, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This is not the JMeter that was expected", e);
        }
    }

    /** Values of a sample before a script runs, to detect its changes. */
    static Object[] read(SampleResult result) {
        Object[] values = new Object[COUNT];
        for (int field : SENT) {
            values[field] = valueOf(result, field);
        }
        return values;
    }

    private static Object valueOf(SampleResult result, int field) {
        switch (field) {
            case LABEL: return result.getSampleLabel();
            case CODE: return result.getResponseCode();
            case MESSAGE: return result.getResponseMessage();
            case SUCCESS: return result.isSuccessful();
            case DATA_TYPE: return result.getDataType();
            case CONTENT_TYPE: return result.getContentType();
            case ENCODING: return result.getDataEncodingNoDefault();
            case RESPONSE_HEADERS: return result.getResponseHeaders();
            case REQUEST_HEADERS: return result.getRequestHeaders();
            case SAMPLER_DATA: return result instanceof HTTPSampleResult ? "" : result.getSamplerData();
            case BODY: return result.getResponseData();
            case START: return result.getStartTime();
            case END: return result.getEndTime();
            case IDLE: return result.getIdleTime();
            case LATENCY: return result.getLatency();
            case CONNECT: return result.getConnectTime();
            case IGNORE: return result.isIgnore();
            case STOP_THREAD: return result.isStopThread();
            case STOP_TEST: return result.isStopTest();
            case STOP_TEST_NOW: return result.isStopTestNow();
            case URL: return result.getUrlAsString();
            case HEADERS_SIZE: return result.getHeadersSize();
            // As set: 0 means the length of the body, which may change.
            case BODY_SIZE: return Internals.<Long>read(SampleResult.class, result, "bodySize");
            case SENT_BYTES: return result.getSentBytes();
            case BYTES: return Internals.<Long>read(SampleResult.class, result, "bytes");
            case THREAD_NAME: return result.getThreadName();
            case GROUP_THREADS: return result.getGroupThreads();
            case ALL_THREADS: return result.getAllThreads();
            default: throw new IllegalArgumentException();
        }
    }

    /** Writes the fields that differ from `before`. A body differs if it was set. */
    static void writeChanges(SampleResult result, Object[] before, FrameWriter frame) {
        int position = frame.position();
        frame.writeInt(0);
        int count = 0;
        for (int field : SENT) {
            Object value = valueOf(result, field);
            boolean isSame = field == BODY ? value == before[field] : Objects.equals(value, before[field]);
            if (!isSame) {
                count += 1;
                write(field, value, frame);
            }
        }
        frame.setInt(position, count);
    }

    /** Writes the start time of the sampler, and the complete sample. */
    static void writeMade(SampleResult result, long begunAt, FrameWriter frame) {
        frame.writeText(String.valueOf(begunAt));
        if (result == null) {
            frame.writeInt(NO_SAMPLE);
        } else {
            writeTree(result, frame);
        }
    }

    private static void writeTree(SampleResult result, FrameWriter frame) {
        frame.writeInt(SENT.length + MADE.length);
        for (int field : SENT) {
            write(field, valueOf(result, field), frame);
        }
        for (int field : MADE) {
            write(field, valueOf(result, field), frame);
        }
        SampleResult[] subResults = result.getSubResults();
        frame.writeInt(subResults.length);
        for (SampleResult each : subResults) {
            writeTree(each, frame);
        }
    }

    private static void write(int field, Object value, FrameWriter frame) {
        frame.writeByte(field);
        if (value instanceof byte[]) {
            frame.writeBytes((byte[]) value);
        } else {
            frame.writeText(value == null ? null : value.toString());
        }
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    private static long number(byte[] value) {
        return value == null ? 0 : Long.parseLong(text(value));
    }

    private static boolean bool(byte[] value) {
        return "true".equals(text(value));
    }
}

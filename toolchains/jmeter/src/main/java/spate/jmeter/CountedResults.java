package spate.jmeter;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.JMeterContextService;

/**
 * The result file, without what was in flight when the test was broken off: an interrupted request says nothing about the
 * target, so it is counted apart and not written as a failed sample. Lines are written by the thread that sampled.
 */
final class CountedResults extends PrintWriter {
    /** The clock of samples is set every few seconds, and not exactly on a busy machine. */
    private static final long CLOCK_ERROR_MS = 1000;
    private final PrintWriter results;
    /** Null when failed samples are not kept. */
    private final ErrorSamples errors = ErrorSamples.open(System.getProperty("spate.errors"));
    private final Set<SampleResult> inFlight = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Those that were there when the test was broken off; tear-down groups have threads of their own. */
    private volatile Set<Thread> interrupted = Set.of();
    private volatile long brokenOffAt;
    private long oldestMs;

    CountedResults(PrintWriter results) {
        super(results);
        this.results = results;
    }

    void breakOff() {
        interrupted = Thread.getAllStackTraces().keySet();
        brokenOffAt = System.currentTimeMillis();
    }

    @Override
    public void println(String line) {
        if (brokenOffAt == 0 || !wasInFlight()) {
            results.println(line);
            if (errors != null) {
                errors.note(JMeterContextService.getContext().getPreviousResult());
            }
        }
    }

    /** Also true for the transactions around such a request. */
    private boolean wasInFlight() {
        SampleResult sample = JMeterContextService.getContext().getPreviousResult();
        if (sample == null || !interrupted.contains(Thread.currentThread())
                || sample.getEndTime() < brokenOffAt - CLOCK_ERROR_MS) {
            return false;
        }
        synchronized (inFlight) {
            inFlight.add(sample);
            oldestMs = Math.max(oldestMs, brokenOffAt - sample.getStartTime());
        }
        return true;
    }

    void report() {
        synchronized (inFlight) {
            if (!inFlight.isEmpty()) {
                System.out.println("spate: in flight " + inFlight.size() + " " + oldestMs);
            }
        }
    }
}

package spate.jmeter;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.JMeterContextService;

/**
 * The result file, without samples in flight when the test was aborted: an interrupted request reveals nothing about
 * the target, so it is counted separately and not written as a failed sample. Lines are written by the sampling
 * thread.
 */
final class CountedResults extends PrintWriter {
    /** JMeter adjusts the clock of samples every few seconds, and imprecisely on a busy machine. */
    private static final long CLOCK_ERROR_MS = 1000;
    private final PrintWriter results;
    /** Null when failed samples are not kept. */
    private final ErrorSamples errors = ErrorSamples.open(System.getProperty("spate.errors"));
    private final Set<SampleResult> inFlight = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Threads that existed when the test was aborted; tear-down groups have their own threads. */
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

    /** Also true for transactions around such a request. */
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

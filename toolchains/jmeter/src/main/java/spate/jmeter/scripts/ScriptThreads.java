package spate.jmeter.scripts;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that run scripts. A few run the calls of many virtual users sequentially, without a thread switch per call.
 * When all of them are blocked while calls wait, each waiting call gets a thread.
 */
final class ScriptThreads implements Executor {
    private static final long WATCH_MS = 5;
    private static final long IDLE_S = 60;
    private final int fewest = Math.max(2, Runtime.getRuntime().availableProcessors());
    private final LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();
    private final Runnable flush;

    /** `flush` sends queued answers; called every few milliseconds. */
    ScriptThreads(Runnable flush) {
        this.flush = flush;
        for (int started = 0; started < fewest; started++) {
            add();
        }
        daemon(this::watch).start();
    }

    @Override
    public void execute(Runnable call) {
        waiting.add(call);
    }

    boolean isCallWaiting() {
        return !waiting.isEmpty();
    }

    private void add() {
        count.incrementAndGet();
        daemon(this::work).start();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "spate");
        thread.setDaemon(true);
        return thread;
    }

    private void work() {
        try {
            for (;;) {
                Runnable call = waiting.poll(IDLE_S, TimeUnit.SECONDS);
                if (call != null) {
                    taken.incrementAndGet();
                    call.run();
                } else if (isSpare()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            // A thread that runs no script is never interrupted.
            throw new IllegalStateException(e);
        }
    }

    private boolean isSpare() {
        if (count.decrementAndGet() >= fewest) {
            return true;
        }
        count.incrementAndGet();
        return false;
    }

    private void watch() {
        long before = taken.get();
        try {
            for (;;) {
                Thread.sleep(WATCH_MS);
                flush.run();
                long now = taken.get();
                if (now == before) {
                    for (int left = waiting.size(); left > 0; left--) {
                        add();
                    }
                }
                before = now;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

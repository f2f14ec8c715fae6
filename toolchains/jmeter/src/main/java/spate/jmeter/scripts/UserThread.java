package spate.jmeter.scripts;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/** Runs all calls of one virtual user, as in JMeter: classes of jars may store state by thread. */
final class UserThread implements Executor {
    private static final Runnable END = () -> {
    };
    private final BlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();

    UserThread(String name) {
        Thread thread = new Thread(this::work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void execute(Runnable call) {
        calls.add(call);
    }

    /** Ends the thread after the queued calls. */
    void end() {
        calls.add(END);
    }

    private void work() {
        try {
            for (Runnable call = calls.take(); call != END; call = calls.take()) {
                call.run();
            }
        } catch (InterruptedException e) {
            // Only a call is interrupted.
            throw new IllegalStateException(e);
        }
    }
}

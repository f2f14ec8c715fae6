package spate.jmeter.scripts;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.jmeter.services.FileServer;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.util.JMeterUtils;
import spate.jmeter.Internals;

/**
 * Runs the scripts of a plan that Spate's engine does not run itself. The engine sends frames to standard input, and
 * reads answers from standard output. Output of scripts goes to standard error.
 */
public final class ScriptHost {
    private static final int CALL = 1;
    private static final int DEFINE = 2;
    private static final int START = 3;
    private static final int INTERRUPT = 4;
    private static final int END_USER = 5;
    private static final int DEFINE_JAVA = 6;
    private static final int END_TEST = 7;
    private static final int QUESTION = 20;
    private static final int READY = 1;
    private static final int TEST_ENDED = 4;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final byte[] FIRST_FRAME_MARK = {0, 's', 'p', 'a', 't', 'e', 0, '\n'};

    private final FrameOutput output;
    private final ScriptProperties properties;
    private final List<HostElement> elements = new ArrayList<>();
    private final Map<Integer, ScriptUser> users = new ConcurrentHashMap<>();
    private final ScriptThreads threads;
    private boolean hasJavaRequests;

    private ScriptHost(FrameOutput output, ScriptProperties properties) {
        this.output = output;
        this.properties = properties;
        threads = new ScriptThreads(output::flush);
    }

    public static void main(String[] args) throws Exception {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        // The JVM may have written to standard output during its start.
        out.write(FIRST_FRAME_MARK);
        FrameOutput output = new FrameOutput(out);
        System.setOut(System.err);
        ScriptLog.install(output);
        Internals.write(FileServer.class, FileServer.getFileServer(), "base", new File(args[1]));
        new ScriptHost(output, loadProperties(args[0])).run();
        System.exit(0);
    }

    /** Like JMeter at its start. */
    private static ScriptProperties loadProperties(String home) throws Exception {
        JMeterUtils.setJMeterHome(home);
        JMeterUtils.loadJMeterProperties(home + "/bin/jmeter.properties");
        JMeterUtils.initLocale();
        File own = new File(home, "bin/user.properties");
        if (own.isFile()) {
            try (InputStream file = new FileInputStream(own)) {
                JMeterUtils.getJMeterProperties().load(file);
            }
        }
        return new ScriptProperties(JMeterUtils.getJMeterProperties());
    }

    private void run() throws Exception {
        DataInputStream in =
                new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in), BUFFER_BYTES));
        try {
            for (;;) {
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                receive(new FrameReader(bytes));
            }
        } catch (EOFException e) {
            // The engine has exited.
        }
    }

    private void receive(FrameReader frame) {
        switch (frame.readByte()) {
            case CALL: call(frame); break;
            case DEFINE: elements.add(new ScriptElement(frame)); break;
            case DEFINE_JAVA: defineJava(frame); break;
            case START: start(frame); break;
            case INTERRUPT: interrupt(frame.readInt()); break;
            case END_USER: endUser(frame.readInt()); break;
            case END_TEST: endTest(frame); break;
            case QUESTION: answer(threads, () -> DocumentQuestions.answer(frame)); break;
            default: throw new IllegalStateException("Unknown frame");
        }
    }

    private void defineJava(FrameReader frame) {
        elements.add(new JavaRequest(frame));
        hasJavaRequests = true;
    }

    private void start(FrameReader frame) {
        properties.read(frame);
        elements.forEach(HostElement::start);
        output.send(new FrameWriter(READY).finish());
    }

    private void endUser(int id) {
        ScriptUser user = users.remove(id);
        if (user != null) {
            user.end();
        }
    }

    /** With the name and the variables of JMeter's engine thread. */
    private void endTest(FrameReader frame) {
        Thread.currentThread().setName("StandardJMeterEngine");
        ScriptVariables variables = new ScriptVariables();
        variables.read(frame);
        JMeterContextService.getContext().setVariables(variables.variables);
        for (HostElement element : elements) {
            if (element instanceof JavaRequest) {
                ((JavaRequest) element).endTest();
            }
        }
        output.send(new FrameWriter(TEST_ENDED).finish());
    }

    private void interrupt(int id) {
        ScriptUser user = users.get(id);
        if (user != null) {
            user.interrupt();
        }
    }

    private void call(FrameReader frame) {
        properties.read(frame);
        int id = frame.readInt();
        int element = frame.readInt();
        boolean isNew = frame.readByte() != 0;
        ScriptUser user = isNew ? new ScriptUser(id, frame, hasJavaRequests ? null : threads) : users.get(id);
        if (isNew) {
            users.put(id, user);
        }
        answer(user::execute, () -> user.call(elements.get(element), element, frame, properties));
    }

    /** Sends the result of work on another thread. */
    private void answer(Executor executor, Supplier<byte[]> work) {
        executor.execute(() -> {
            try {
                output.send(work.get(), threads.isCallWaiting());
            } catch (Throwable e) {
                // An error of this program or of the JVM: the engine ends the run with the last lines of this output.
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        });
    }
}

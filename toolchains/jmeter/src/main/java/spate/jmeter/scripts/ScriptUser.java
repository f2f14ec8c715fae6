package spate.jmeter.scripts;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.jmeter.assertions.Assertion;
import org.apache.jmeter.assertions.AssertionResult;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.processor.PostProcessor;
import org.apache.jmeter.processor.PreProcessor;
import org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy;
import org.apache.jmeter.protocol.java.sampler.JavaSampler;
import org.apache.jmeter.samplers.Interruptible;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterThread;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jmeter.timers.Timer;
import org.apache.jorphan.collections.ListedHashTree;
import org.apache.jorphan.util.JMeterError;
import org.apache.jorphan.util.JMeterStopTestException;
import org.apache.jorphan.util.JMeterStopTestNowException;
import org.apache.jorphan.util.JMeterStopThreadException;

/** One virtual user of the engine: its context, its variables and its copies of the elements. */
final class ScriptUser {
    private static final int DONE = 0;
    private static final int STOPPED = 1;
    private static final int FAILED = 2;
    private static final int ENDED = 3;
    private static final int ANSWER = 2;

    private final int id;
    private final String threadName;
    private final JMeterContext context = newContext();
    private final ScriptVariables variables = new ScriptVariables();
    private final List<TestElement> elements = new ArrayList<>();
    private final HTTPSamplerProxy sampler = new HTTPSamplerProxy();
    private final Executor executor;
    private Thread running;
    private TestElement runningElement;
    /** Calls that have not ended: running, or queued. */
    private int calls;
    /** The queued call is interrupted as soon as it runs. */
    private boolean isInterruptDue;

    /** Without shared threads, the user has its own thread. */
    ScriptUser(int id, FrameReader frame, ScriptThreads shared) {
        this.id = id;
        threadName = frame.readText();
        executor = shared == null ? new UserThread(threadName) : shared;
        ThreadGroup group = new ThreadGroup();
        group.setName(frame.readText());
        ListedHashTree tree = new ListedHashTree();
        tree.add(new LoopController());
        JMeterThread thread = new JMeterThread(tree, null, null);
        thread.setThreadName(threadName);
        context.setThreadNum(frame.readInt());
        context.setThread(thread);
        context.setThreadGroup(group);
        context.setVariables(variables.variables);
        context.setSamplingStarted(true);
    }

    /** JMeter creates contexts for its own threads only. */
    private static JMeterContext newContext() {
        try {
            Constructor<JMeterContext> constructor = JMeterContext.class.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This is not the JMeter that was expected", e);
        }
    }

    void execute(Runnable call) {
        synchronized (this) {
            calls++;
        }
        executor.execute(call);
    }

    /** The virtual user has ended. */
    void end() {
        if (executor instanceof UserThread) {
            ((UserThread) executor).end();
        }
    }

    /** Interrupts the running or queued element, but never another one that the same thread runs later. */
    synchronized void interrupt() {
        if (running != null) {
            if (runningElement instanceof Interruptible) {
                ((Interruptible) runningElement).interrupt();
            }
            running.interrupt();
        } else {
            isInterruptDue = calls > 0;
        }
    }

    private synchronized void begin(TestElement element) {
        running = Thread.currentThread();
        runningElement = element;
        if (isInterruptDue) {
            isInterruptDue = false;
            interrupt();
        }
    }

    private synchronized void finish() {
        running = null;
        runningElement = null;
        isInterruptDue = false;
        calls--;
        Thread.interrupted();
    }

    /** Runs an element on this thread, and returns the answer. */
    byte[] call(HostElement definition, int element, FrameReader frame, ScriptProperties properties) {
        TestElement own = elementAt(element, definition);
        variables.setIteration(frame.readInt());
        definition.prepare(own, frame);
        variables.read(frame);
        readSample(frame);
        sampler.setName(frame.readText());
        context.setCurrentSampler(own instanceof JavaSampler ? (JavaSampler) own : sampler);
        Thread thread = Thread.currentThread();
        if (!threadName.equals(thread.getName())) {
            thread.setName(threadName);
        }
        JMeterContextService.replaceContext(context);
        SampleResult previous = definition.readsSample() ? context.getPreviousResult() : null;
        Object[] before = previous == null ? null : SampleFields.read(previous);
        begin(own);
        Outcome outcome = new Outcome();
        try {
            outcome.value = run(own);
        } catch (JMeterStopThreadException e) {
            outcome.stop("thread", e);
        } catch (JMeterStopTestException e) {
            outcome.stop("test", e);
        } catch (JMeterStopTestNowException e) {
            outcome.stop("test-now", e);
        } catch (Exception | JMeterError e) {
            outcome.fail(FAILED, e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Error e) {
            outcome.fail(ENDED, e);
        } finally {
            finish();
        }
        FrameWriter answer = new FrameWriter(ANSWER);
        answer.writeInt(id);
        variables.writeChanges(answer);
        properties.writeChanges(answer);
        if (previous == null) {
            answer.writeInt(0);
        } else {
            SampleFields.writeChanges(previous, before, answer);
        }
        outcome.write(answer);
        return answer.finish();
    }

    private TestElement elementAt(int index, HostElement definition) {
        while (elements.size() <= index) {
            elements.add(null);
        }
        TestElement element = elements.get(index);
        if (element == null) {
            element = definition.create();
            elements.set(index, element);
        }
        return element;
    }

    private void readSample(FrameReader frame) {
        switch (frame.readByte()) {
            case 0: context.setPreviousResult(null); break;
            case 1: context.setPreviousResult(SampleFields.create(frame)); break;
            case 2: SampleFields.update(context.getPreviousResult(), frame); break;
            default: break;
        }
    }

    private Object run(TestElement element) {
        if (element instanceof PreProcessor) {
            ((PreProcessor) element).process();
            return null;
        }
        if (element instanceof PostProcessor) {
            ((PostProcessor) element).process();
            return null;
        }
        if (element instanceof Timer) {
            return ((Timer) element).delay();
        }
        if (element instanceof Assertion) {
            return check((Assertion) element);
        }
        return new MadeSample(System.currentTimeMillis(), ((Sampler) element).sample(null));
    }

    /** Like JMeterThread.processAssertion. */
    private AssertionResult check(Assertion assertion) {
        try {
            return assertion.getResult(context.getPreviousResult());
        } catch (AssertionError e) {
            AssertionResult result = new AssertionResult("Assertion failed! See log file (debug level, only).");
            result.setFailure(true);
            result.setFailureMessage(e.toString());
            return result;
        } catch (JMeterError | Exception e) {
            AssertionResult result = new AssertionResult("Assertion failed! See log file.");
            result.setError(true);
            result.setFailureMessage(e.toString());
            return result;
        }
    }

    /** Result of a sampler with its start time. */
    private static final class MadeSample {
        final long begunAt;
        /** Null: no sample. */
        final SampleResult result;

        MadeSample(long begunAt, SampleResult result) {
            this.begunAt = begunAt;
            this.result = result;
        }
    }

    private static final class Outcome {
        Object value;
        private int status = DONE;
        private String what;
        private String message;

        void stop(String kind, Throwable e) {
            status = STOPPED;
            what = kind;
            message = String.valueOf(e.getMessage());
        }

        void fail(int how, Throwable e) {
            status = how;
            what = "";
            message = e.toString();
        }

        void write(FrameWriter answer) {
            answer.writeByte(status);
            if (status != DONE) {
                answer.writeText(what);
                answer.writeText(message);
            } else if (value instanceof MadeSample) {
                SampleFields.writeMade(((MadeSample) value).result, ((MadeSample) value).begunAt, answer);
            } else if (value instanceof AssertionResult) {
                AssertionResult result = (AssertionResult) value;
                answer.writeText(result.getName());
                answer.writeByte(result.isFailure() ? 1 : 0);
                answer.writeByte(result.isError() ? 1 : 0);
                answer.writeText(result.getFailureMessage());
            } else if (value != null) {
                answer.writeText(value.toString());
            }
        }
    }
}

package spate.jmeter.scripts;

import org.apache.jmeter.config.Arguments;
import org.apache.jmeter.protocol.java.sampler.JavaSampler;
import org.apache.jmeter.testelement.TestElement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Java Request, whose class belongs to JMeter or an uploaded jar, or is missing. */
final class JavaRequest implements HostElement {
    private static final Logger LOG = LoggerFactory.getLogger(JavaRequest.class);
    private final JavaSampler original = new JavaSampler();
    private final int arguments;

    JavaRequest(FrameReader frame) {
        original.setClassname(frame.readText());
        original.setName(frame.readText());
        arguments = frame.readInt();
    }

    /** JMeter loads the class here. */
    @Override
    public void start() {
        original.testStarted();
    }

    @Override
    public TestElement create() {
        TestElement own = (TestElement) original.clone();
        own.setRunningVersion(true);
        return own;
    }

    @Override
    public void prepare(TestElement own, FrameReader frame) {
        own.setName(frame.readText());
        Arguments values = new Arguments();
        for (int left = arguments; left > 0; left--) {
            values.addArgument(frame.readText(), frame.readText());
        }
        ((JavaSampler) own).setArguments(values);
    }

    @Override
    public boolean readsSample() {
        return false;
    }

    /** The first call tears down the clients of all. As in JMeter, the next call repeats it if that fails. */
    void endTest() {
        try {
            original.testEnded();
        } catch (Exception e) {
            LOG.warn("Error encountered during shutdown of {}", original, e);
        }
    }
}

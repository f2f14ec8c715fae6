package spate.jmeter.scripts;

import org.apache.jmeter.testelement.TestElement;

/** One element of the plan that runs in this JVM. Each virtual user gets its own copy, as in JMeter. */
interface HostElement {
    /** Prepares the element before the first virtual user starts. */
    void start();

    TestElement create();

    /** Sets the fields of a call, or the constant ones. */
    void prepare(TestElement own, FrameReader frame);

    /** Whether the element may read the previous sample. */
    boolean readsSample();
}

package spate.jmeter.scripts;

import org.apache.jmeter.testelement.TestElement;

/** One element of the plan that runs in this JVM. Each virtual user gets its own copy, as in JMeter. */
interface HostElement {
    /** Prepares the element before the first virtual user starts. */
    void start();

    TestElement create();

    /** Sets what a call brings, or what never changes. */
    void prepare(TestElement own, FrameReader frame);

    /** Whether it may read the previous sample. */
    boolean readsSample();
}

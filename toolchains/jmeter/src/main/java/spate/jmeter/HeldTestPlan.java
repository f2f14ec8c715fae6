package spate.jmeter;

import org.apache.jmeter.testelement.TestPlan;

/**
 * What our saveservice.properties makes of a plan's root element. It behaves as TestPlan does; being made while the plan
 * is read, it is the moment to put the barrier at the end of the engine's listeners.
 */
public class HeldTestPlan extends TestPlan {
    private static final long serialVersionUID = 1L;

    public HeldTestPlan() {
        Barrier.install();
    }
}

package spate.jmeter;

import org.apache.jmeter.testelement.TestPlan;

/**
 * Class of a plan's root element in our saveservice.properties. It behaves like TestPlan; its construction, while the
 * plan is loaded, appends the barrier to the engine's listeners.
 */
public class HeldTestPlan extends TestPlan {
    private static final long serialVersionUID = 1L;

    public HeldTestPlan() {
        Barrier.install();
    }
}

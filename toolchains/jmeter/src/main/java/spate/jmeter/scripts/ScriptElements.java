package spate.jmeter.scripts;

import javax.script.ScriptEngine;
import javax.script.ScriptException;
import org.apache.jmeter.assertions.BSFAssertion;
import org.apache.jmeter.assertions.BeanShellAssertion;
import org.apache.jmeter.assertions.JSR223Assertion;
import org.apache.jmeter.extractor.BSFPostProcessor;
import org.apache.jmeter.extractor.BeanShellPostProcessor;
import org.apache.jmeter.extractor.JSR223PostProcessor;
import org.apache.jmeter.modifiers.BSFPreProcessor;
import org.apache.jmeter.modifiers.BeanShellPreProcessor;
import org.apache.jmeter.modifiers.JSR223PreProcessor;
import org.apache.jmeter.protocol.java.sampler.BSFSampler;
import org.apache.jmeter.protocol.java.sampler.BeanShellSampler;
import org.apache.jmeter.protocol.java.sampler.JSR223Sampler;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.timers.BSFTimer;
import org.apache.jmeter.timers.BeanShellTimer;
import org.apache.jmeter.timers.JSR223Timer;

/**
 * JMeter's script elements. JSR223 elements create a script engine for each run of a script. For a compiled and
 * cached script, JMeter executes on the engine that compiled it, and uses only empty bindings of the new one: these
 * elements keep the first engine.
 */
final class ScriptElements {
    private ScriptElements() {
    }

    /** Keeps the engine of a script that is compiled once. */
    static final class EngineKeeper {
        private volatile ScriptEngine engine;

        ScriptEngine get(EngineMaker maker) throws ScriptException {
            if (engine == null) {
                engine = maker.make();
            }
            return engine;
        }
    }

    interface EngineMaker {
        ScriptEngine make() throws ScriptException;
    }

    /** `keeper` is null for scripts that are not cached. */
    static TestElement create(String kind, EngineKeeper keeper) {
        switch (kind) {
            case "JSR223PreProcessor": return new Pre(keeper);
            case "JSR223PostProcessor": return new Post(keeper);
            case "JSR223Timer": return new Wait(keeper);
            case "JSR223Assertion": return new Check(keeper);
            case "JSR223Sampler": return new Sample(keeper);
            case "BSFPreProcessor": return new BSFPreProcessor();
            case "BSFPostProcessor": return new BSFPostProcessor();
            case "BSFTimer": return new BSFTimer();
            case "BSFAssertion": return new BSFAssertion();
            case "BSFSampler": return new BSFSampler();
            case "BeanShellPreProcessor": return new BeanShellPreProcessor();
            case "BeanShellPostProcessor": return new BeanShellPostProcessor();
            case "BeanShellTimer": return new BeanShellTimer();
            case "BeanShellAssertion": return new BeanShellAssertion();
            case "BeanShellSampler": return new BeanShellSampler();
            default: throw new IllegalArgumentException(kind);
        }
    }

    private static final class Pre extends JSR223PreProcessor {
        private static final long serialVersionUID = 1L;
        private final transient EngineKeeper keeper;

        Pre(EngineKeeper keeper) {
            this.keeper = keeper;
        }

        @Override
        protected ScriptEngine getScriptEngine() throws ScriptException {
            return keeper == null ? super.getScriptEngine() : keeper.get(super::getScriptEngine);
        }
    }

    private static final class Post extends JSR223PostProcessor {
        private static final long serialVersionUID = 1L;
        private final transient EngineKeeper keeper;

        Post(EngineKeeper keeper) {
            this.keeper = keeper;
        }

        @Override
        protected ScriptEngine getScriptEngine() throws ScriptException {
            return keeper == null ? super.getScriptEngine() : keeper.get(super::getScriptEngine);
        }
    }

    private static final class Wait extends JSR223Timer {
        private static final long serialVersionUID = 1L;
        private final transient EngineKeeper keeper;

        Wait(EngineKeeper keeper) {
            this.keeper = keeper;
        }

        @Override
        protected ScriptEngine getScriptEngine() throws ScriptException {
            return keeper == null ? super.getScriptEngine() : keeper.get(super::getScriptEngine);
        }
    }

    private static final class Check extends JSR223Assertion {
        private static final long serialVersionUID = 1L;
        private final transient EngineKeeper keeper;

        Check(EngineKeeper keeper) {
            this.keeper = keeper;
        }

        @Override
        protected ScriptEngine getScriptEngine() throws ScriptException {
            return keeper == null ? super.getScriptEngine() : keeper.get(super::getScriptEngine);
        }
    }

    private static final class Sample extends JSR223Sampler {
        private static final long serialVersionUID = 1L;
        private final transient EngineKeeper keeper;

        Sample(EngineKeeper keeper) {
            this.keeper = keeper;
        }

        @Override
        protected ScriptEngine getScriptEngine() throws ScriptException {
            return keeper == null ? super.getScriptEngine() : keeper.get(super::getScriptEngine);
        }
    }
}

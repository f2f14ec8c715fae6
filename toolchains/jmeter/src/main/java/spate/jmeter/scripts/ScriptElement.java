package spate.jmeter.scripts;

import java.io.IOException;
import javax.script.ScriptException;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.util.BSFTestElement;
import org.apache.jmeter.util.BeanShellTestElement;
import org.apache.jmeter.util.JSR223TestElement;
import org.apache.jmeter.util.ScriptingTestElement;

/** An element with a script. */
final class ScriptElement implements HostElement {
    private final String kind;
    private final String language;
    /** JSR223: the cache key; BeanShell: whether the interpreter is reset. */
    private final String keeping;
    /** Null: each call sends the name. */
    private final String name;
    private final String script;
    private final String parameters;
    private final boolean readsSample;
    private final ScriptElements.EngineKeeper shared = new ScriptElements.EngineKeeper();

    ScriptElement(FrameReader frame) {
        kind = frame.readText();
        language = frame.readText();
        keeping = frame.readText();
        name = frame.readText();
        script = frame.readText();
        parameters = frame.readText();
        readsSample = frame.readByte() != 0;
    }

    @Override
    public TestElement create() {
        TestElement element = ScriptElements.create(kind, keeper());
        if (element instanceof JSR223TestElement) {
            ((JSR223TestElement) element).setScriptLanguage(language);
            ((JSR223TestElement) element).setCacheKey(keeping);
        } else if (element instanceof BSFTestElement) {
            ((BSFTestElement) element).setScriptLanguage(language);
        } else if (hasPrefix()) {
            element.setProperty(kind + ".resetInterpreter", keeping);
        } else {
            ((BeanShellTestElement) element).setResetInterpreter("true".equals(keeping));
        }
        element.setRunningVersion(true);
        return element;
    }

    /** One engine for all users of a constant text. Texts that differ between users get an engine each. */
    private ScriptElements.EngineKeeper keeper() {
        boolean isGroovy = language.isEmpty() || "groovy".equalsIgnoreCase(language);
        if (!isGroovy || "false".equals(keeping)) {
            return null;
        }
        return script == null ? new ScriptElements.EngineKeeper() : shared;
    }

    @Override
    public boolean readsSample() {
        return readsSample;
    }

    /** Elements without a generated GUI have their texts in properties. */
    private boolean hasPrefix() {
        return "BeanShellSampler".equals(kind) || "BeanShellAssertion".equals(kind);
    }

    @Override
    public void prepare(TestElement element, FrameReader frame) {
        setTexts(element, frame.readText(), frame.readText(), frame.readText());
    }

    private void setTexts(TestElement element, String ownName, String ownScript, String ownParameters) {
        String text = ownScript == null ? script : ownScript;
        String given = ownParameters == null ? parameters : ownParameters;
        element.setName(ownName == null ? name : ownName);
        if (element instanceof ScriptingTestElement) {
            ((ScriptingTestElement) element).setScript(text);
            ((ScriptingTestElement) element).setParameters(given);
        } else if (hasPrefix()) {
            element.setProperty(kind + ".query", text);
            element.setProperty(kind + ".parameters", given);
        } else {
            ((BeanShellTestElement) element).setScript(text);
            ((BeanShellTestElement) element).setParameters(given);
        }
    }

    /** Compiles. A script that does not compile fails when it is run. */
    @Override
    public void start() {
        if (script == null || script.isEmpty()) {
            return;
        }
        TestElement element = create();
        if (!(element instanceof JSR223TestElement)) {
            return;
        }
        setTexts(element, null, null, null);
        try {
            ((JSR223TestElement) element).compile();
        } catch (ScriptException | IOException | RuntimeException e) {
            // JMeter reports it on each run of the script.
        }
    }
}

package spate.jmeter.scripts;

import java.io.IOException;
import javax.script.ScriptException;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.util.JSR223TestElement;

/** An element with a script. */
final class ScriptElement implements HostElement {
    private final String kind;
    private final String language;
    private final String cacheKey;
    /** Null: each call brings its own. */
    private final String name;
    private final String script;
    private final String parameters;
    private final boolean readsSample;
    private final ScriptElements.EngineKeeper shared = new ScriptElements.EngineKeeper();

    ScriptElement(FrameReader frame) {
        kind = frame.readText();
        language = frame.readText();
        cacheKey = frame.readText();
        name = frame.readText();
        script = frame.readText();
        parameters = frame.readText();
        readsSample = frame.readByte() != 0;
    }

    @Override
    public JSR223TestElement create() {
        JSR223TestElement element = ScriptElements.create(kind, keeper());
        element.setScriptLanguage(language);
        element.setCacheKey(cacheKey);
        element.setFilename("");
        element.setRunningVersion(true);
        return element;
    }

    /** One engine for all users of a constant text. Texts that differ between users have an engine each. */
    private ScriptElements.EngineKeeper keeper() {
        if ("false".equals(cacheKey)) {
            return null;
        }
        return script == null ? new ScriptElements.EngineKeeper() : shared;
    }

    @Override
    public boolean readsSample() {
        return readsSample;
    }

    @Override
    public void prepare(TestElement own, FrameReader frame) {
        setTexts((JSR223TestElement) own, frame.readText(), frame.readText(), frame.readText());
    }

    private void setTexts(JSR223TestElement element, String name, String script, String parameters) {
        element.setName(name == null ? this.name : name);
        element.setScript(script == null ? this.script : script);
        element.setParameters(parameters == null ? this.parameters : parameters);
    }

    /** Compiles. A script that does not compile fails when it is run. */
    @Override
    public void start() {
        if (script == null || script.isEmpty()) {
            return;
        }
        JSR223TestElement element = create();
        setTexts(element, null, null, null);
        try {
            element.compile();
        } catch (ScriptException | IOException | RuntimeException e) {
            // JMeter reports it in each run of the script.
        }
    }
}

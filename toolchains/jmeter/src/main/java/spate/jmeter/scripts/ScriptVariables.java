package spate.jmeter.scripts;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.jmeter.threads.JMeterVariables;
import spate.jmeter.Internals;

/** The variables of one virtual user, and the changes by scripts. */
final class ScriptVariables {
    private static final int REMOVED = 0;
    private static final int TEXT = 1;
    private static final int OBJECT = 2;
    private static final int NULL = 3;
    /** JMeter's own class, because error messages contain its name. */
    final JMeterVariables variables = new JMeterVariables();
    private final NotingMap values = new NotingMap();

    ScriptVariables() {
        Internals.write(JMeterVariables.class, variables, "variables", values);
    }

    /** The iteration never decreases. */
    void setIteration(int iteration) {
        while (variables.getIteration() < iteration) {
            variables.incIteration();
        }
    }

    /** Applies changes of the engine, which are not sent back. */
    void read(FrameReader frame) {
        for (int left = frame.readInt(); left > 0; left--) {
            String name = frame.readText();
            String value = frame.readText();
            if (value == null) {
                values.remove(name);
            } else {
                values.put(name, value);
            }
        }
        values.changed.clear();
    }

    /** Writes the changes by scripts since the last call. */
    void writeChanges(FrameWriter frame) {
        frame.writeInt(values.changed.size());
        for (String name : values.changed) {
            frame.writeText(name);
            Object value = values.get(name);
            if (value instanceof String) {
                frame.writeByte(TEXT);
                frame.writeText((String) value);
            } else if (value != null) {
                frame.writeByte(OBJECT);
                frame.writeText(hasSteadyText(value) ? value.toString() : null);
            } else {
                frame.writeByte(values.containsKey(name) ? NULL : REMOVED);
            }
        }
        values.changed.clear();
    }

    private static boolean hasSteadyText(Object value) {
        return value instanceof Number || value instanceof Boolean || value instanceof Character
                || value instanceof UUID;
    }

    /** JMeter modifies it by these methods only. */
    private static final class NotingMap extends HashMap<String, Object> {
        private static final long serialVersionUID = 1L;
        private final transient Set<String> changed = new LinkedHashSet<>();

        @Override
        public Object put(String name, Object value) {
            changed.add(name);
            return super.put(name, value);
        }

        @Override
        public void putAll(Map<? extends String, ?> others) {
            changed.addAll(others.keySet());
            super.putAll(others);
        }

        @Override
        public Object remove(Object name) {
            changed.add((String) name);
            return super.remove(name);
        }
    }
}

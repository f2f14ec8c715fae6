package spate.jmeter.scripts;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import spate.jmeter.Internals;

/** JMeter's properties, and what scripts have changed. */
final class ScriptProperties {
    private final NotingMap values;

    /** Replaces the map inside, because error messages name the class of the properties. */
    ScriptProperties(Properties properties) {
        values = new NotingMap(properties);
        Internals.write(Properties.class, properties, "map", values);
    }

    /** Applies changes of the engine, which are not sent back. */
    void read(FrameReader frame) {
        for (int left = frame.readInt(); left > 0; left--) {
            String name = frame.readText();
            String value = frame.readText();
            synchronized (values.changed) {
                if (value == null) {
                    values.remove(name);
                } else {
                    values.put(name, value);
                }
                values.changed.remove(name);
            }
        }
    }

    /** Writes what scripts have changed since the last answer; values that are not texts as null. */
    void writeChanges(FrameWriter frame) {
        synchronized (values.changed) {
            frame.writeInt(values.changed.size());
            for (String name : values.changed) {
                Object value = values.get(name);
                frame.writeText(name);
                frame.writeText(value instanceof String ? (String) value : null);
            }
            values.changed.clear();
        }
    }

    /** `Properties` changes it by these methods, as far as scripts are proven to use it. */
    private static final class NotingMap extends ConcurrentHashMap<Object, Object> {
        private static final long serialVersionUID = 1L;
        private final transient Set<String> changed = new LinkedHashSet<>();

        NotingMap(Map<?, ?> from) {
            super(from);
            changed.clear();
        }

        private void note(Object name) {
            // Null while the constructor copies.
            if (changed != null && name instanceof String) {
                synchronized (changed) {
                    changed.add((String) name);
                }
            }
        }

        @Override
        public Object put(Object name, Object value) {
            Object before = super.put(name, value);
            note(name);
            return before;
        }

        @Override
        public Object putIfAbsent(Object name, Object value) {
            Object before = super.putIfAbsent(name, value);
            note(name);
            return before;
        }

        @Override
        public Object remove(Object name) {
            Object before = super.remove(name);
            note(name);
            return before;
        }
    }
}

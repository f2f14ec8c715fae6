package spate.jmeter.scripts;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import spate.jmeter.Internals;

/**
 * JMeter's properties, and the changes by scripts. Changes of the engine are numbered. Each answer contains the
 * number of the last one applied before its own changes, so that the engine can order two changes.
 */
final class ScriptProperties {
    private final NotingMap values;
    private int applied;

    /** Replaces the map inside, because error messages name the class of the properties. */
    ScriptProperties(Properties properties) {
        values = new NotingMap(properties);
        Internals.write(Properties.class, properties, "map", values);
    }

    /** Applies changes of the engine, which are not sent back. */
    void read(FrameReader frame) {
        int number = frame.readInt();
        synchronized (values.changed) {
            applied = number;
            for (int left = frame.readInt(); left > 0; left--) {
                String name = frame.readText();
                String value = frame.readText();
                if (value == null) {
                    values.remove(name);
                } else {
                    values.put(name, value);
                }
                values.changed.remove(name);
            }
        }
    }

    /** Writes the changes by scripts since the last answer; values other than strings as null. */
    void writeChanges(FrameWriter frame) {
        synchronized (values.changed) {
            frame.writeInt(applied);
            frame.writeInt(values.changed.size());
            for (String name : values.changed) {
                Object value = values.get(name);
                frame.writeText(name);
                frame.writeText(value instanceof String ? (String) value : null);
            }
            values.changed.clear();
        }
    }

    /** `Properties` modifies it by these methods, and by its views, which proven code does not modify. */
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

        @Override
        public boolean remove(Object name, Object value) {
            boolean isRemoved = super.remove(name, value);
            note(name);
            return isRemoved;
        }

        @Override
        public Object replace(Object name, Object value) {
            Object before = super.replace(name, value);
            note(name);
            return before;
        }

        @Override
        public boolean replace(Object name, Object before, Object value) {
            boolean isReplaced = super.replace(name, before, value);
            note(name);
            return isReplaced;
        }

        @Override
        public Object compute(Object name, BiFunction<? super Object, ? super Object, ?> function) {
            Object value = super.compute(name, function);
            note(name);
            return value;
        }

        @Override
        public Object computeIfAbsent(Object name, Function<? super Object, ?> function) {
            Object value = super.computeIfAbsent(name, function);
            note(name);
            return value;
        }

        @Override
        public Object computeIfPresent(Object name, BiFunction<? super Object, ? super Object, ?> function) {
            Object value = super.computeIfPresent(name, function);
            note(name);
            return value;
        }

        @Override
        public Object merge(Object name, Object value, BiFunction<? super Object, ? super Object, ?> function) {
            Object merged = super.merge(name, value, function);
            note(name);
            return merged;
        }

        @Override
        public void putAll(Map<?, ?> others) {
            others.forEach(this::put);
        }

        @Override
        public void replaceAll(BiFunction<? super Object, ? super Object, ?> function) {
            super.replaceAll(function);
            keySet().forEach(this::note);
        }

        @Override
        public void clear() {
            keySet().forEach(this::remove);
        }
    }
}

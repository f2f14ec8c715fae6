package spate.jmeter;

import java.lang.reflect.Field;

/** Private fields of JMeter 5.6.3 that have no accessors. */
public final class Internals {
    private Internals() {
    }

    @SuppressWarnings("unchecked")
    public static <T> T read(Class<?> type, Object object, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return (T) field.get(object);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This is not the JMeter that was expected", e);
        }
    }

    public static void write(Class<?> type, Object object, String name, Object value) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            field.set(object, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This is not the JMeter that was expected", e);
        }
    }
}

package spate.jmeter;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.TreeSet;
import java.util.jar.JarFile;

import org.apache.jmeter.functions.Function;
import org.apache.jmeter.testelement.TestElement;

/**
 * Prints {@code element <class>} and {@code function <class>} for all test elements and functions in the jars of the
 * given folders. Plans name them; lists made from this are stored in src/plans and in META-INF/services.
 */
public final class ListElements {
    private ListElements() {
    }

    public static void main(String[] folders) throws IOException {
        TreeSet<String> lines = new TreeSet<>();
        for (String folder : folders) {
            File[] jars = new File(folder).listFiles((dir, name) -> name.endsWith(".jar"));
            for (File jar : jars == null ? new File[0] : jars) {
                try (JarFile open = new JarFile(jar)) {
                    open.stream().map(entry -> entry.getName())
                            .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
                            .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                            .map(ListElements::describe)
                            .filter(line -> !line.isEmpty())
                            .forEach(lines::add);
                }
            }
        }
        lines.forEach(System.out::println);
    }

    private static String describe(String name) {
        try {
            Class<?> type = Class.forName(name, false, ListElements.class.getClassLoader());
            if (Modifier.isAbstract(type.getModifiers()) || !Modifier.isPublic(type.getModifiers())) {
                return "";
            }
            type.getConstructor();
            if (TestElement.class.isAssignableFrom(type)) {
                return "element " + name;
            }
            return Function.class.isAssignableFrom(type) ? "function " + name : "";
        } catch (ReflectiveOperationException | LinkageError e) {
            // A plan cannot create it, or a required library is missing.
            return "";
        }
    }
}

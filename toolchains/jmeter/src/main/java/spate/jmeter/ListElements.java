package spate.jmeter;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.TreeSet;
import java.util.jar.JarFile;

import org.apache.jmeter.testelement.TestElement;

/** Prints the names of all test elements in the jars of the folders given. Plans name them; src/plans keeps the list. */
public final class ListElements {
    private ListElements() {
    }

    public static void main(String[] folders) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        for (String folder : folders) {
            File[] jars = new File(folder).listFiles((dir, name) -> name.endsWith(".jar"));
            for (File jar : jars == null ? new File[0] : jars) {
                try (JarFile open = new JarFile(jar)) {
                    open.stream().map(entry -> entry.getName())
                            .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
                            .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                            .filter(ListElements::isElement)
                            .forEach(names::add);
                }
            }
        }
        names.forEach(System.out::println);
    }

    private static boolean isElement(String name) {
        try {
            Class<?> type = Class.forName(name, false, ListElements.class.getClassLoader());
            return TestElement.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers());
        } catch (ClassNotFoundException | LinkageError e) {
            // It needs a library that is not there: a plan could not use it either.
            return false;
        }
    }
}

package spate.gatling;

import java.io.File;
import java.io.IOException;
import java.util.TreeSet;
import java.util.jar.JarFile;

import io.gatling.app.SimulationClass;

/** Finds the simulation when only compiled classes were uploaded. */
final class Simulations {
    private Simulations() {
    }

    /** Names of all simulations in the given jars. */
    static TreeSet<String> in(String jars) throws IOException {
        TreeSet<String> found = new TreeSet<>();
        for (String jar : jars.split(File.pathSeparator)) {
            if (jar.isEmpty()) {
                continue;
            }
            try (JarFile open = new JarFile(jar)) {
                open.stream().map(entry -> entry.getName())
                        .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
                        .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                        .filter(name -> !name.startsWith("io.gatling."))
                        .filter(Simulations::isSimulation)
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static boolean isSimulation(String name) {
        try {
            Class<?> type = Class.forName(name, false, Simulations.class.getClassLoader());
            type.getConstructor();
            return SimulationClass.fromClass(type).isDefined();
        } catch (ReflectiveOperationException | LinkageError e) {
            // Not a simulation, or a required library is missing.
            return false;
        }
    }
}

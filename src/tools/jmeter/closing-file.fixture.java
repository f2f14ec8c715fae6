import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

import org.apache.jmeter.reporters.ResultCollector;
import org.apache.jmeter.util.JMeterUtils;

/**
 * Asks whether the results are lost while JMeter closes its result file, a pipe that is full. Prints "closing" once one
 * thread is in the middle of closing and another one of asking, and the answer when the pipe was emptied.
 */
public final class ClosingFile {
    private static volatile Object answer;

    public static void main(String[] args) throws Exception {
        JMeterUtils.loadJMeterProperties(args[0] + "/bin/jmeter.properties");
        JMeterUtils.setJMeterHome(args[0]);
        ResultCollector collector = new ResultCollector();
        collector.setFilename(args[1]);
        collector.testStarted();
        Class<?> type = Class.forName("spate.jmeter.ResultFile");
        Object file = accessible(type.getDeclaredMethod("find", String.class)).invoke(null, args[1]);
        Method isLost = accessible(type.getDeclaredMethod("isLost"));

        // Stays in the writer's buffer until the file is closed.
        Field out = ResultCollector.class.getDeclaredField("out");
        out.setAccessible(true);
        ((PrintWriter) out.get(collector)).println("a line");
        Thread closing = new Thread(collector::testEnded);
        closing.start();
        await(() -> Arrays.stream(closing.getStackTrace()).anyMatch(at -> at.getMethodName().equals("writeBytes")));
        Thread asking = new Thread(() -> {
            try {
                answer = isLost.invoke(file);
            } catch (ReflectiveOperationException e) {
                answer = e;
            }
        });
        asking.start();
        await(() -> asking.getState() == Thread.State.BLOCKED || asking.getState() == Thread.State.WAITING);
        System.out.println("closing");
        closing.join();
        asking.join();
        System.out.println(answer);
        System.exit(0);
    }

    private static Method accessible(Method method) {
        method.setAccessible(true);
        return method;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }
}

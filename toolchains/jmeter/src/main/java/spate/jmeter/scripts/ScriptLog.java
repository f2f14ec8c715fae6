package spate.jmeter.scripts;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;

/** Sends log events to the engine, which writes the log of the run. */
final class ScriptLog extends AbstractAppender {
    private static final int LOG = 3;
    private final FrameOutput output;

    private ScriptLog(FrameOutput output) {
        super("engine", null, null, false, Property.EMPTY_ARRAY);
        this.output = output;
    }

    /** Replaces the configuration of log4j, before anything is logged. */
    static void install(FrameOutput output) {
        ConfigurationBuilder<BuiltConfiguration> builder = ConfigurationBuilderFactory.newConfigurationBuilder();
        builder.setStatusLevel(Level.OFF);
        builder.add(builder.newRootLogger(Level.INFO));
        Configurator.initialize(builder.build());
        ScriptLog appender = new ScriptLog(output);
        appender.start();
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        context.getConfiguration().getRootLogger().addAppender(appender, null, null);
        context.updateLoggers();
    }

    @Override
    public void append(LogEvent event) {
        FrameWriter frame = new FrameWriter(LOG);
        frame.writeText(event.getLevel().name());
        String text = event.getMessage().getFormattedMessage();
        Throwable thrown = event.getThrown();
        frame.writeText(thrown == null ? text : text + ": " + thrown);
        output.send(frame.finish());
    }
}

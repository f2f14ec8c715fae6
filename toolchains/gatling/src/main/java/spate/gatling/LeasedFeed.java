package spate.gatling;

import java.util.List;

import io.gatling.core.action.FeedMessage;
import io.gatling.core.actor.ActorRef;

import scala.Option;
import scala.collection.immutable.Map;
import scala.concurrent.Promise;
import scala.concurrent.duration.FiniteDuration;

/** Queues virtual users that need leased rows until the rows arrive, then passes them to Gatling's own feed. */
public final class LeasedFeed implements ActorRef<FeedMessage> {
    private final LeasedFeeder feeder;
    private final HandedRows handed;
    private final ActorRef<FeedMessage> feeds;

    /** `feeds` takes its rows from `handed`. */
    public LeasedFeed(LeasedFeeder feeder, HandedRows handed, ActorRef<FeedMessage> feeds) {
        this.feeder = feeder;
        this.handed = handed;
        this.feeds = feeds;
    }

    @Override
    public void $bang(FeedMessage message) {
        feeder.file().execute(() -> feed(message));
    }

    private void feed(FeedMessage message) {
        if (Traffic.isStopping()) {
            return;
        }
        try {
            Option<Object> count = message.num();
            List<Map<String, Object>> rows = feeder.takeRows(count.isEmpty() ? 1 : (Integer) count.get());
            if (rows == null) {
                feeder.file().addUserWithoutRow();
                return;
            }
            handed.add(rows);
        } catch (RuntimeException e) {
            handed.fail(e);
        }
        feeds.$bang(message);
    }

    @Override
    public String name() {
        return feeds.name();
    }

    @Override
    public <R> Promise<R> replyPromise(FiniteDuration timeout) {
        return feeds.replyPromise(timeout);
    }
}

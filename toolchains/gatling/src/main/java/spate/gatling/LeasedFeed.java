package spate.gatling;

import io.gatling.core.action.FeedMessage;
import io.gatling.core.actor.ActorRef;

import scala.Option;
import scala.concurrent.Promise;
import scala.concurrent.duration.FiniteDuration;

/** Keeps virtual users that need leased rows until the rows are there, then hands them to Gatling's own feed. */
public final class LeasedFeed implements ActorRef<FeedMessage> {
    private final LeasedFeeder feeder;
    private final ActorRef<FeedMessage> feeds;

    public LeasedFeed(LeasedFeeder feeder, ActorRef<FeedMessage> feeds) {
        this.feeder = feeder;
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
            if (!feeder.reserve(count.isEmpty() ? 1 : (Integer) count.get())) {
                feeder.file().addUserWithoutRow();
                return;
            }
        } catch (RuntimeException e) {
            feeder.fail(e);
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

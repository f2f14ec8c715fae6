package io.gatling.core.action.builder;

import io.gatling.commons.validation.Validation;
import io.gatling.core.CoreComponents;
import io.gatling.core.action.Action;
import io.gatling.core.action.Feed;
import io.gatling.core.action.FeedActor;
import io.gatling.core.action.FeedMessage;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.feeder.NamedFeederBuilder;
import io.gatling.core.session.Session;
import io.gatling.core.structure.ScenarioContext;
import io.gatling.core.util.NameGen;

import scala.Function0;
import scala.Function1;
import scala.Option;
import scala.Some;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.runtime.BoxedUnit;

import spate.gatling.HandedRows;
import spate.gatling.LeasedFeed;
import spate.gatling.LeasedFeeder;

/**
 * Replaces Gatling's class of this name: our jar comes first on the class path. Creates feeds in the same way. Feeds
 * of leased rows may wait for rows, which must not occupy one of the few threads of Gatling's actors.
 */
public final class FeedBuilder implements ActionBuilder, NameGen {
    private final Function0<Iterator<Map<String, Object>>> feederBuilder;
    private final long feederBuilderKey;
    private final Option<Function1<Session, Validation<Object>>> number;
    private final boolean generateJavaCollection;
    private final Option<String> feedCallSite;

    public FeedBuilder(Function0<Iterator<Map<String, Object>>> feederBuilder, long feederBuilderKey,
            Option<Function1<Session, Validation<Object>>> number, boolean generateJavaCollection,
            Option<String> feedCallSite) {
        this.feederBuilder = feederBuilder;
        this.feederBuilderKey = feederBuilderKey;
        this.number = number;
        this.generateJavaCollection = generateJavaCollection;
        this.feedCallSite = feedCallSite;
    }

    @Override
    public Action build(ScenarioContext context, Action next) {
        CoreComponents components = context.coreComponents();
        ActorRef<FeedMessage> feeds = FeedBuilder$.MODULE$.io$gatling$core$action$builder$FeedBuilder$$Instances()
                .getOrElseUpdate(feederBuilderKey, () -> newFeed(components));
        return new Feed(feeds, number, components.statsEngine(), components.clock(), next);
    }

    private ActorRef<FeedMessage> newFeed(CoreComponents components) {
        Option<String> feederName = feederBuilder instanceof NamedFeederBuilder
                ? new Some<>(((NamedFeederBuilder) feederBuilder).name())
                : Option.empty();
        Iterator<Map<String, Object>> feeder = feederBuilder.apply();
        if (feeder instanceof AutoCloseable) {
            components.actorSystem().registerOnTermination(() -> close((AutoCloseable) feeder));
        }
        if (!(feeder instanceof LeasedFeeder)) {
            return newFeedActor(components, feeder, feederName);
        }
        HandedRows handed = new HandedRows();
        return new LeasedFeed((LeasedFeeder) feeder, handed, newFeedActor(components, handed, feederName));
    }

    private ActorRef<FeedMessage> newFeedActor(CoreComponents components, Iterator<Map<String, Object>> feeder,
            Option<String> feederName) {
        return components.actorSystem().actorOf(FeedActor.actor(feeder, genName("feed"), feederName,
                generateJavaCollection, components.controller(), feedCallSite));
    }

    private static BoxedUnit close(AutoCloseable feeder) {
        try {
            feeder.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return BoxedUnit.UNIT;
    }
}

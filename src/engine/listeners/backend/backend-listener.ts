import { argumentsOf } from '../../../jmx/arguments-of.ts';
import { elementProperty, textProperty } from '../../../jmx/plan-tree.ts';
import type { ElementCompiler, User } from '../../core.ts';
import { type BackendClient, type BackendClientMaker, WrongArgument } from './backend-client.ts';
import { Delivery } from './delivery.ts';
import { influxdbClient } from './influxdb-client.ts';
import { influxdbRawClient } from './influxdb-raw-client.ts';

const home = 'org.apache.jmeter.visualizers.backend';
const makers: Readonly<Record<string, BackendClientMaker>> = {
  [`${home}.influxdb.InfluxdbBackendListenerClient`]: influxdbClient,
  [`${home}.influxdb.InfluxDBRawBackendListenerClient`]: influxdbRawClient,
};

interface Started {
  client: BackendClient;
  delivery: Delivery;
}

const clientsKey = 'clients of backend listeners';

/** JMeter's Backend Listener. Listeners with the same name share the first one's client. */
export const backendListener: ElementCompiler = (element, context) => {
  const make = makers[textProperty(element, 'classname').trim()];
  if (!make) {
    throw new Error(`${element.place}: a backend that this engine does not have`);
  }
  const name = context.compile(element.name);
  const clients = context.shared(clientsKey, () => new Map<string, Started>());
  const own = context.shared(element, () => ({ started: undefined as Started | undefined, name: '' }));
  const parametersFor = (placeholderUser: User) => {
    const parameters = new Map<string, string>();
    for (const argument of argumentsOf(elementProperty(element, 'arguments'))) {
      const key = context.compile(argument.name).evaluate(placeholderUser);
      if (!parameters.has(key)) {
        parameters.set(key, context.compile(argument.value).evaluate(placeholderUser));
      }
    }
    return parameters;
  };
  const start = (placeholderUser: User): Started | undefined => {
    const { nowMs } = context.environment;
    const { runner } = placeholderUser;
    const delivery = new Delivery(runner);
    try {
      return {
        client: make({ parameters: parametersFor(placeholderUser), runner, delivery, nowMs }),
        delivery,
      };
    } catch (error) {
      if (error instanceof WrongArgument) {
        // JMeter also ends before the first sample.
        throw new Error(`${element.place} cannot start: ${error.message}.`);
      }
      runner.refuse(`${element.place} cannot start with its arguments, ${String(error)}`);
      return undefined;
    }
  };
  return {
    planListener: {
      planStarted: (placeholderUser) => {
        own.name = name.evaluate(placeholderUser);
        own.started = clients.get(own.name) ?? start(placeholderUser);
        if (own.started) {
          clients.set(own.name, own.started);
        }
      },
      planEnded: async () => {
        // JMeter closes a shared client with its last listener; nothing happens in between.
        if (own.started && clients.delete(own.name)) {
          await own.started.client.stop();
          own.started.delivery.conclude(own.name);
        }
      },
    },
    listener: { sampleOccurred: (result) => own.started?.client.add(result) },
  };
};

import { elementProperty, textProperty } from '../../../plans/jmeter/plan-tree.ts';
import { argumentsOf } from '../../configs/arguments.ts';
import type { ElementCompiler, User } from '../../core.ts';
import { type BackendClient, type BackendClientMaker, WrongArgument } from './backend-client.ts';
import { graphiteClient } from './graphite-client.ts';
import { influxdbClient } from './influxdb-client.ts';
import { influxdbRawClient } from './influxdb-raw-client.ts';

const home = 'org.apache.jmeter.visualizers.backend';
const makers: Readonly<Record<string, BackendClientMaker>> = {
  [`${home}.graphite.GraphiteBackendListenerClient`]: graphiteClient,
  [`${home}.influxdb.InfluxdbBackendListenerClient`]: influxdbClient,
  [`${home}.influxdb.InfluxDBRawBackendListenerClient`]: influxdbRawClient,
};

const clientsKey = 'clients of backend listeners';

/** JMeter's Backend Listener. Those with the same name share the client of the first. */
export const backendListener: ElementCompiler = (element, context) => {
  const make = makers[textProperty(element, 'classname').trim()];
  if (!make) {
    throw new Error(`${element.place}: a backend that this engine does not have`);
  }
  const name = context.compile(element.name);
  const clients = context.shared(clientsKey, () => new Map<string, BackendClient>());
  const own = context.shared(element, () => ({ client: undefined as BackendClient | undefined, name: '' }));
  const parametersFor = (nobody: User) => {
    const parameters = new Map<string, string>();
    for (const argument of argumentsOf(elementProperty(element, 'arguments'))) {
      const key = context.compile(argument.name).evaluate(nobody);
      if (!parameters.has(key)) {
        parameters.set(key, context.compile(argument.value).evaluate(nobody));
      }
    }
    return parameters;
  };
  const start = (nobody: User) => {
    const { nowMs } = context.world;
    try {
      return make({ parameters: parametersFor(nobody), runner: nobody.runner, nowMs });
    } catch (error) {
      if (error instanceof WrongArgument) {
        // JMeter ends before its first sample, too.
        throw new Error(`${element.place} cannot start: ${error.message}.`);
      }
      nobody.runner.refuse(`${element.place} cannot start with its arguments, ${String(error)}`);
      return undefined;
    }
  };
  return {
    planListener: {
      planStarted: (nobody) => {
        own.name = name.evaluate(nobody);
        own.client = clients.get(own.name) ?? start(nobody);
        if (own.client) {
          clients.set(own.name, own.client);
        }
      },
      planEnded: async () => {
        // The last of those that share it would end it; nothing comes in between.
        if (own.client && clients.delete(own.name)) {
          await own.client.stop();
        }
      },
    },
    listener: { sampleOccurred: (result) => own.client?.add(result) },
  };
};

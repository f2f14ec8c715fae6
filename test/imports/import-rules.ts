/** Modules that match `path` and not `except`, by their path from the root of the project, or the name of a package. */
export interface ModulePattern {
  path: RegExp;
  except?: RegExp;
}

/** Forbids imports from modules of one pattern to those of another. */
export interface ImportRule {
  name: string;
  reason?: string;
  from: ModulePattern;
  /** In a text, `$1` is the first group of `from.path`. */
  to: { path: RegExp; except?: RegExp | string };
  /** Also through other modules. */
  isTransitive?: boolean;
}

/** The allowed imports between rooms. Cycles are never allowed. */
export const importRules: readonly ImportRule[] = [
  {
    name: 'src-not-to-test',
    from: { path: /^src\//, except: /[.](test|conformance|fixture|differential)[.]ts$|\/testing\// },
    to: { path: /^(test|bench|packaging)\// },
  },
  {
    name: 'testing-only-for-tests',
    reason: 'What helps tests may reach over walls, so nothing that is delivered may use it.',
    from: { path: /^src\//, except: /[.](test|conformance|fixture|differential)[.]ts$|\/testing\// },
    to: { path: /^src\/.*(\/testing\/|[.](test|conformance|fixture|differential)[.]ts$)/ },
  },
  {
    name: 'service-loads-no-engine',
    reason: 'The service judges plans for the engine but must not load its sockets and threads.',
    from: { path: /^src\/(service|api|runs|plans|converters|jmx|languages)\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\/engine\// },
    isTransitive: true,
  },
  {
    name: 'jmx-opens-nothing',
    reason:
      'Plans and the languages in them are read, written and evaluated without sockets, threads or processes.',
    from: { path: /^src\/(jmx|languages|converters)\//, except: /[.]test[.]ts$/ },
    to: { path: /^(node:)?(child_process|cluster|dgram|http|http2|https|net|tls|worker_threads)$/ },
    isTransitive: true,
  },
  {
    name: 'walls-of-lib',
    reason: 'lib may import nothing of ours.',
    from: { path: /^src\/lib\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(lib)\// },
  },
  {
    name: 'walls-of-contract',
    reason: 'contract may import nothing of ours.',
    from: { path: /^src\/contract\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(contract)\// },
  },
  {
    name: 'walls-of-domain',
    reason: 'domain may import lib, and the descriptions of run settings, secret parameters and sort orders.',
    from: { path: /^src\/domain\//, except: /[.]test[.]ts$/ },
    to: {
      path: /^src\//,
      except: /^src\/(domain|lib)\/|^src\/contract\/(records|run-settings|run-sorts|secret-parameters)[.]ts$/,
    },
  },
  {
    name: 'walls-of-config',
    reason: 'config may import lib, domain.',
    from: { path: /^src\/config\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(config|lib|domain)\// },
  },
  {
    name: 'walls-of-metrics',
    reason: 'metrics may import lib, domain.',
    from: { path: /^src\/metrics\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(metrics|lib|domain)\// },
  },
  {
    name: 'walls-of-plans',
    reason:
      'plans may import lib, domain, languages, jmx, and the descriptions of secret parameters and row files.',
    from: { path: /^src\/plans\//, except: /[.]test[.]ts$/ },
    to: {
      path: /^src\//,
      except: /^src\/(plans|lib|domain|languages|jmx)\/|^src\/contract\/(row-files|secret-parameters)[.]ts$/,
    },
  },
  {
    name: 'walls-of-converters',
    reason: 'converters may import lib, domain, contract.',
    from: { path: /^src\/converters\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(converters|lib|domain|contract)\// },
  },
  {
    name: 'walls-of-languages',
    reason: 'languages may import lib.',
    from: { path: /^src\/languages\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(languages|lib)\// },
  },
  {
    name: 'walls-of-jmx',
    reason: 'jmx may import lib, domain, languages.',
    from: { path: /^src\/jmx\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(jmx|lib|domain|languages)\// },
  },
  {
    name: 'walls-of-tool-process',
    reason: 'tool-process may import lib, domain, metrics.',
    from: { path: /^src\/tool-process\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(tool-process|lib|domain|metrics)\// },
  },
  {
    name: 'walls-of-engine',
    reason: 'engine may import lib, domain, metrics, languages, jmx, tool-process.',
    from: { path: /^src\/engine\//, except: /[.](test|differential)[.]ts$|^src\/engine\/testing\// },
    to: { path: /^src\//, except: /^src\/(engine|lib|domain|metrics|languages|jmx|tool-process)\// },
  },
  {
    name: 'engine-state',
    reason: 'state and time import nothing else of the engine.',
    from: { path: /^src\/engine\/(state|time)\//, except: /[.](test|differential)[.]ts$/ },
    to: { path: /^src\/engine\//, except: '^src/engine/($1/)' },
  },
  {
    name: 'engine-core',
    reason: 'core.ts imports state and time.',
    from: { path: /^src\/engine\/core[.]ts$/, except: /[.](test|differential)[.]ts$/ },
    to: { path: /^src\/engine\//, except: /^src\/engine\/(state\/|time\/)/ },
  },
  {
    name: 'engine-languages',
    reason: 'Languages import core.ts, state, time and each other.',
    from: { path: /^src\/engine\/(languages|text|csv)\//, except: /[.](test|differential)[.]ts$/ },
    to: {
      path: /^src\/engine\//,
      except: /^src\/engine\/(core[.]ts$|state\/|time\/|languages\/|text\/|csv\/)/,
    },
  },
  {
    name: 'engine-keys',
    reason: 'Key stores know nothing of the clients that use them.',
    from: { path: /^src\/engine\/keys\//, except: /[.](test|differential)[.]ts$/ },
    to: {
      path: /^src\/engine\//,
      except: /^src\/engine\/(keys\/|core[.]ts$|state\/|time\/|languages\/|text\/|csv\/)/,
    },
  },
  {
    name: 'engine-clients',
    reason: 'Clients and results import languages.',
    from: { path: /^src\/engine\/(http|sampling)\//, except: /[.](test|differential)[.]ts$/ },
    to: {
      path: /^src\/engine\//,
      except: '^src/engine/($1/|keys/|core[.]ts$|state/|time/|languages/|text/|csv/)',
    },
  },
  {
    name: 'engine-script-jvm',
    reason: 'Elements reach scripts in a JVM through core.ts.',
    from: { path: /^src\/engine\/script-jvm\//, except: /[.](test|differential|fixture)[.]ts$/ },
    to: {
      path: /^src\/engine\//,
      except: /^src\/engine\/(script-jvm\/|core[.]ts$|state\/|time\/|languages\/|text\/|http\/)/,
    },
  },
  {
    name: 'engine-elements',
    reason: 'Elements import what is below them, and no element of another folder.',
    from: {
      path: /^src\/engine\/(assertions|configs|functions|timers)\//,
      except: /[.](test|differential)[.]ts$/,
    },
    to: {
      path: /^src\/engine\//,
      except: '^src/engine/($1/|core[.]ts$|state/|time/|languages/|text/|csv/|http/|keys/|sampling/)',
    },
  },
  {
    name: 'engine-samplers',
    reason: 'Samplers and listeners also read configs.',
    from: { path: /^src\/engine\/(samplers|listeners)\//, except: /[.](test|differential)[.]ts$/ },
    to: {
      path: /^src\/engine\//,
      except:
        '^src/engine/($1/|configs/|core[.]ts$|state/|time/|languages/|text/|csv/|http/|keys/|sampling/)',
    },
  },
  {
    name: 'engine-processors',
    reason: 'Controllers and processors also use samplers and configs.',
    from: {
      path: /^src\/engine\/(controllers|preprocessors|postprocessors)\//,
      except: /[.](test|differential)[.]ts$/,
    },
    to: {
      path: /^src\/engine\//,
      except:
        '^src/engine/($1/|samplers/|configs/|core[.]ts$|state/|time/|languages/|text/|csv/|http/|keys/|sampling/)',
    },
  },
  {
    name: 'engine-groups',
    reason: 'Thread groups also use controllers.',
    from: { path: /^src\/engine\/groups\//, except: /[.](test|differential)[.]ts$/ },
    to: {
      path: /^src\/engine\//,
      except:
        /^src\/engine\/(groups\/|controllers\/|core[.]ts$|state\/|time\/|languages\/|text\/|csv\/|http\/|keys\/|sampling\/)/,
    },
  },
  {
    name: 'engine-compile',
    reason: 'compile imports elements; scheduler and process are above it.',
    from: { path: /^src\/engine\/(compile\/|elements[.]ts$)/, except: /[.](test|differential)[.]ts$/ },
    to: { path: /^src\/engine\/(scheduler|process)\// },
  },
  {
    name: 'engine-scheduler',
    reason: 'The scheduler does not know the process that it runs in.',
    from: { path: /^src\/engine\/scheduler\//, except: /[.](test|differential)[.]ts$/ },
    to: { path: /^src\/engine\/process\// },
  },
  {
    name: 'walls-of-browser-scripts',
    reason: 'browser-scripts may import lib, domain, tool-process.',
    from: { path: /^src\/browser-scripts\//, except: /[.](test|fixture)[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(browser-scripts|lib|domain|tool-process)\// },
  },
  {
    name: 'walls-of-tools',
    reason: 'tools may import lib, domain, metrics, jmx, plans, tool-process.',
    from: { path: /^src\/tools\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(tools|lib|domain|metrics|jmx|plans|tool-process)\// },
  },
  {
    name: 'walls-of-protocol',
    reason: 'protocol may import lib, domain, metrics.',
    from: { path: /^src\/protocol\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(protocol|lib|domain|metrics)\// },
  },
  {
    name: 'walls-of-telemetry',
    reason: 'telemetry may import lib, domain.',
    from: { path: /^src\/telemetry\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(telemetry|lib|domain)\// },
  },
  {
    name: 'walls-of-store',
    reason: 'store may import lib, domain, metrics.',
    from: { path: /^src\/store\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(store|lib|domain|metrics)\// },
  },
  {
    name: 'walls-of-accounts',
    reason: 'accounts may import lib, domain, store.',
    from: { path: /^src\/accounts\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(accounts|lib|domain|store)\// },
  },
  {
    name: 'walls-of-nodes',
    reason: 'nodes may import lib, domain, protocol, store.',
    from: { path: /^src\/nodes\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(nodes|lib|domain|protocol|store)\// },
  },
  {
    name: 'walls-of-grids',
    reason: 'grids may import lib, domain, protocol, store, nodes, and the words of the join command.',
    from: { path: /^src\/grids\//, except: /[.]test[.]ts$/ },
    to: {
      path: /^src\//,
      except: /^src\/(grids|lib|domain|protocol|store|nodes)\/|^src\/contract\/join-command[.]ts$/,
    },
  },
  {
    name: 'walls-of-runs',
    reason:
      'runs may import lib, domain, metrics, plans, protocol, store, nodes, grids, telemetry, and the descriptions of run settings and secret parameters.',
    from: { path: /^src\/runs\//, except: /[.]test[.]ts$/ },
    to: {
      path: /^src\//,
      except:
        /^src\/(runs|lib|domain|metrics|plans|protocol|store|nodes|grids|telemetry)\/|^src\/contract\/(records|run-settings|secret-parameters)[.]ts$/,
    },
  },
  {
    name: 'walls-of-agent',
    reason: 'agent may import lib, domain, metrics, protocol, tools, telemetry.',
    from: { path: /^src\/agent\//, except: /[.]test[.]ts$|^src\/agent\/testing\// },
    to: { path: /^src\//, except: /^src\/(agent|lib|domain|metrics|protocol|tools|telemetry)\// },
  },
  {
    name: 'walls-of-api',
    reason:
      'api may import lib, domain, metrics, plans, converters, protocol, contract, accounts, nodes, grids, runs, telemetry.',
    from: { path: /^src\/api\//, except: /[.]test[.]ts$/ },
    to: {
      path: /^src\//,
      except:
        /^src\/(api|lib|domain|metrics|plans|converters|protocol|contract|accounts|nodes|grids|runs|telemetry)\//,
    },
  },
  {
    name: 'walls-of-service',
    reason:
      "service may import every room of the service, config, tools, and the types of the commands' parts.",
    from: { path: /^src\/service\//, except: /[.]test[.]ts$/ },
    to: {
      path: /^src\//,
      except:
        /^src\/(service|lib|domain|config|contract|converters|metrics|telemetry|protocol|store|accounts|nodes|grids|runs|api|tools)\/|^src\/cli\/parts[.]ts$/,
    },
  },
  {
    name: 'service-is-the-top',
    reason: 'Only main.ts and tests load the service.',
    from: {
      path: /^src\//,
      except: /^src\/service\/|^src\/main[.]ts$|[.](test|conformance)[.]ts$|\/testing\//,
    },
    to: { path: /^src\/service\// },
  },
  {
    name: 'walls-of-web',
    reason: 'web may import contract; its folder format also the figures and moments of lib.',
    from: { path: /^src\/web\//, except: /[.]test[.]ts$|^src\/web\/format\// },
    to: { path: /^src\//, except: /^src\/(web|contract)\// },
  },
  {
    name: 'walls-of-web-format',
    reason: 'How figures and moments are written is the same in the page, the report and the terminal.',
    from: { path: /^src\/web\/format\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(web\/format\/|lib\/(figures|moments|money)[.]ts$)/ },
  },
  {
    name: 'walls-of-cli',
    reason: 'cli may import lib, config, contract, converters, plans, tools, engine.',
    from: { path: /^src\/cli\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/(cli|lib|config|contract|converters|plans|tools|engine)\// },
  },
];

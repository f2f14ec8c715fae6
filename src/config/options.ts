import { join } from 'node:path';
import type { Machine } from './machine.ts';
import type { Option } from './option.ts';
import {
  choice,
  egressRules,
  email,
  onOff,
  optionalAddress,
  optionalDatabaseAddress,
  optionalMailAddress,
  optionalPath,
  optionalText,
  optionalToken,
  optionList,
  path,
  text,
  wholeNumber,
} from './parsers.ts';

const aDayS = 86_400;
const manyDays = 36_500;
const aTebibyteMb = 1_048_576;

/** Every option there is. Flags, variables, defaults, --help and the reference page all come from here. */
export const options = {
  host: text({
    flag: '--host',
    variable: 'SPATE_HOST',
    section: 'address',
    fallback: '127.0.0.1',
    sentence: 'The address to listen on; 0.0.0.0 or :: for every network of the machine.',
  }),
  port: wholeNumber({
    flag: '--port',
    variable: 'SPATE_PORT',
    section: 'address',
    fallback: 8443,
    least: 0,
    most: 65_535,
    sentence: 'The one port for the API, the pages and the nodes; 0 takes a free one.',
  }),
  publicUrl: optionalAddress({
    flag: '--public-url',
    variable: 'SPATE_PUBLIC_URL',
    section: 'address',
    sentence:
      'The address under which people and nodes reach the service. Without it, links use the address of the request, and nodes the address listened on.',
  }),
  permalinkBase: optionalAddress({
    flag: '--permalink-base',
    variable: 'SPATE_PERMALINK_BASE',
    section: 'address',
    sentence: 'What comes before the id in the address of a run’s page. Without it, <address>/app/runs.',
  }),
  tls: onOff({
    flag: '--tls',
    variable: 'SPATE_TLS',
    section: 'address',
    fallback: true,
    sentence: 'Speak TLS. Off only behind a proxy that does, and that sends X-Forwarded-Proto.',
  }),
  proxies: wholeNumber({
    flag: '--proxies',
    variable: 'SPATE_PROXIES',
    section: 'address',
    fallback: 1,
    least: 1,
    most: 10,
    sentence:
      'With SPATE_TLS=off, how many proxies stand between people and the service. So many addresses at the end of X-Forwarded-For are believed; whoever asks could have written the others.',
  }),
  tlsCert: optionalPath({
    flag: '--tls-cert',
    variable: 'SPATE_TLS_CERT',
    section: 'address',
    sentence:
      'Your certificate with its chain, as PEM. Without it the service makes its own CA and certificate in the data folder.',
  }),
  tlsKey: optionalPath({
    flag: '--tls-key',
    variable: 'SPATE_TLS_KEY',
    section: 'address',
    sentence: 'The private key of that certificate, as PEM.',
  }),

  dataDir: path({
    flag: '--data-dir',
    variable: 'SPATE_DATA_DIR',
    section: 'state',
    fallback: { from: (machine) => join(machine.workingDir, '.spate'), text: './.spate' },
    sentence: 'The folder with everything the service keeps: database, files, archives, token, CA.',
  }),
  databaseUrl: optionalDatabaseAddress({
    flag: '--database-url',
    variable: 'DATABASE_URL',
    section: 'state',
    isSecret: true,
    sentence: 'A PostgreSQL of yours. Without it the service runs its own inside the data folder.',
  }),
  cacheDir: path({
    flag: '--cache-dir',
    variable: 'SPATE_CACHE_DIR',
    section: 'state',
    fallback: { from: defaultCacheDir, text: '~/.cache/spate, as root /var/cache/spate' },
    sentence: 'The folder with the downloaded toolchains, shared by all data folders of the machine.',
  }),

  token: optionalToken({
    flag: '--token',
    variable: 'SPATE_TOKEN',
    section: 'access',
    sentence:
      'The first user’s API token, and the token that the command line uses. Without it one is made and kept in <data folder>/token.',
  }),
  ownerEmail: email({
    flag: '--owner-email',
    variable: 'SPATE_OWNER_EMAIL',
    section: 'access',
    fallback: 'owner@localhost',
    sentence: 'The e-mail address of the first user; used once, when the account is made.',
  }),
  smtpUrl: optionalMailAddress({
    flag: '--smtp-url',
    variable: 'SPATE_SMTP_URL',
    section: 'access',
    isSecret: true,
    sentence: 'The mail server that invitations are sent by. Without it, their links are only shown.',
  }),
  mailFrom: email({
    flag: '--mail-from',
    variable: 'SPATE_MAIL_FROM',
    section: 'access',
    fallback: 'spate@localhost',
    sentence: 'The address that mail comes from.',
  }),

  oauthPasswordGrant: onOff({
    flag: '--oauth-password-grant',
    variable: 'SPATE_OAUTH_PASSWORD_GRANT',
    section: 'access',
    fallback: false,
    sentence:
      'Give tokens at /oauth/token for a name and a password, as old command lines ask for them. Others use the device flow.',
  }),
  openidIssuer: optionalAddress({
    flag: '--openid-issuer',
    variable: 'SPATE_OPENID_ISSUER',
    section: 'access',
    sentence:
      'The issuer of your team’s OpenID provider, for people to sign in there. It needs a client id, and <address>/session/openid/callback as redirect address.',
  }),
  openidClientId: optionalText({
    flag: '--openid-client-id',
    variable: 'SPATE_OPENID_CLIENT_ID',
    section: 'access',
    sentence: 'What this service is called at that provider.',
  }),
  openidClientSecret: optionalText({
    flag: '--openid-client-secret',
    variable: 'SPATE_OPENID_CLIENT_SECRET',
    section: 'access',
    isSecret: true,
    sentence: 'The secret of this service at that provider; none for a public client.',
  }),
  openidName: text({
    flag: '--openid-name',
    variable: 'SPATE_OPENID_NAME',
    section: 'access',
    fallback: 'OpenID',
    sentence: 'What the button on the sign-in page calls that provider.',
  }),

  localExecutions: wholeNumber({
    flag: '--local-executions',
    variable: 'SPATE_LOCAL_EXECUTIONS',
    section: 'runs',
    fallback: { from: defaultLocalExecutions, text: 'one per 2 GiB of memory, from 2 to 8' },
    least: 1,
    most: 1000,
    sentence:
      'How many executions this machine carries at once. A run that needs more is refused; others wait.',
  }),
  gridExecutions: wholeNumber({
    flag: '--grid-executions',
    variable: 'SPATE_GRID_EXECUTIONS',
    section: 'runs',
    fallback: 2,
    least: 1,
    most: 1000,
    sentence: 'How many runs may go on at once on one grid. The others wait in order as queued.',
  }),
  executionMemoryMb: wholeNumber({
    flag: '--execution-memory-mb',
    variable: 'SPATE_EXECUTION_MEMORY_MB',
    section: 'runs',
    fallback: {
      from: defaultExecutionMemoryMb,
      text: 'three quarters of the memory, shared by as many as run at once',
    },
    least: 256,
    most: aTebibyteMb,
    sentence: 'Memory that one execution on this machine may use, in MiB.',
  }),
  executionDiskMb: wholeNumber({
    flag: '--execution-disk-mb',
    variable: 'SPATE_EXECUTION_DISK_MB',
    section: 'runs',
    fallback: 102_400,
    least: 0,
    most: aTebibyteMb,
    sentence:
      'What one execution may have on the disk of its node, in MiB: uploads, results and all that a script writes. A run that uses more is ended. 0 for no limit; a twentieth of the disk, at most 1 GiB, is kept free in any case.',
  }),
  javaOptions: optionList({
    flag: '--java-options',
    variable: 'SPATE_JAVA_OPTIONS',
    section: 'runs',
    sentence:
      'Options for every JVM of JMeter, Gatling and Java Selenium on this machine, separated by blanks, such as -Djavax.net.ssl.trustStore=/etc/ssl/java/cacerts. A run’s own override_parameters win.',
  }),
  sandbox: onOff({
    flag: '--sandbox',
    variable: 'SPATE_SANDBOX',
    section: 'runs',
    fallback: true,
    sentence:
      'Run scripts and plans in bubblewrap, and refuse them on a machine where it does not work. Off: they run with the rights of the user of the service or agent, and can read its token.',
  }),
  egress: egressRules({
    flag: '--egress',
    variable: 'SPATE_EGRESS',
    section: 'runs',
    sentence:
      'What tools on this machine may connect to, as rules separated by commas, such as deny:10.0.0.0/8,allow:10.1.2.3:443 or deny:all,allow:[fd00::/8]:443. The most specific network decides. Metadata addresses of clouds and the database of the service are denied unless a rule allows them. Where deny cannot be enforced, runs are refused; try-deny lets them run.',
  }),
  apdexThresholdMs: wholeNumber({
    flag: '--apdex-threshold-ms',
    variable: 'SPATE_APDEX_THRESHOLD_MS',
    section: 'runs',
    fallback: 4000,
    least: 1,
    most: 3_600_000,
    sentence: 'The response time up to which Apdex counts a user as satisfied, in milliseconds.',
  }),
  prepareTimeoutS: wholeNumber({
    flag: '--prepare-timeout-s',
    variable: 'SPATE_PREPARE_TIMEOUT_S',
    section: 'runs',
    fallback: 600,
    least: 1,
    most: aDayS,
    sentence: 'How long nodes may take to fetch files and toolchain and to load the plan, in seconds.',
  }),
  nodeJoinTimeoutS: wholeNumber({
    flag: '--node-join-timeout-s',
    variable: 'SPATE_NODE_JOIN_TIMEOUT_S',
    section: 'runs',
    fallback: 120,
    least: 1,
    most: aDayS,
    sentence:
      'How long a started node may take to join, in seconds. Hosted grids wait for stop_after and this long.',
  }),
  nodeLostS: wholeNumber({
    flag: '--node-lost-s',
    variable: 'SPATE_NODE_LOST_S',
    section: 'runs',
    fallback: 15,
    least: 1,
    most: aDayS,
    sentence: 'After how many seconds of silence a node shows as lost. It may come back.',
  }),
  giveUpS: wholeNumber({
    flag: '--give-up-s',
    variable: 'SPATE_GIVE_UP_S',
    section: 'runs',
    fallback: 60,
    least: 1,
    most: aDayS,
    sentence: 'After how many seconds a silent node, or a tool that does not stop, is given up.',
  }),
  nodeSilentS: wholeNumber({
    flag: '--node-silent-s',
    variable: 'SPATE_NODE_SILENT_S',
    section: 'runs',
    fallback: 300,
    least: 1,
    most: aDayS,
    sentence:
      'How long a node may be silent while its part of a run goes on before it is given up, in seconds. It measures on meanwhile.',
  }),
  collectTimeoutS: wholeNumber({
    flag: '--collect-timeout-s',
    variable: 'SPATE_COLLECT_TIMEOUT_S',
    section: 'runs',
    fallback: 1800,
    least: 1,
    most: aDayS,
    sentence: 'How long nodes may take after a run to send their last figures and archives, in seconds.',
  }),
  durationGraceS: wholeNumber({
    flag: '--duration-grace-s',
    variable: 'SPATE_DURATION_GRACE_S',
    section: 'runs',
    fallback: 60,
    least: 0,
    most: aDayS,
    sentence:
      'How long after its duration a run may last, in seconds. It is stopped in time to be over by then; requests still in flight are reported, not counted.',
  }),
  runLimitS: wholeNumber({
    flag: '--run-limit-s',
    variable: 'SPATE_RUN_LIMIT_S',
    section: 'runs',
    fallback: 2 * aDayS,
    least: 0,
    most: 366 * aDayS,
    sentence:
      'How long a run without a duration may last, in seconds, before it is stopped. The default is the longest stop_after; 0 is no limit.',
  }),
  stopGraceS: wholeNumber({
    flag: '--stop-grace-s',
    variable: 'SPATE_STOP_GRACE_S',
    section: 'runs',
    fallback: 15,
    least: 0,
    most: aDayS,
    sentence: 'How long a tool gets to stop by itself before it is killed, in seconds.',
  }),
  jobConcurrency: wholeNumber({
    flag: '--job-concurrency',
    variable: 'SPATE_JOB_CONCURRENCY',
    section: 'runs',
    fallback: 8,
    least: 1,
    most: 100,
    sentence: 'How many background jobs (grid starts, run steps, clean-up) the service works on at once.',
  }),

  uploadLimitMb: wholeNumber({
    flag: '--upload-limit-mb',
    variable: 'SPATE_UPLOAD_LIMIT_MB',
    section: 'limits',
    fallback: 1024,
    least: 1,
    most: aTebibyteMb,
    sentence: 'The largest file that can be uploaded, in MiB.',
  }),
  maxConnections: wholeNumber({
    flag: '--max-connections',
    variable: 'SPATE_MAX_CONNECTIONS',
    section: 'limits',
    fallback: 10_000,
    least: 10,
    most: 1_000_000,
    sentence: 'How many connections the service keeps open; more are closed at once.',
  }),
  maxConnectionsPerAddress: wholeNumber({
    flag: '--max-connections-per-address',
    variable: 'SPATE_MAX_CONNECTIONS_PER_ADDRESS',
    section: 'limits',
    fallback: 1000,
    least: 1,
    most: 1_000_000,
    sentence:
      'The same for one address, or IPv6 network of 64 bits. Does not count behind a proxy and on the machine itself.',
  }),
  anonymousPerMinute: wholeNumber({
    flag: '--anonymous-per-minute',
    variable: 'SPATE_ANONYMOUS_PER_MINUTE',
    section: 'limits',
    fallback: 1200,
    least: 0,
    most: 1_000_000,
    sentence:
      'How many requests one address may make in a minute without a token, half of them at once; 0 for no limit.',
  }),
  planChecks: wholeNumber({
    flag: '--plan-checks',
    variable: 'SPATE_PLAN_CHECKS',
    section: 'limits',
    fallback: 2,
    least: 1,
    most: 64,
    sentence: 'How many uploads are checked at once, each on a thread of its own.',
  }),
  planCheckTimeoutS: wholeNumber({
    flag: '--plan-check-timeout-s',
    variable: 'SPATE_PLAN_CHECK_TIMEOUT_S',
    section: 'limits',
    fallback: 60,
    least: 1,
    most: 3600,
    sentence: 'How long the check of an upload may take, in seconds. A plan that takes longer is refused.',
  }),
  planCheckMemoryMb: wholeNumber({
    flag: '--plan-check-memory-mb',
    variable: 'SPATE_PLAN_CHECK_MEMORY_MB',
    section: 'limits',
    fallback: 1024,
    least: 64,
    most: aTebibyteMb,
    sentence: 'Memory that the check of an upload may use, in MiB. A plan that needs more is refused.',
  }),
  archiveResultsLimitMb: wholeNumber({
    flag: '--archive-results-limit-mb',
    variable: 'SPATE_ARCHIVE_RESULTS_LIMIT_MB',
    section: 'limits',
    fallback: 1024,
    least: 0,
    most: aTebibyteMb,
    sentence:
      'Raw result files larger than this are left out of the archive, in MiB. The frames are always in it.',
  }),
  minFreeDiskMb: wholeNumber({
    flag: '--min-free-disk-mb',
    variable: 'SPATE_MIN_FREE_DISK_MB',
    section: 'limits',
    fallback: 512,
    least: 0,
    most: aTebibyteMb,
    sentence: 'No new run is taken when less than this is free in the data folder, in MiB.',
  }),
  runDiskMb: wholeNumber({
    flag: '--run-disk-mb',
    variable: 'SPATE_RUN_DISK_MB',
    section: 'limits',
    fallback: 20_480,
    least: 0,
    most: aTebibyteMb,
    sentence:
      'What the uploads and archives of one run may take in the data folder, in MiB; 0 for no limit. Archives above it are kept without result files.',
  }),
  labelCap: wholeNumber({
    flag: '--label-cap',
    variable: 'SPATE_LABEL_CAP',
    section: 'limits',
    fallback: 2000,
    least: 10,
    most: 100_000,
    sentence: 'How many labels of a run are told apart; the rest is counted together as other labels.',
  }),
  errorTextCap: wholeNumber({
    flag: '--error-text-cap',
    variable: 'SPATE_ERROR_TEXT_CAP',
    section: 'limits',
    fallback: 100,
    least: 1,
    most: 10_000,
    sentence: 'How many error texts of a label are told apart; the rest is counted together as other errors.',
  }),
  retentionArchivesDays: wholeNumber({
    flag: '--retention-archives-days',
    variable: 'SPATE_RETENTION_ARCHIVES_DAYS',
    section: 'limits',
    fallback: 0,
    least: 0,
    most: manyDays,
    sentence: 'How long archives are kept after a run, in days; 0 is for ever.',
  }),
  retentionFramesDays: wholeNumber({
    flag: '--retention-frames-days',
    variable: 'SPATE_RETENTION_FRAMES_DAYS',
    section: 'limits',
    fallback: 0,
    least: 0,
    most: manyDays,
    sentence: 'How long per-second figures are kept after a run, in days; 0 is for ever. Reports stay.',
  }),
  retentionFilesDays: wholeNumber({
    flag: '--retention-files-days',
    variable: 'SPATE_RETENTION_FILES_DAYS',
    section: 'limits',
    fallback: 0,
    least: 0,
    most: manyDays,
    sentence:
      'How long uploaded files are kept after a run, in days; 0 is for ever. A run without them cannot be repeated.',
  }),
  retentionAuditDays: wholeNumber({
    flag: '--retention-audit-days',
    variable: 'SPATE_RETENTION_AUDIT_DAYS',
    section: 'limits',
    fallback: 400,
    least: 0,
    most: manyDays,
    sentence: 'How long entries of the audit log are kept, in days; 0 is for ever.',
  }),

  logLevel: choice({
    flag: '--log-level',
    variable: 'SPATE_LOG_LEVEL',
    section: 'log',
    fallback: 'info',
    of: ['debug', 'info', 'warn', 'error', 'silent'],
    sentence: 'How much goes to the log on standard error.',
  }),

  url: optionalAddress({
    flag: '--url',
    variable: 'SPATE_URL',
    section: 'client',
    sentence:
      'The service that the command line talks to. Without it, the one that runs from the data folder on this machine.',
  }),
} satisfies Record<string, Option<never> | Option<unknown>>;

function defaultCacheDir(machine: Machine): string {
  return machine.isRoot ? '/var/cache/spate' : join(machine.homeDir, '.cache', 'spate');
}

function defaultLocalExecutions(machine: Machine): number {
  const by2Gib = Math.floor(machine.memoryBytes / 2 ** 31);
  return Math.min(8, Math.max(2, by2Gib));
}

/** The rest is for the system, the service and its database. */
function defaultExecutionMemoryMb(machine: Machine): number {
  const megabytes = (machine.memoryBytes / 2 ** 20) * 0.75;
  return Math.max(1024, Math.floor(megabytes / defaultLocalExecutions(machine)));
}

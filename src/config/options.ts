import { join } from 'node:path';
import type { Machine } from './machine.ts';
import type { Option } from './option.ts';
import {
  choice,
  demandRows,
  egressRules,
  email,
  onOff,
  optionalAddress,
  optionalDatabaseAddress,
  optionalEndpoint,
  optionalKey,
  optionalListenAddress,
  optionalMailAddress,
  optionalPath,
  optionalS3Address,
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

/** All options. Source of flags, variables, defaults, --help and the reference page. */
export const options = {
  host: text({
    flag: '--host',
    variable: 'SPATE_HOST',
    section: 'address',
    fallback: '127.0.0.1',
    sentence: 'Listen address; 0.0.0.0 or :: for all interfaces.',
  }),
  port: wholeNumber({
    flag: '--port',
    variable: 'SPATE_PORT',
    section: 'address',
    fallback: 8443,
    least: 0,
    most: 65_535,
    sentence: 'Port of the API, the dashboard and the nodes; 0 selects a free port.',
  }),
  publicUrl: optionalAddress({
    flag: '--public-url',
    variable: 'SPATE_PUBLIC_URL',
    section: 'address',
    sentence:
      'Public URL of the service for users and nodes. Without it, links use the address of the request, and nodes use the listen address.',
  }),
  permalinkBase: optionalAddress({
    flag: '--permalink-base',
    variable: 'SPATE_PERMALINK_BASE',
    section: 'address',
    sentence: 'URL prefix of run pages, before the run id. Default: <address>/app/runs.',
  }),
  tls: onOff({
    flag: '--tls',
    variable: 'SPATE_TLS',
    section: 'address',
    fallback: true,
    sentence: 'Serve TLS. Switch it off only behind a TLS proxy that sends X-Forwarded-Proto.',
  }),
  proxies: wholeNumber({
    flag: '--proxies',
    variable: 'SPATE_PROXIES',
    section: 'address',
    fallback: 1,
    least: 1,
    most: 10,
    sentence:
      'With SPATE_TLS=off, the number of proxies in front of the service. This many addresses at the end of X-Forwarded-For are trusted; clients can forge the others.',
  }),
  tlsCert: optionalPath({
    flag: '--tls-cert',
    variable: 'SPATE_TLS_CERT',
    section: 'address',
    sentence:
      'Certificate with its chain, as PEM. Without it, the service creates a CA and a certificate in the data folder.',
  }),
  tlsKey: optionalPath({
    flag: '--tls-key',
    variable: 'SPATE_TLS_KEY',
    section: 'address',
    sentence: 'Private key of the certificate, as PEM.',
  }),

  dataDir: path({
    flag: '--data-dir',
    variable: 'SPATE_DATA_DIR',
    section: 'state',
    fallback: { from: (machine) => join(machine.workingDir, '.spate'), text: './.spate' },
    sentence: 'Folder of all data of the service: database, files, archives, token, CA.',
  }),
  databaseUrl: optionalDatabaseAddress({
    flag: '--database-url',
    variable: 'DATABASE_URL',
    section: 'state',
    isSecret: true,
    sentence:
      'URL of an external PostgreSQL; several hosts, of which one accepts writes, are separated by commas. Without it, the service runs an embedded one in the data folder.',
  }),
  databaseDirectUrl: optionalDatabaseAddress({
    flag: '--database-direct-url',
    variable: 'SPATE_DATABASE_DIRECT_URL',
    section: 'state',
    isSecret: true,
    sentence:
      'URL of the same PostgreSQL without the pool, if DATABASE_URL is PgBouncer in transaction mode: for LISTEN, jobs and migrations.',
  }),
  files: optionalS3Address({
    flag: '--files',
    variable: 'SPATE_FILES',
    section: 'state',
    sentence:
      'Bucket and prefix of S3-compatible storage for uploaded files and archives, such as s3://load-tests/spate. Without it, they are in the data folder.',
  }),
  filesDirect: onOff({
    flag: '--files-direct',
    variable: 'SPATE_FILES_DIRECT',
    section: 'state',
    fallback: false,
    sentence:
      'With SPATE_FILES: nodes download files and upload archives straight from and to the storage, by presigned requests. They need access to it under the address that the service uses; without it, they fall back to the service.',
  }),
  s3Endpoint: optionalAddress({
    flag: '--s3-endpoint',
    variable: 'SPATE_S3_ENDPOINT',
    section: 'state',
    sentence: 'URL of the S3-compatible storage. Without it, AWS.',
  }),
  s3Region: optionalText({
    flag: '--s3-region',
    variable: 'SPATE_S3_REGION',
    section: 'state',
    sentence:
      'Region of the bucket. Without it, AWS_REGION or the AWS profile, and us-east-1 if an endpoint is set.',
  }),
  s3PathStyle: onOff({
    flag: '--s3-path-style',
    variable: 'SPATE_S3_PATH_STYLE',
    section: 'state',
    fallback: false,
    sentence:
      'Put the bucket into the path of the URL instead of the host name; most storage other than AWS requires it.',
  }),
  s3AccessKeyId: optionalText({
    flag: '--s3-access-key-id',
    variable: 'SPATE_S3_ACCESS_KEY_ID',
    section: 'state',
    sentence:
      'Access key of the storage. Without it, the credentials come from the AWS variables, the AWS profile or the role of the machine.',
  }),
  s3SecretAccessKey: optionalText({
    flag: '--s3-secret-access-key',
    variable: 'SPATE_S3_SECRET_ACCESS_KEY',
    section: 'state',
    isSecret: true,
    sentence: 'Secret of the access key.',
  }),
  cacheDir: path({
    flag: '--cache-dir',
    variable: 'SPATE_CACHE_DIR',
    section: 'state',
    fallback: { from: defaultCacheDir, text: '~/.cache/spate, as root /var/cache/spate' },
    sentence: 'Folder of the downloaded toolchains, shared by all data folders of the machine.',
  }),

  sealKey: optionalKey({
    flag: '--seal-key',
    variable: 'SPATE_SEAL_KEY',
    section: 'access',
    sentence:
      'Key that encrypts stored tokens and credentials: 32 bytes in base64. Services on one database need the same. Without it, a key is generated in <data folder>/seal-key.',
  }),
  token: optionalToken({
    flag: '--token',
    variable: 'SPATE_TOKEN',
    section: 'access',
    sentence:
      'API token of the first user, also used by the CLI. Without it, a token is generated in <data folder>/token.',
  }),
  ownerEmail: email({
    flag: '--owner-email',
    variable: 'SPATE_OWNER_EMAIL',
    section: 'access',
    fallback: 'owner@localhost',
    sentence: 'E-mail address of the first user; used once, when the account is created.',
  }),
  smtpUrl: optionalMailAddress({
    flag: '--smtp-url',
    variable: 'SPATE_SMTP_URL',
    section: 'access',
    isSecret: true,
    sentence:
      'Mail server for invitations and notifications. Without it, invitation links are only displayed, and notifications cannot use e-mail.',
  }),
  mailFrom: email({
    flag: '--mail-from',
    variable: 'SPATE_MAIL_FROM',
    section: 'access',
    fallback: 'spate@localhost',
    sentence: 'Sender address of mail.',
  }),
  outbound: egressRules({
    flag: '--outbound',
    variable: 'SPATE_OUTBOUND',
    section: 'access',
    sentence:
      'Rules for addresses that users choose and the service connects to (webhooks, Prometheus), in the syntax of --egress, such as allow:127.0.0.1:9090 or deny:all,allow:10.1.0.0/16. Loopback, link-local and cloud metadata addresses and the database of the service are denied unless a rule allows them.',
  }),

  oauthPasswordGrant: onOff({
    flag: '--oauth-password-grant',
    variable: 'SPATE_OAUTH_PASSWORD_GRANT',
    section: 'access',
    fallback: false,
    sentence:
      'Enable the OAuth password grant at /oauth/token, for old command-line clients. New clients use the device flow.',
  }),
  openidIssuer: optionalAddress({
    flag: '--openid-issuer',
    variable: 'SPATE_OPENID_ISSUER',
    section: 'access',
    sentence:
      'Issuer URL of an OpenID provider for single sign-on. Requires a client id, and <address>/session/openid/callback as redirect URI.',
  }),
  openidClientId: optionalText({
    flag: '--openid-client-id',
    variable: 'SPATE_OPENID_CLIENT_ID',
    section: 'access',
    sentence: 'Client id of this service at the OpenID provider.',
  }),
  openidClientSecret: optionalText({
    flag: '--openid-client-secret',
    variable: 'SPATE_OPENID_CLIENT_SECRET',
    section: 'access',
    isSecret: true,
    sentence: 'Client secret of this service at the OpenID provider; not set for a public client.',
  }),
  openidName: text({
    flag: '--openid-name',
    variable: 'SPATE_OPENID_NAME',
    section: 'access',
    fallback: 'OpenID',
    sentence: 'Name of the OpenID provider on the sign-in button.',
  }),

  localNodes: onOff({
    flag: '--local-nodes',
    variable: 'SPATE_LOCAL_NODES',
    section: 'runs',
    fallback: true,
    sentence:
      'Run nodes of the shared grid and of demand grids on this machine. Of several services on one database, one can.',
  }),
  demand: demandRows({
    flag: '--demand',
    variable: 'SPATE_DEMAND',
    section: 'runs',
    fallback: '*=local',
    sentence:
      'Where the nodes of demand grids run, by region, separated by commas: local, kubernetes:<context>, aws:<account> or azure:<subscription>, such as eu-west-1=kubernetes:prod,*=local. * stands for all other regions; without it, they are rejected. kubernetes:in-cluster is the cluster that the service runs in.',
  }),
  kubernetesImage: optionalText({
    flag: '--kubernetes-image',
    variable: 'SPATE_KUBERNETES_IMAGE',
    section: 'runs',
    sentence: 'Container image of nodes on Kubernetes, as built by examples/containers/Dockerfile.',
  }),
  kubernetesRegionLabel: text({
    flag: '--kubernetes-region-label',
    variable: 'SPATE_KUBERNETES_REGION_LABEL',
    section: 'runs',
    fallback: 'topology.kubernetes.io/region',
    sentence:
      'Label of the machines of a Kubernetes cluster that has the region of a grid as its value: nodes run on these machines only. off: on any machine.',
  }),
  kubernetesSpread: onOff({
    flag: '--kubernetes-spread',
    variable: 'SPATE_KUBERNETES_SPREAD',
    section: 'runs',
    fallback: false,
    sentence: 'Run at most one node on each machine of a Kubernetes cluster.',
  }),
  kubernetesServiceAccount: text({
    flag: '--kubernetes-service-account',
    variable: 'SPATE_KUBERNETES_SERVICE_ACCOUNT',
    section: 'runs',
    fallback: 'default',
    sentence:
      'Service account of nodes on Kubernetes; it needs no role, and its token is not mounted. Its imagePullSecrets give access to a private registry.',
  }),
  localExecutions: wholeNumber({
    flag: '--local-executions',
    variable: 'SPATE_LOCAL_EXECUTIONS',
    section: 'runs',
    fallback: { from: defaultLocalExecutions, text: 'one per 2 GiB of memory, from 2 to 8' },
    least: 1,
    most: 1000,
    sentence:
      'Maximum number of concurrent executions on this machine. A run that needs more is rejected; others wait.',
  }),
  gridExecutions: wholeNumber({
    flag: '--grid-executions',
    variable: 'SPATE_GRID_EXECUTIONS',
    section: 'runs',
    fallback: 2,
    least: 1,
    most: 1000,
    sentence: 'Maximum number of concurrent runs on one grid. Further runs are queued in order.',
  }),
  executionMemoryMb: wholeNumber({
    flag: '--execution-memory-mb',
    variable: 'SPATE_EXECUTION_MEMORY_MB',
    section: 'runs',
    fallback: {
      from: defaultExecutionMemoryMb,
      text: '75 % of the memory, divided by SPATE_LOCAL_EXECUTIONS',
    },
    least: 256,
    most: aTebibyteMb,
    sentence: 'Memory limit of one execution on this machine, in MiB.',
  }),
  executionDiskMb: wholeNumber({
    flag: '--execution-disk-mb',
    variable: 'SPATE_EXECUTION_DISK_MB',
    section: 'runs',
    fallback: 102_400,
    least: 0,
    most: aTebibyteMb,
    sentence:
      'Disk quota of one execution on its node, in MiB: uploads, results and files written by scripts. A run that exceeds it is stopped. 0: no limit. 5 % of the disk, at most 1 GiB, is always kept free.',
  }),
  javaOptions: optionList({
    flag: '--java-options',
    variable: 'SPATE_JAVA_OPTIONS',
    section: 'runs',
    sentence:
      'Options for every JVM of JMeter, Gatling and Java Selenium on this machine, separated by spaces, such as -Djavax.net.ssl.trustStore=/etc/ssl/java/cacerts. override_parameters of a run take precedence.',
  }),
  sandbox: onOff({
    flag: '--sandbox',
    variable: 'SPATE_SANDBOX',
    section: 'runs',
    fallback: true,
    sentence:
      'Run scripts and plans in bubblewrap, and reject runs on a machine where it does not work. Off: they run with the rights of the user of the service or agent, and can read its token.',
  }),
  egress: egressRules({
    flag: '--egress',
    variable: 'SPATE_EGRESS',
    section: 'runs',
    sentence:
      'Egress rules for tools on this machine, separated by commas, such as deny:10.0.0.0/8,allow:10.1.2.3:443 or deny:all,allow:[fd00::/8]:443. The most specific network decides. Cloud metadata addresses and the database of the service are denied unless a rule allows them. If deny cannot be enforced, runs are rejected; with try-deny, they run.',
  }),
  interruptionNotices: choice({
    flag: '--interruption-notices',
    variable: 'SPATE_INTERRUPTION_NOTICES',
    section: 'runs',
    fallback: 'off',
    of: ['off', 'aws', 'azure'],
    sentence:
      'Cloud whose metadata service a node asks if its spot machine is about to end. Machines that the service starts in a cloud set it.',
  }),
  apdexThresholdMs: wholeNumber({
    flag: '--apdex-threshold-ms',
    variable: 'SPATE_APDEX_THRESHOLD_MS',
    section: 'runs',
    fallback: 4000,
    least: 1,
    most: 3_600_000,
    sentence: 'Apdex threshold: satisfied up to this response time, in milliseconds.',
  }),
  prices: optionalPath({
    flag: '--prices',
    variable: 'SPATE_PRICES',
    section: 'runs',
    sentence:
      'CSV table with prices of nodes, in US dollars: provider,region,instance_type,price_per_hour. Its rows come before those of "spate prices".',
  }),
  prepareTimeoutS: wholeNumber({
    flag: '--prepare-timeout-s',
    variable: 'SPATE_PREPARE_TIMEOUT_S',
    section: 'runs',
    fallback: 600,
    least: 1,
    most: aDayS,
    sentence: 'Timeout for nodes to download files and toolchain and to load the plan, in seconds.',
  }),
  nodeJoinTimeoutS: wholeNumber({
    flag: '--node-join-timeout-s',
    variable: 'SPATE_NODE_JOIN_TIMEOUT_S',
    section: 'runs',
    fallback: 120,
    least: 1,
    most: aDayS,
    sentence:
      'Timeout for a started node to join, in seconds. Hosted grids whose machines users start wait for stop_after plus this time.',
  }),
  cloudJoinTimeoutS: wholeNumber({
    flag: '--cloud-join-timeout-s',
    variable: 'SPATE_CLOUD_JOIN_TIMEOUT_S',
    section: 'runs',
    fallback: 900,
    least: 1,
    most: aDayS,
    sentence:
      'Timeout for nodes in a cloud or on Kubernetes to join, in seconds: machines have to start, and to install packages or pull an image.',
  }),
  awsImage: text({
    flag: '--aws-image',
    variable: 'SPATE_AWS_IMAGE',
    section: 'runs',
    fallback: '/aws/service/debian/release/12/latest/{arch}',
    sentence:
      'Image of nodes on AWS: an image id, or the name of an SSM parameter with {arch} for amd64 or arm64. It must be a Debian or Ubuntu with systemd.',
  }),
  azureImage: text({
    flag: '--azure-image',
    variable: 'SPATE_AZURE_IMAGE',
    section: 'runs',
    fallback: 'Debian:debian-12:12-{arch}:latest',
    sentence:
      'Image of nodes on Azure: publisher:offer:sku:version with {arch} for gen2 or arm64, or the resource id of an image. It must be a Debian or Ubuntu with systemd and cloud-init.',
  }),
  azureUrl: text({
    flag: '--azure-url',
    variable: 'SPATE_AZURE_URL',
    section: 'runs',
    fallback: 'https://management.azure.com',
    sentence:
      'Address of Azure Resource Manager, for other Azure clouds than the public one; AZURE_AUTHORITY_HOST is the address of their sign-in.',
  }),
  nodeLostS: wholeNumber({
    flag: '--node-lost-s',
    variable: 'SPATE_NODE_LOST_S',
    section: 'runs',
    fallback: 15,
    least: 1,
    most: aDayS,
    sentence: 'Seconds without a heartbeat after which a node is shown as lost. It may reconnect.',
  }),
  giveUpS: wholeNumber({
    flag: '--give-up-s',
    variable: 'SPATE_GIVE_UP_S',
    section: 'runs',
    fallback: 60,
    least: 1,
    most: aDayS,
    sentence: 'Seconds after which a node that does not respond, or a tool that does not stop, is abandoned.',
  }),
  nodeSilentS: wholeNumber({
    flag: '--node-silent-s',
    variable: 'SPATE_NODE_SILENT_S',
    section: 'runs',
    fallback: 300,
    least: 1,
    most: aDayS,
    sentence:
      'Seconds without a heartbeat after which a node is abandoned during a run. Until then it continues to measure.',
  }),
  collectTimeoutS: wholeNumber({
    flag: '--collect-timeout-s',
    variable: 'SPATE_COLLECT_TIMEOUT_S',
    section: 'runs',
    fallback: 1800,
    least: 1,
    most: aDayS,
    sentence: 'Timeout for nodes to send their last figures and archives after a run, in seconds.',
  }),
  durationGraceS: wholeNumber({
    flag: '--duration-grace-s',
    variable: 'SPATE_DURATION_GRACE_S',
    section: 'runs',
    fallback: 60,
    least: 0,
    most: aDayS,
    sentence:
      'Maximum time that a run may exceed its duration, in seconds, including the graceful stop. Requests still in flight are reported, not counted.',
  }),
  runLimitS: wholeNumber({
    flag: '--run-limit-s',
    variable: 'SPATE_RUN_LIMIT_S',
    section: 'runs',
    fallback: 2 * aDayS,
    least: 0,
    most: 366 * aDayS,
    sentence:
      'Maximum duration of a run without a duration, in seconds. The default is the longest stop_after; 0: no limit.',
  }),
  stopGraceS: wholeNumber({
    flag: '--stop-grace-s',
    variable: 'SPATE_STOP_GRACE_S',
    section: 'runs',
    fallback: 15,
    least: 0,
    most: aDayS,
    sentence: 'Grace for a tool to stop before it is killed, in seconds.',
  }),
  jobConcurrency: wholeNumber({
    flag: '--job-concurrency',
    variable: 'SPATE_JOB_CONCURRENCY',
    section: 'runs',
    fallback: 8,
    least: 1,
    most: 100,
    sentence: 'Maximum number of concurrent background jobs (grid starts, run steps, clean-up).',
  }),

  uploadLimitMb: wholeNumber({
    flag: '--upload-limit-mb',
    variable: 'SPATE_UPLOAD_LIMIT_MB',
    section: 'limits',
    fallback: 1024,
    least: 1,
    most: aTebibyteMb,
    sentence: 'Maximum size of an uploaded file, in MiB.',
  }),
  drainS: wholeNumber({
    flag: '--drain-s',
    variable: 'SPATE_DRAIN_S',
    section: 'limits',
    fallback: 0,
    least: 0,
    most: 3600,
    sentence:
      'After SIGTERM, /healthz returns 503 for this many seconds while requests are still served, so that a load balancer can stop sending them.',
  }),
  maxConnections: wholeNumber({
    flag: '--max-connections',
    variable: 'SPATE_MAX_CONNECTIONS',
    section: 'limits',
    fallback: 10_000,
    least: 10,
    most: 1_000_000,
    sentence: 'Maximum number of open connections; further ones are closed immediately.',
  }),
  maxConnectionsPerAddress: wholeNumber({
    flag: '--max-connections-per-address',
    variable: 'SPATE_MAX_CONNECTIONS_PER_ADDRESS',
    section: 'limits',
    fallback: 1000,
    least: 1,
    most: 1_000_000,
    sentence:
      'Maximum number of open connections per client address, or per IPv6 /64 network. Not applied behind a proxy and to the machine itself.',
  }),
  anonymousPerMinute: wholeNumber({
    flag: '--anonymous-per-minute',
    variable: 'SPATE_ANONYMOUS_PER_MINUTE',
    section: 'limits',
    fallback: 1200,
    least: 0,
    most: 1_000_000,
    sentence:
      'Maximum number of requests per minute and address without a token, half of them at once; 0: no limit.',
  }),
  planChecks: wholeNumber({
    flag: '--plan-checks',
    variable: 'SPATE_PLAN_CHECKS',
    section: 'limits',
    fallback: 2,
    least: 1,
    most: 64,
    sentence: 'Maximum number of concurrent plan checks, each on a separate thread.',
  }),
  planCheckTimeoutS: wholeNumber({
    flag: '--plan-check-timeout-s',
    variable: 'SPATE_PLAN_CHECK_TIMEOUT_S',
    section: 'limits',
    fallback: 60,
    least: 1,
    most: 3600,
    sentence: 'Time limit of a plan check, in seconds. A plan that takes longer is rejected.',
  }),
  planCheckMemoryMb: wholeNumber({
    flag: '--plan-check-memory-mb',
    variable: 'SPATE_PLAN_CHECK_MEMORY_MB',
    section: 'limits',
    fallback: 1024,
    least: 64,
    most: aTebibyteMb,
    sentence: 'Memory limit of a plan check, in MiB. A plan that needs more is rejected.',
  }),
  archiveResultsLimitMb: wholeNumber({
    flag: '--archive-results-limit-mb',
    variable: 'SPATE_ARCHIVE_RESULTS_LIMIT_MB',
    section: 'limits',
    fallback: 1024,
    least: 0,
    most: aTebibyteMb,
    sentence: 'Raw result files larger than this, in MiB, are not archived. Frames always are.',
  }),
  minFreeDiskMb: wholeNumber({
    flag: '--min-free-disk-mb',
    variable: 'SPATE_MIN_FREE_DISK_MB',
    section: 'limits',
    fallback: 512,
    least: 0,
    most: aTebibyteMb,
    sentence: 'New runs are rejected when less disk space than this is free in the data folder, in MiB.',
  }),
  runDiskMb: wholeNumber({
    flag: '--run-disk-mb',
    variable: 'SPATE_RUN_DISK_MB',
    section: 'limits',
    fallback: 20_480,
    least: 0,
    most: aTebibyteMb,
    sentence:
      'Disk quota of the uploads and archives of one run in the data folder, in MiB; 0: no limit. Archives above it are stored without result files.',
  }),
  labelCap: wholeNumber({
    flag: '--label-cap',
    variable: 'SPATE_LABEL_CAP',
    section: 'limits',
    fallback: 2000,
    least: 10,
    most: 100_000,
    sentence: 'Maximum number of labels per run; further labels are merged into "(other labels)".',
  }),
  errorTextCap: wholeNumber({
    flag: '--error-text-cap',
    variable: 'SPATE_ERROR_TEXT_CAP',
    section: 'limits',
    fallback: 100,
    least: 1,
    most: 10_000,
    sentence: 'Maximum number of error texts per label; further texts are merged into one.',
  }),
  retentionArchivesDays: wholeNumber({
    flag: '--retention-archives-days',
    variable: 'SPATE_RETENTION_ARCHIVES_DAYS',
    section: 'limits',
    fallback: 0,
    least: 0,
    most: manyDays,
    sentence: 'Retention of archives after a run, in days; 0: forever.',
  }),
  retentionFramesDays: wholeNumber({
    flag: '--retention-frames-days',
    variable: 'SPATE_RETENTION_FRAMES_DAYS',
    section: 'limits',
    fallback: 0,
    least: 0,
    most: manyDays,
    sentence: 'Retention of per-second figures after a run, in days; 0: forever. Reports are kept.',
  }),
  retentionFilesDays: wholeNumber({
    flag: '--retention-files-days',
    variable: 'SPATE_RETENTION_FILES_DAYS',
    section: 'limits',
    fallback: 0,
    least: 0,
    most: manyDays,
    sentence:
      'Retention of uploaded files after a run, in days; 0: forever. A run without its files cannot be repeated.',
  }),
  retentionAuditDays: wholeNumber({
    flag: '--retention-audit-days',
    variable: 'SPATE_RETENTION_AUDIT_DAYS',
    section: 'limits',
    fallback: 400,
    least: 0,
    most: manyDays,
    sentence: 'Retention of audit log entries, in days; 0: forever.',
  }),

  metricsListen: optionalListenAddress({
    flag: '--metrics-listen',
    variable: 'SPATE_METRICS_LISTEN',
    section: 'monitoring',
    sentence:
      'Host and port of a separate plain HTTP listener for /metrics, without a token, such as 127.0.0.1:9464: for a network that only Prometheus reaches. Without it, the service requires a token with the scope metrics, and agents serve no metrics.',
  }),
  otlpEndpoint: optionalEndpoint({
    flag: '--otlp-endpoint',
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    section: 'monitoring',
    sentence:
      'OpenTelemetry collector that receives a trace of each finished run at <address>/v1/traces, by OTLP over HTTP as JSON. The other OTEL_EXPORTER_OTLP_* variables apply too, except the protocol. Without an address, no traces are sent.',
  }),
  otlpTracesEndpoint: optionalEndpoint({
    flag: '--otlp-traces-endpoint',
    variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    section: 'monitoring',
    sentence:
      'Complete URL for traces; takes precedence over OTEL_EXPORTER_OTLP_ENDPOINT, and nothing is appended to it.',
  }),

  logLevel: choice({
    flag: '--log-level',
    variable: 'SPATE_LOG_LEVEL',
    section: 'log',
    fallback: 'info',
    of: ['debug', 'info', 'warn', 'error', 'silent'],
    sentence: 'Log level; the log is written to stderr.',
  }),

  url: optionalAddress({
    flag: '--url',
    variable: 'SPATE_URL',
    section: 'client',
    sentence:
      'URL of the service for the CLI. Default: the service that runs from the data folder on this machine.',
  }),
} satisfies Record<string, Option<never> | Option<unknown>>;

function defaultCacheDir(machine: Machine): string {
  return machine.isRoot ? '/var/cache/spate' : join(machine.homeDir, '.cache', 'spate');
}

function defaultLocalExecutions(machine: Machine): number {
  const by2Gib = Math.floor(machine.memoryBytes / 2 ** 31);
  return Math.min(8, Math.max(2, by2Gib));
}

/** Reserves a quarter of the memory for the system, the service and its database. */
function defaultExecutionMemoryMb(machine: Machine): number {
  const megabytes = (machine.memoryBytes / 2 ** 20) * 0.75;
  return Math.max(1024, Math.floor(megabytes / defaultLocalExecutions(machine)));
}

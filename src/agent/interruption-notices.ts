/** Notices of a cloud that it will reclaim the machine. */
export interface InterruptionNotices {
  /** Name of the cloud. */
  cloud: string;
  /** Time at which the machine ends; undefined if no end is announced. */
  look(): Promise<Date | undefined>;
}

const imds = 'http://169.254.169.254';
const tokenS = 6 * 3600;
const timeoutMs = 2_000;

/** Notices of AWS for spot machines, about two minutes ahead, from the metadata of the machine (IMDSv2). */
export function createAwsNotices(url = imds): InterruptionNotices {
  let token: string | undefined;

  async function newToken(): Promise<string> {
    const headers = { 'x-aws-ec2-metadata-token-ttl-seconds': String(tokenS) };
    const answer = await readMetadata('/latest/api/token', { method: 'PUT', headers });
    if (!answer.ok)
      throw new Error(`The metadata service returned ${answer.status} to a request for a token.`);
    return answer.text();
  }

  function readMetadata(path: string, init: RequestInit): Promise<Response> {
    return fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  }

  return {
    cloud: 'AWS',
    async look() {
      token ??= await newToken();
      const headers = { 'x-aws-ec2-metadata-token': token };
      const answer = await readMetadata('/latest/meta-data/spot/instance-action', { headers });
      // An expired token is replaced on the next call.
      if (answer.status === 401) token = undefined;
      const text = await answer.text();
      return answer.ok ? endOf(text) : undefined;
    },
  };
}

/** `{"action":"terminate","time":"2027-01-31T08:22:00Z"}` */
function endOf(notice: string): Date {
  const { time } = JSON.parse(notice) as { time?: string };
  const end = new Date(time ?? '');
  if (Number.isNaN(end.getTime()))
    throw new Error(`The interruption notice has no time: ${notice.slice(0, 200)}`);
  return end;
}

const azureTimeoutMs = 10_000;

interface ScheduledEvent {
  EventType?: string;
  Resources?: string[];
  /** Empty once the event has started. */
  NotBefore?: string;
}

/** Scheduled events of Azure: the eviction of this spot machine, at least 30 seconds ahead. */
export function createAzureNotices(url = imds): InterruptionNotices {
  let name: string | undefined;

  async function readMetadata(path: string): Promise<string> {
    const answer = await fetch(`${url}/metadata/${path}`, {
      headers: { metadata: 'true' },
      signal: AbortSignal.timeout(azureTimeoutMs),
    });
    if (!answer.ok) throw new Error(`The metadata service returned ${answer.status} to ${path}.`);
    return answer.text();
  }

  return {
    cloud: 'Azure',
    async look() {
      name ??= (await readMetadata('instance/compute/name?api-version=2021-02-01&format=text'))
        .trim()
        .toLowerCase();
      const { Events = [] } = JSON.parse(await readMetadata('scheduledevents?api-version=2020-07-01')) as {
        Events?: ScheduledEvent[];
      };
      // Machines of a scale set see each other's events.
      const own = Events.find(
        ({ EventType, Resources = [] }) =>
          EventType === 'Preempt' && Resources.some((resource) => resource.toLowerCase() === name),
      );
      if (!own) return undefined;
      const end = new Date(own.NotBefore ?? '');
      return Number.isNaN(end.getTime()) ? new Date() : end;
    },
  };
}

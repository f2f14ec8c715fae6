import type { ErrorSampleListResource } from '../../../contract/resources/error-sample.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { bytes, count, time, whole } from '../../format/figures.ts';

type Sample = ErrorSampleListResource['_embedded']['error_samples'][number];

interface ErrorSamplesProps {
  runId: string;
  filter: { code: string; message: string; label?: string };
  onClose: () => void;
}

/** Requests and responses of the first failures of one error. */
export function ErrorSamples({ runId, filter, onClose }: ErrorSamplesProps) {
  const found = useLoaded(
    (signal) => api.runs.errorSamples(runId, filter, { signal }),
    [runId, JSON.stringify(filter)],
  );
  return (
    <Dialog title={`Failed samples: ${filter.code} ${filter.message}`.trim()} onClose={onClose}>
      <div class="error-samples">
        {found.value ? (
          <List found={found.value} />
        ) : found.error ? (
          <Failed error={found.error} retry={found.reload} />
        ) : (
          <Loading what="samples" />
        )}
      </div>
      <form method="dialog" class="actions">
        <button type="submit">Close</button>
      </form>
    </Dialog>
  );
}

function List({ found: { total, _embedded } }: { found: ErrorSampleListResource }) {
  const samples = _embedded.error_samples;
  if (samples.length === 0)
    return (
      <p class="soft">
        No samples were kept for this error. Nodes keep the first failures of each label and error.
      </p>
    );
  return (
    <>
      <p class="soft">
        {samples.length < total ? `${samples.length} of ${whole(total)} samples` : count(total, 'sample')}.
        Secrets are replaced by ***.
      </p>
      {samples.map((sample, index) => (
        <details key={index} open={index === 0}>
          <summary>
            {sample.label}, <Moment at={sample.started} />, {time(sample.response_time)}
            <span class="soft">
              {' '}
              (connect {time(sample.connect_time)}, first byte {time(sample.latency)}), node {sample.node + 1}{' '}
              of {sample.grid}
            </span>
          </summary>
          <SampleContent sample={sample} />
        </details>
      ))}
    </>
  );
}

function SampleContent({
  sample: { url, details, trace_id: traceId, request, response },
}: {
  sample: Sample;
}) {
  const text = (head: string, body: string) => [head.trim(), body].filter(Boolean).join('\n\n');
  return (
    <>
      <p class="id">{url}</p>
      {traceId !== null && (
        <p>
          Trace <span class="id">{traceId}</span>
        </p>
      )}
      {details !== '' && (
        <>
          <h3>Details</h3>
          <pre>{details}</pre>
        </>
      )}
      <h3>Request</h3>
      <pre>{text(request.head, request.body) || 'none'}</pre>
      <h3>Response{response.bytes > 0 && <span class="soft"> body {bytes(response.bytes)}</span>}</h3>
      <pre>{text(response.head, response.body) || 'none'}</pre>
    </>
  );
}

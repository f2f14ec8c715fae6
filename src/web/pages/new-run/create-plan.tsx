import { useState } from 'preact/hooks';
import type { PlannedRequest, RequestPlan } from '../../../contract/resources/plan-conversion.ts';
import { Field } from '../../components/form-field.tsx';
import { count } from '../../format/figures.ts';
import { newRequest } from './edit-requests.ts';
import { RequestRow } from './request-row.tsx';
import type { ConversionState } from './use-conversion.ts';

/** Converts URLs, curl commands or a document to a plan, and edits its requests. */
export function CreatePlan({ conversion }: { conversion: ConversionState }) {
  const { plan, error } = conversion;
  return (
    <fieldset class="create-plan">
      <legend>Create a plan</legend>
      {plan === undefined ? (
        <Source conversion={conversion} />
      ) : (
        <Requests conversion={conversion} plan={plan} />
      )}
      {error && (
        <p class="bad" role="alert">
          ✕ {error.message}
        </p>
      )}
    </fieldset>
  );
}

/** Input of the first conversion. */
function Source({ conversion: { convert, isBusy } }: { conversion: ConversionState }) {
  const [text, setText] = useState('');
  const [keepsSecrets, setKeepsSecrets] = useState(false);
  const [url, setUrl] = useState('');
  const options = keepsSecrets ? { keep_secrets: true } : {};
  return (
    <>
      <Field
        name="URLs or curl commands"
        field=""
        error={undefined}
        hint="One request per line: URL, with an optional method before and weight after it"
      >
        {(ids) => (
          <textarea
            {...ids}
            class="code"
            rows={3}
            spellcheck={false}
            placeholder={'https://shop.example/\nPOST https://shop.example/cart 0.5'}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={keepsSecrets}
          onChange={(event) => setKeepsSecrets(event.currentTarget.checked)}
        />
        Keep tokens, passwords and cookies in the plan
      </label>
      <div class="actions">
        <button
          type="button"
          disabled={text.trim() === '' || isBusy}
          onClick={() => convert({ text, ...options })}
        >
          Create plan
        </button>
        <label class="button">
          Open HAR, OpenAPI or Postman file
          <input
            type="file"
            accept=".har,.json,.yaml,.yml"
            aria-label="HAR, OpenAPI or Postman file"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) convert({ file: { name: file.name, content: file }, ...options });
              event.currentTarget.value = '';
            }}
          />
        </label>
        {isBusy && <span class="soft">Converting.</span>}
      </div>
      <Field
        name="Address of a HAR, OpenAPI or Postman document"
        field=""
        error={undefined}
        hint="The service fetches it, from addresses that its operator allows"
      >
        {(ids) => (
          <div class="fetch-document">
            <input
              {...ids}
              class="code"
              type="url"
              spellcheck={false}
              placeholder="https://shop.example/openapi.json"
              value={url}
              onInput={(event) => setUrl(event.currentTarget.value)}
            />
            <button
              type="button"
              disabled={url.trim() === '' || isBusy}
              onClick={() => convert({ url: url.trim(), ...options })}
            >
              Fetch
            </button>
          </div>
        )}
      </Field>
    </>
  );
}

/** The requests of the plan, each with a form. */
function Requests({ conversion, plan }: { conversion: ConversionState; plan: RequestPlan }) {
  const { made, edit, clear } = conversion;
  const sent = plan.requests.filter(({ enabled }) => enabled).length;
  const replace = (at: number, ...requests: PlannedRequest[]) =>
    edit({ ...plan, requests: plan.requests.toSpliced(at, 1, ...requests) });
  return (
    <>
      {made?.warnings.map((warning) => (
        <p key={warning} class="doubt">
          △ {warning}
        </p>
      ))}
      <p class="soft">
        {count(sent, 'request')}
        {sent < plan.requests.length && `, ${plan.requests.length - sent} left out`}
      </p>
      <ul class="requests" aria-label="Requests">
        {plan.requests.map((request, index) => (
          <RequestRow
            // Requests have no id; they are only appended and removed.
            key={index}
            request={request}
            change={(changes) => replace(index, { ...request, ...changes })}
            remove={plan.requests.length > 1 ? () => replace(index) : undefined}
          />
        ))}
      </ul>
      <div class="actions">
        <button
          type="button"
          onClick={() => edit({ ...plan, requests: [...plan.requests, newRequest(plan)] })}
        >
          Add request
        </button>
        <SavePlan conversion={conversion} />
        <button type="button" class="quiet" onClick={clear}>
          Discard plan
        </button>
      </div>
    </>
  );
}

function SavePlan({ conversion: { save, isBusy } }: { conversion: ConversionState }) {
  return (
    <button type="button" disabled={isBusy || save === undefined} onClick={save}>
      Save plan
    </button>
  );
}

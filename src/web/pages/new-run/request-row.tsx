import { useId, useState } from 'preact/hooks';
import { type PlannedRequest, requestMethods } from '../../../contract/resources/plan-conversion.ts';
import { Field } from '../../components/form-field.tsx';
import { Icon } from '../../components/icons.tsx';
import { fieldsOfText, headersOfText, textOfFields, textOfHeaders } from './edit-requests.ts';
import { RequestChecks, RequestExtractors } from './request-checks.tsx';

interface RequestRowProps {
  request: PlannedRequest;
  change: (changes: Partial<PlannedRequest>) => void;
  remove: (() => void) | undefined;
}

/** A request: one line, and a form when it is open. */
export function RequestRow({ request, change, remove }: RequestRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { name, enabled, method, url, weight } = request;
  return (
    <li class={enabled ? undefined : 'off'}>
      <div class="line">
        <input
          type="checkbox"
          aria-label={`Send ${name}`}
          checked={enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        <button
          type="button"
          class="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <b>{method}</b> <span class="id">{url}</span>
        </button>
        {weight !== 1 && <span class="soft">× {weight}</span>}
        {remove && (
          <button type="button" class="quiet" aria-label={`Remove ${name}`} title="Remove" onClick={remove}>
            <Icon name="cross" />
          </button>
        )}
      </div>
      <div id={id}>{isOpen && <RequestForm request={request} change={change} />}</div>
    </li>
  );
}

function RequestForm({ request, change }: Pick<RequestRowProps, 'request' | 'change'>) {
  const number = (text: string) => Math.max(0, Number(text) || 0);
  return (
    <div class="request-form">
      <div class="row address">
        <Field name="Method" field="" error={undefined}>
          {(ids) => (
            <select
              {...ids}
              value={request.method}
              onChange={(event) => change({ method: event.currentTarget.value as PlannedRequest['method'] })}
            >
              {requestMethods.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          )}
        </Field>
        <Field name="URL" field="" error={undefined}>
          {(ids) => (
            <input
              {...ids}
              class="code"
              spellcheck={false}
              value={request.url}
              onInput={(event) => change({ url: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <div class="row three">
        <Field name="Label" field="" error={undefined}>
          {(ids) => (
            <input
              {...ids}
              value={request.name}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field name="Weight" field="" error={undefined}>
          {(ids) => (
            <input
              {...ids}
              type="number"
              min={0.01}
              step="any"
              value={request.weight}
              onInput={(event) => change({ weight: number(event.currentTarget.value) || 1 })}
            />
          )}
        </Field>
        <Field name="Pause before, in ms" field="" error={undefined}>
          {(ids) => (
            <input
              {...ids}
              type="number"
              min={0}
              value={request.pause_ms}
              onInput={(event) => change({ pause_ms: Math.round(number(event.currentTarget.value)) })}
            />
          )}
        </Field>
      </div>
      <Lines
        name="Headers"
        hint="One per line: Name: value"
        text={textOfHeaders(request.headers)}
        change={(text) => change({ headers: headersOfText(text) })}
      />
      <BodyFields request={request} change={change} />
      <RequestChecks checks={request.checks} change={(checks) => change({ checks })} />
      <RequestExtractors extractors={request.extractors} change={(extractors) => change({ extractors })} />
    </div>
  );
}

function BodyFields({ request: { body }, change }: Pick<RequestRowProps, 'request' | 'change'>) {
  const kinds = { none: 'None', text: 'Text', form: 'Form', multipart: 'Multipart form' };
  const empty = { text: '', fields: [] };
  return (
    <>
      <Field name="Body" field="" error={undefined}>
        {(ids) => (
          <select
            {...ids}
            value={body?.kind ?? 'none'}
            onChange={({ currentTarget: { value: kind } }) =>
              change({
                body:
                  kind === 'text' || kind === 'form' || kind === 'multipart'
                    ? { ...empty, ...body, kind }
                    : null,
              })
            }
          >
            {Object.entries(kinds).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {body?.kind === 'text' && (
        <Lines name="Text" text={body.text} change={(text) => change({ body: { ...body, text } })} />
      )}
      {body && body.kind !== 'text' && (
        <Lines
          key={body.kind}
          name="Fields"
          hint="One per line: name=value"
          text={textOfFields(body.fields)}
          change={(text) => change({ body: { ...body, fields: fieldsOfText(text, body.fields) } })}
        />
      )}
    </>
  );
}

interface LinesProps {
  name: string;
  hint?: string;
  text: string;
  change: (text: string) => void;
}

/** Keeps the text as typed, because the parsed value loses parts of it. */
function Lines({ name, hint, text, change }: LinesProps) {
  const [typed, setTyped] = useState(text);
  return (
    <Field name={name} field="" error={undefined} {...(hint === undefined ? {} : { hint })}>
      {(ids) => (
        <textarea
          {...ids}
          class="code"
          rows={Math.min(10, Math.max(2, typed.split('\n').length))}
          spellcheck={false}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            change(event.currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}

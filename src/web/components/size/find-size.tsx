import { useState } from 'preact/hooks';
import type { EstimateInput } from '../../../contract/inputs.ts';
import type { TestResource } from '../../../contract/resources/load-test.ts';
import { stepS } from '../../../contract/size-ramp.ts';
import { countSteps, limitWords, nextUsers, nodesFor, type SizeStep } from '../../../contract/test-size.ts';
import { count, whole } from '../../format/figures.ts';
import { CostEstimate } from '../cost-estimate.tsx';
import { Field } from '../form-field.tsx';
import type { Sizing, SizingState } from './use-sizing.ts';
import './size.css';

interface FindSizeProps {
  /** Of an earlier measurement. */
  known: TestResource['size'];
  sizing: Sizing;
  /** Why the plan cannot be measured. */
  obstacle: string | undefined;
  /** Input for the cost of this many nodes; undefined: no estimate. */
  estimateFor: (nodes: number) => EstimateInput | undefined;
  onUse: (plan: { nodes: number; usersPerNode: number }) => void;
}

const maxUsers = 100_000_000;

/** Measures how many virtual users one node carries, and offers the nodes for a load. */
export function FindSize({ known, sizing, obstacle, estimateFor, onUse }: FindSizeProps) {
  const [text, setText] = useState('1000');
  const [isAsking, setAsking] = useState(false);
  const { state, start, stop } = sizing;
  const users = /^[1-9]\d{0,8}$/.test(text.trim()) && Number(text) <= maxUsers ? Number(text) : undefined;
  const isBusy = state.phase === 'starting' || state.phase === 'measuring';
  const measure = (mayBeBusy: boolean) => {
    if (users === undefined) return;
    setAsking(false);
    start(users, mayBeBusy);
  };
  const size = sizeOfState(state) ?? known;
  const plan = size && users !== undefined ? nodesFor(users, size.users_per_node) : undefined;
  const estimate = plan && estimateFor(plan.nodes);
  return (
    <div class="find-size">
      <Field
        name="Planned load"
        field=""
        error={undefined}
        hint="Virtual users on all nodes together"
        problem={users === undefined ? 'Enter a whole number from 1 to 100,000,000.' : undefined}
      >
        {(ids) => (
          <span class="ask">
            <input
              {...ids}
              type="number"
              min={1}
              max={maxUsers}
              inputMode="numeric"
              value={text}
              disabled={isBusy}
              // Enter would start the run of the form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            {!isBusy && !isAsking && obstacle === undefined && (
              <button type="button" disabled={users === undefined} onClick={() => setAsking(true)}>
                {size ? 'Measure again' : 'Find the size'}
              </button>
            )}
          </span>
        )}
      </Field>
      {obstacle !== undefined && !size && <p class="soft">{obstacle}</p>}
      {isAsking && obstacle === undefined && users !== undefined && (
        <div class="asking">
          <p>
            A run on one node doubles its virtual users every {stepS} s, up to {whole(users)}, until the CPU
            of the node is 80 % busy or the load generator is behind its schedule. It ends after at most{' '}
            {Math.ceil((countSteps(users) * stepS) / 60)} min. The target gets the load.
          </p>
          <button type="button" class="primary" onClick={() => measure(false)}>
            Start measurement
          </button>
          <button type="button" class="quiet" onClick={() => setAsking(false)}>
            Cancel
          </button>
        </div>
      )}
      <div role="status">
        <Progress state={state} />
      </div>
      {isBusy && (
        <button type="button" class="quiet" onClick={stop}>
          Stop measurement
        </button>
      )}
      {state.phase === 'failed' && (
        <p class="bad" role="alert">
          ✕ {state.message}{' '}
          {state.isBusyNode && (
            <button type="button" class="link" onClick={() => measure(true)}>
              Measure anyway
            </button>
          )}
        </p>
      )}
      {size && !isBusy && (
        <p>
          One node carries {count(size.users_per_node, 'virtual user')}; {limitWords[size.limit]} (
          <a href={`/app/runs/${size.run}`}>measured on {size.measured.slice(0, 10)}</a>).{' '}
          {plan && users !== undefined && (
            <b>
              {count(users, 'virtual user')} {users === 1 ? 'requires' : 'require'}{' '}
              {count(plan.nodes, 'node')} with {whole(plan.usersPerNode)} each.
            </b>
          )}
        </p>
      )}
      {plan && !isBusy && (
        <>
          {estimate && <CostEstimate input={estimate} />}
          <button type="button" onClick={() => onUse(plan)}>
            Use {count(plan.nodes, 'node')} with {count(plan.usersPerNode, 'virtual user')} each
          </button>
        </>
      )}
    </div>
  );
}

function sizeOfState(state: SizingState): TestResource['size'] {
  if (state.phase !== 'measured') return null;
  const { usersPerNode, limit } = state.size;
  return { users_per_node: usersPerNode, limit, run: state.runId, measured: new Date().toISOString() };
}

function Progress({ state }: { state: SizingState }) {
  if (state.phase === 'starting') return <p>Starting a run on one node.</p>;
  if (state.phase !== 'measuring' && state.phase !== 'measured') return null;
  const { steps, runId } = state;
  const next = state.phase === 'measuring' ? nextUsers(steps, state.users) : undefined;
  return (
    <>
      {state.phase === 'measuring' && (
        <p>
          {next === undefined
            ? 'Ending the run.'
            : `Step ${steps.length + 1} of at most ${countSteps(state.users)}: ${count(next, 'virtual user')}.`}{' '}
          <a href={`/app/runs/${runId}`} target="_blank" rel="noopener">
            Show the run
          </a>
          . Leaving this page ends it.
        </p>
      )}
      {steps.length > 0 && <Steps steps={steps} />}
    </>
  );
}

function Steps({ steps }: { steps: readonly SizeStep[] }) {
  return (
    <table class="steps">
      <caption class="hidden">Steps of the measurement</caption>
      <thead>
        <tr>
          <th scope="col">Virtual users</th>
          <th scope="col">CPU</th>
          <th scope="col">Schedule</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ users, cpu, isLate }) => (
          <tr key={users}>
            <td>{whole(users)}</td>
            <td>{Math.round(cpu * 100)} %</td>
            <td class={isLate ? 'doubt' : undefined}>{isLate ? '△ behind' : 'on time'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

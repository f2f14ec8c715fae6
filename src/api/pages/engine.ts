import { isGeneratorAtLimit } from '../../domain/generator.ts';
import { durationOfMs } from '../../lib/figures.ts';
import type { RunView } from '../../runs/runs.ts';
import { Html, html } from './html.ts';

const shownReasons = 2;

/** Why a JMeter plan ran on Apache JMeter, and schedule lag and utilization of the load generator. */
export function engine({ run, generator }: RunView, isMember: boolean): Html {
  const reasons = isMember ? run.engineReasons : [];
  return html`${reasons.length === 0 ? new Html('') : reasonList(reasons)}${generator ? keepingUp(generator) : new Html('')}`;
}

/** For users of the account only: places contain names from the plan. */
function reasonList(reasons: RunView['run']['engineReasons']): Html {
  const items = reasons.map(
    ({ place, reason }) => html`<li>${place}: ${reason}</li>
`,
  );
  const rest = items.slice(shownReasons);
  const more =
    rest.length === 0
      ? new Html('')
      : html`<details><summary>${rest.length} more</summary><ul>
${rest}</ul></details>
`;
  return html`<p class="wide">This plan runs on Apache JMeter. Spate's own engine does not support:</p>
<ul>
${items.slice(0, shownReasons)}</ul>
${more}`;
}

function keepingUp(load: NonNullable<RunView['generator']>): Html {
  const which = load.includesStart ? ' (including engine start)' : '';
  const words = `Schedule lag: p99 ${durationOfMs(load.lagP99Ms)}, max ${durationOfMs(load.lagMaxMs)}${which}. Generator utilization: ${Math.floor(load.busyShare * 100)} %.`;
  return isGeneratorAtLimit(load)
    ? html`<p class="doubt">△ ${words} The generator was saturated.</p>`
    : html`<p class="soft">${words}</p>`;
}

import { isGeneratorAtLimit } from '../../domain/generator.ts';
import { durationOfMs } from '../../lib/figures.ts';
import type { RunView } from '../../runs/runs.ts';
import { Html, html } from './html.ts';

const shownReasons = 2;

/** Why Apache JMeter ran a plan that could have been for our own engine, and how well the load generator kept up. */
export function engine({ run, generator }: RunView, isMember: boolean): Html {
  const reasons = isMember ? run.engineReasons : [];
  return html`${reasons.length === 0 ? new Html('') : reasonList(reasons)}${generator ? keepingUp(generator) : new Html('')}`;
}

/** Places are names that people gave to parts of their plan, so only people of the account read them. */
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
  return html`<p class="wide">Apache JMeter runs this plan, because of what Spate's own engine is not proven to do:</p>
<ul>
${items.slice(0, shownReasons)}</ul>
${more}`;
}

function keepingUp(load: NonNullable<RunView['generator']>): Html {
  const which = load.includesStart ? " (whole run, with the engine's start)" : '';
  const words = `Schedule lag p99 ${durationOfMs(load.lagP99Ms)}, worst ${durationOfMs(load.lagMaxMs)}${which}; generator ${Math.floor(load.busyShare * 100)} % busy.`;
  return isGeneratorAtLimit(load)
    ? html`<p class="doubt">△ ${words} It was at its limit.</p>`
    : html`<p class="soft">${words}</p>`;
}

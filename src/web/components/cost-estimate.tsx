import { useEffect, useState } from 'preact/hooks';
import type { EstimateInput } from '../../contract/inputs.ts';
import { api } from '../app/api.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { dollars } from '../format/money.ts';

const pauseMs = 400;

/** Estimated cost of new nodes, and what it assumes. Empty while the input is incomplete. */
export function CostEstimate({ input }: { input: EstimateInput }) {
  const text = JSON.stringify(input);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const estimate = useLoaded((signal) => api.runs.estimate(JSON.parse(settled), { signal }), [settled]);
  if (!estimate.value || estimate.error) return null;
  const { cost, price_per_hour: price, assumptions } = estimate.value;
  return (
    <div class="estimate" role="status">
      <p>{cost === null ? 'Cost unknown' : `Estimated cost ${dollars(cost)}, ${dollars(price)} per hour`}</p>
      <p class="soft">{assumptions.join(' ')}</p>
    </div>
  );
}

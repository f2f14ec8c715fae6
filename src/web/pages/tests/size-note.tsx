import { useState } from 'preact/hooks';
import type { TestResource } from '../../../contract/resources/load-test.ts';
import { limitWords, nodesFor } from '../../../contract/test-size.ts';
import { count, whole } from '../../format/figures.ts';

/** What one node was measured to carry, and the nodes for a load. */
export function SizeNote({ test: { size, name } }: { test: TestResource }) {
  const [users, setUsers] = useState(1000);
  if (size === null)
    return (
      <p class="soft">
        How many virtual users a node carries is not measured:{' '}
        <code>spate size &lt;plan&gt; --users &lt;n&gt; --test '{name}'</code>
      </p>
    );
  const { nodes, usersPerNode } = nodesFor(users, size.users_per_node);
  return (
    <p class="size-note">
      One node carries {count(size.users_per_node, 'virtual user')}; {limitWords[size.limit]} (
      <a href={`/app/runs/${size.run}`}>measured on {size.measured.slice(0, 10)}</a>).{' '}
      <label>
        <input
          type="number"
          min={1}
          value={users}
          onInput={(event) => setUsers(Math.max(1, Math.floor(event.currentTarget.valueAsNumber) || 1))}
        />{' '}
        virtual users
      </label>{' '}
      require {count(nodes, 'node')} with {whole(usersPerNode)} each.
    </p>
  );
}

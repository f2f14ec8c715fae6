import type { TokenResource, UserResource } from '../../../contract/resources/account.ts';
import type { Column } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { ago, local } from '../../format/moments.ts';

export function tokenColumns(
  people: readonly UserResource[],
  tokens: readonly TokenResource[],
  onRevoke: (token: TokenResource) => void,
): Column<TokenResource>[] {
  const isOfSeveral = new Set(tokens.map((token) => token.user_id)).size > 1;
  return [
    {
      key: 'name',
      name: 'Token',
      isText: true,
      cell: ({ name, primary }) => (
        <>
          {name} {primary && <span class="soft">initial token</span>}
        </>
      ),
      title: ({ name }) => name,
    },
    ...(isOfSeveral
      ? [
          {
            key: 'user',
            name: 'User',
            isText: true,
            cell: ({ user_id: id }: TokenResource) => people.find((user) => user.id === id)?.email ?? id,
          },
        ]
      : []),
    { key: 'scopes', name: 'Scopes', isText: true, cell: ({ scopes }) => <code>{scopes.join(', ')}</code> },
    {
      key: 'project',
      name: 'Project',
      isText: true,
      cell: ({ project }) => project ?? <span class="soft">all</span>,
    },
    {
      key: 'created',
      name: 'Created',
      cell: (token) => ago(new Date(token.created_at), new Date()),
      title: (token) => local(new Date(token.created_at)),
    },
    {
      key: 'used',
      name: 'Last used',
      cell: ({ last_used_at: at }) =>
        at === null ? <span class="soft">never</span> : ago(new Date(at), new Date()),
      title: ({ last_used_at: at }) => (at === null ? undefined : local(new Date(at))),
    },
    { key: 'ends', name: 'Expires', cell: ({ expires_at: at }) => <End at={at} /> },
    {
      key: 'revoke',
      name: 'Actions',
      cell: (token) =>
        token.primary ? (
          <span class="soft">cannot be revoked</span>
        ) : (
          <button type="button" class="warning" onClick={() => onRevoke(token)}>
            Revoke<span class="hidden"> {token.name}</span>
          </button>
        ),
    },
  ];
}

function End({ at }: { at: string | null }) {
  if (at === null) return <span class="soft">never</span>;
  if (new Date(at) > new Date()) return <Moment at={at} />;
  return (
    <span class="bad">
      ✕ expired <Moment at={at} />
    </span>
  );
}

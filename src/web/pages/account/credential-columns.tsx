import type { CredentialResource } from '../../../contract/resources/account.ts';
import type { Column } from '../../components/data-table.tsx';

const cloudNames: Readonly<Record<string, string>> = { aws: 'AWS', azure: 'Azure' };

function identityOf({ arn, access_key_id: key, client_id: client }: CredentialResource): string | undefined {
  return arn ?? key ?? client ?? undefined;
}

/** `onRemove` is undefined for users who cannot remove credentials. */
export function credentialColumns(
  onRemove: ((credential: CredentialResource) => void) | undefined,
): Column<CredentialResource>[] {
  return [
    { key: 'id', name: 'Id', cell: ({ id }) => id },
    { key: 'cloud', name: 'Cloud', isText: true, cell: ({ provider }) => cloudNames[provider] ?? provider },
    {
      key: 'account',
      name: 'Account',
      isText: true,
      cell: ({ cloud_account: account }) => account ?? <span class="soft">not checked</span>,
    },
    {
      key: 'description',
      name: 'Description',
      isText: true,
      cell: ({ description }) => description,
      title: ({ description }) => description,
    },
    {
      key: 'identity',
      name: 'Role, key or client',
      isText: true,
      cell: (credential) => <code>{identityOf(credential)}</code>,
      title: identityOf,
    },
    {
      key: 'role',
      name: 'Usable by',
      isText: true,
      cell: ({ role }) => (role === 'owner' ? 'owners' : 'owners and members'),
    },
    ...(onRemove
      ? [
          {
            key: 'remove',
            name: 'Actions',
            cell: (credential: CredentialResource) => (
              <button type="button" class="warning" onClick={() => onRemove(credential)}>
                Remove<span class="hidden"> credential {credential.id}</span>
              </button>
            ),
          },
        ]
      : []),
  ];
}

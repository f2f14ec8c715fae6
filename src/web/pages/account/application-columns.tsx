import { kindOfApplication } from '../../../contract/application-kinds.ts';
import type { UserResource } from '../../../contract/resources/account.ts';
import type { ApplicationResource } from '../../../contract/resources/application.ts';
import { CopyButton } from '../../components/copy.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';

export function applicationColumns(
  people: readonly UserResource[],
  applications: readonly ApplicationResource[],
  onAction: (application: ApplicationResource, what: 'revoke' | 'secret') => void,
): Column<ApplicationResource>[] {
  const isOfSeveral = new Set(applications.map((application) => application.user_id)).size > 1;
  return [
    { key: 'name', name: 'Application', isText: true, cell: ({ name }) => name, title: ({ name }) => name },
    {
      key: 'kind',
      name: 'Type',
      isText: true,
      cell: (application) => kindOfApplication(application)?.title ?? 'Other',
    },
    {
      key: 'id',
      name: 'Client ID',
      isText: true,
      cell: ({ id, name }) => (
        <span class="buttons">
          <code>{id}</code>
          <CopyButton text={id} />
          <span class="hidden">the client ID of {name}</span>
        </span>
      ),
    },
    ...(isOfSeveral
      ? [
          {
            key: 'user',
            name: 'User',
            isText: true,
            cell: ({ user_id: id }: ApplicationResource) =>
              people.find((user) => user.id === id)?.email ?? id,
          },
        ]
      : []),
    { key: 'scopes', name: 'Scopes', isText: true, cell: ({ scopes }) => <code>{scopes.join(', ')}</code> },
    {
      key: 'redirects',
      name: 'Redirect URIs',
      isText: true,
      cell: ({ redirect_uris: uris }) =>
        uris.length === 0 ? <span class="soft">none</span> : <code>{uris.join(', ')}</code>,
      title: ({ redirect_uris: uris }) => uris.join('\n'),
    },
    { key: 'created', name: 'Registered', cell: (application) => <Moment at={application.created_at} /> },
    {
      key: 'change',
      name: 'Actions',
      cell: (application) => (
        <span class="buttons">
          {application.confidential && (
            <button type="button" onClick={() => onAction(application, 'secret')}>
              New secret<span class="hidden"> for {application.name}</span>
            </button>
          )}
          <button type="button" class="warning" onClick={() => onAction(application, 'revoke')}>
            Revoke<span class="hidden"> {application.name}</span>
          </button>
        </span>
      ),
    },
  ];
}

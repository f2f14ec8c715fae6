import type {
  ApplicationListResource,
  ApplicationResource,
  NewApplicationResource,
} from '../../contract/resources/application.ts';
import type { Application } from '../../domain/account.ts';
import { link, timestamp } from './links.ts';

function applicationResource(application: Application): ApplicationResource {
  return {
    id: application.id,
    user_id: application.userId,
    name: application.name,
    redirect_uris: [...application.redirectUris],
    confidential: application.isConfidential,
    grant_types: [...application.grantTypes],
    scopes: [...application.scopes],
    created_at: timestamp(application.createdAt),
  };
}

export function newApplicationResource(
  application: Application,
  secret: string | null,
): NewApplicationResource {
  return { ...applicationResource(application), secret };
}

export function applicationListResource(applications: readonly Application[]): ApplicationListResource {
  return {
    _links: { self: link('/applications') },
    total: applications.length,
    _embedded: { applications: applications.map(applicationResource) },
  };
}

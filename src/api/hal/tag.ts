import type { TagListResource } from '../../contract/resources/tag.ts';
import { link } from './links.ts';

export function tagListResource(list: {
  total: number;
  tags: { name: string; runs: number }[];
}): TagListResource {
  return { _links: { self: link('/tags') }, total: list.total, _embedded: { tags: list.tags } };
}

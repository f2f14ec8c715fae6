import type { RunViewResource } from '../../../contract/resources/view.ts';
import { apiUrl } from '../../app/api.ts';

/** Address of report.html, with the sample selection of the page. */
export function reportUrl({ uuid, times }: Pick<RunViewResource, 'uuid' | 'times'>): string {
  return apiUrl(`/runs/${uuid}/report.html${times === 'passed' ? '' : `?times=${times}`}`);
}

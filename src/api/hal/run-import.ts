import type { RunImportResource } from '../../contract/resources/run-import.ts';
import type { RunImport } from '../../domain/run-import.ts';
import { timestamp } from './links.ts';

export function runImportResource({
  runId,
  service,
  exportedAt,
  keyFingerprint,
  isVerified,
  problem,
}: RunImport): RunImportResource {
  return {
    run: runId,
    service,
    exported: timestamp(new Date(exportedAt)),
    key_fingerprint: keyFingerprint,
    verified: isVerified,
    problem,
  };
}

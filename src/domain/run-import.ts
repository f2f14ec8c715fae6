/** Origin of a run that was imported from a run file. */
export interface RunImport {
  /** Id in the service that exported it. */
  runId: string;
  /** Address of that service. */
  service: string;
  /** ISO 8601. */
  exportedAt: string;
  /** SHA-256 of the public key that signed the file, in hex; null without a readable key. */
  keyFingerprint: string | null;
  /** Whether the file has the content that was signed. */
  isVerified: boolean;
  /** Why it is not verified; null if it is. */
  problem: string | null;
}

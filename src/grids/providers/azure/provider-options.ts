import type { FindAzureAccess } from './find-access.ts';
import type { AzureSessions } from './sessions.ts';

export interface AzureProviderOptions {
  sessions: AzureSessions;
  findAccess: FindAzureAccess;
  /** Id of this installation of the service, in the tags of resource groups. */
  installation(): Promise<string>;
  /** `publisher:offer:sku:version`, or the id of an image; `{arch}` is replaced by gen2 or arm64. */
  image: string;
  /** Shell line that joins a machine. */
  joinLine(joinToken: string, scriptArguments: readonly string[]): string;
  /** Timeout for nodes to join. A grid may start that late, and ends stop_after later. */
  joinLimitS: number;
}

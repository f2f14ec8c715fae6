import type { FindAccess } from './find-access.ts';
import type { AwsSessions } from './sessions.ts';

export interface AwsProviderOptions {
  sessions: AwsSessions;
  findAccess: FindAccess;
  /** Id of this installation of the service, in the tags of machines. */
  installation(): Promise<string>;
  /** Image id, or name of an SSM parameter; `{arch}` is replaced by amd64 or arm64. */
  image: string;
  /** Shell line that joins a machine. */
  joinLine(joinToken: string, scriptArguments: readonly string[]): string;
  /** Timeout for nodes to join. A grid may start that late, and ends stop_after later. */
  joinLimitS: number;
}

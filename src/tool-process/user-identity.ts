/** Properties of a virtual user of a browser script, as scripts see them in ENV. */
export interface UserIdentity {
  /** 0-based on each node. */
  userIndex: number;
  nodeIndex: number;
  gridIndex: number;
  nodeCount: number;
  gridNumber: number;
  nodeNumber: number;
  runNumber: number;
  projectNumber: number;
  region: string;
  /** False in a script trial. */
  isLoadTest: boolean;
}

/** One step of a path in Jayway's JsonPath dialect. */
export type JsonPathToken =
  | { kind: 'property'; names: string[] }
  | { kind: 'index'; indexes: number[] }
  | { kind: 'slice'; from: number | undefined; to: number | undefined }
  | { kind: 'wildcard' }
  | { kind: 'scan' }
  | { kind: 'filter'; filter: JsonFilter };

export type FilterValue =
  | { kind: 'path'; isRoot: boolean; tokens: JsonPathToken[] }
  | { kind: 'string'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'list'; values: FilterValue[] }
  | { kind: 'regex'; source: string; flags: string };

export type FilterOperator = '==' | '!=' | '===' | '!==' | '<' | '<=' | '>' | '>=' | '=~' | 'IN' | 'NIN';

export type JsonFilter =
  | { kind: 'and' | 'or'; parts: JsonFilter[] }
  | { kind: 'not'; part: JsonFilter }
  | { kind: 'exists'; tokens: JsonPathToken[]; isWanted: boolean }
  | { kind: 'compare'; left: FilterValue; operator: FilterOperator; right: FilterValue };

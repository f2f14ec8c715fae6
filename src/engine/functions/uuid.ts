import { randomUUID } from 'node:crypto';
import type { TextFunctionMaker } from '../core.ts';

export const uuid: TextFunctionMaker = () => ({ evaluate: () => randomUUID() });

export { uncapital } from '../../lib/capital.ts';

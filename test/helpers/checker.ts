import { createChecker } from '../../src/agent/checks/checker.ts';

/** One for all tests of a process: to load what checks costs a second of CPU. */
export const checker = createChecker();

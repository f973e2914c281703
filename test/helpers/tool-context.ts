import type { ToolContext } from '../../src/agent/tools/tool.ts';
import type { Workspace } from '../../src/agent/workspace.ts';
import { matchGlobs } from '../../src/content/site/glob.ts';

/** What tools are given, over a workspace alone: no other repository, no history, no index. */
export const toolContextOf = (workspace: Workspace): ToolContext => ({
  workspace,
  allowed: { names: [], hosts: new Set() },
  library: {
    names: [],
    list: async (glob) => workspace.listAll().filter(matchGlobs([glob])),
    read: (path) => workspace.read(path),
    readAll: (paths) => workspace.readAll(paths),
    history: () => Promise.reject(new Error('no history')),
  },
  changedBefore: [],
  wholeChange: async () => workspace,
  ownDiff: async () => '',
  searchDocs: async () => 'Nothing.',
  todo: [],
  finish: null,
});

import type { z } from 'zod';
import type { AllowedCode } from '../allowed-code.ts';
import type { Library } from '../library.ts';
import type { Workspace } from '../workspace.ts';
import type { Checker } from '../checks/checker.ts';

export type TodoItem = { text: string; done: boolean };

/** What the model says when it is done. */
export type Finish = {
  title: string;
  summary: string[];
  notVerified: string[];
  /** To reviewers, by the ids of their comments. */
  answers?: { comment: string; text: string; done: boolean }[] | undefined;
};

/** What tools may touch: the docs, what may be read beside them, the search index, and what the job shows of itself. Nothing else is in reach. */
export type ToolContext = {
  workspace: Workspace;
  checker: Checker;
  allowed: AllowedCode;
  /** Everything that may be read. */
  library: Library;
  /** Files that earlier rounds and people changed in the pull request. */
  changedBefore: readonly string[];
  /** The docs with everything that the pull request holds, over the commit that it began from. */
  wholeChange(): Promise<Workspace>;
  /** The job's changes as a unified diff. */
  ownDiff(): Promise<string>;
  searchDocs(query: string): Promise<string>;
  todo: TodoItem[];
  finish: Finish | null;
};

/** A tool of the agent. What `run` returns goes to the model, and so does the message of what it throws. */
export type AgentTool<Input = any> = {
  name: string;
  description: string;
  input: z.ZodType<Input>;
  /** For people who watch: `docs/install.md`. */
  summary(input: Input): string;
  run(input: Input, context: ToolContext): Promise<string>;
};

/** Gives a tool the input type of its schema. */
export function defineTool<Input>(tool: AgentTool<Input>): AgentTool<Input> {
  return tool;
}

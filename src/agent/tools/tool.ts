import type { RoundAnswer } from '../../store/triggers.ts';
import type { z } from 'zod';
import type { AllowedCode } from '../allowed-code.ts';
import type { Library } from '../library.ts';
import type { Workspace } from '../workspace.ts';

export type TodoItem = { text: string; done: boolean };

/** The arguments of finish. */
export type Finish = {
  title: string;
  summary: string[];
  notVerified: string[];
  /** Answers to reviewers, by the ids of their comments. */
  answers?: RoundAnswer[] | undefined;
};

/** All that tools can reach: the docs, the readable files, the search index and the job's visible state. */
export type ToolContext = {
  workspace: Workspace;
  allowed: AllowedCode;
  /** All readable files. */
  library: Library;
  /** Files that earlier rounds and people changed in the pull request. */
  changedBefore: readonly string[];
  /** The docs with the whole change of the pull request, over its merge base. */
  wholeChange(): Promise<Workspace>;
  /** The job's changes as a unified diff. */
  ownDiff(): Promise<string>;
  searchDocs(query: string): Promise<string>;
  todo: TodoItem[];
  finish: Finish | null;
};

/** A tool of the agent. The model gets the result of `run`, or the message of its error. */
export type AgentTool<Input = any> = {
  name: string;
  description: string;
  input: z.ZodType<Input>;
  /** A short label for people: `docs/install.md`. */
  summary(input: Input): string;
  run(input: Input, context: ToolContext): Promise<string>;
};

/** Gives a tool the input type of its schema. */
export function defineTool<Input>(tool: AgentTool<Input>): AgentTool<Input> {
  return tool;
}

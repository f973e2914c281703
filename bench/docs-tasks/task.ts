import type { beds } from './beds.ts';
import type { Grader, GraderKind } from './graders.ts';

/** A call of one of the agent's tools. */
export type Call = { name: string; input: Record<string, unknown> };

/** What is asked of a docs agent, on real docs at one commit, and how a program knows that it was done. */
export type Task = {
  kind: 'document' | 'fix' | 'restructure' | 'update' | 'gap';
  bed: keyof typeof beds;
  /** The docs folder within the bed, '' for all of it. */
  docsRoot: string;
  prompt: string;
  /** Changes to the bed that make the task, before the agent sees it: text for text, or a whole file. */
  before?: ({ path: string; old: string; new: string } | { path: string; text: string })[];
  /** The files of a read-only repository that the agent reads as `product:…`. */
  product?: Record<string, string>;
  /** Globs of the files that may change. */
  touches: string[];
  /** Lines that may go; 12 when it is left out. What else a page says must stay. */
  removes?: number;
  graders: Grader[];
  /** A solution that passes. */
  right: Call[];
  /** One that looks done and is not, with what finds it out. */
  wrong: { calls: Call[]; fails: GraderKind[] };
};

export const edit = (path: string, old: string, text: string): Call => ({
  name: 'edit_file',
  input: { path, old, new: text },
});
export const write = (path: string, content: string): Call => ({
  name: 'write_file',
  input: { path, content },
});
export const move = (from: string, to: string): Call => ({ name: 'move_file', input: { from, to } });
export const remove = (path: string): Call => ({ name: 'delete_file', input: { path } });

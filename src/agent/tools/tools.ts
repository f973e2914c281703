import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { z } from 'zod';
import { isDeeperThan } from '../../lib/json-depth.ts';
import { parseWithoutNulls } from '../../lib/parse-without-nulls.ts';
import { CheckFailure } from '../checks/checker.ts';
import { changesOnlySiteParts } from '../checks/check-paths.ts';
import { checkCode } from '../checks/check-code.ts';
import { describeFinding, isError } from '../checks/finding.ts';
import { isWritable } from '../docs-path.ts';
import { Refusal } from '../refusal.ts';
import type { Overlay } from '../workspace.ts';
import { deleteFile, showDiff, writeFile } from './change-files.ts';
import { editFile } from './edit-file.ts';
import { finish, plan, validate } from './finish.ts';
import { history } from './history.ts';
import { listFiles, listPages, outline, readFile } from './read-docs.ts';
import { moveFile } from './move-file.ts';
import { searchDocs } from './search-docs.ts';
import { searchText } from './search-text.ts';
import { getNavigation, placePage } from './place-page.ts';
import { type AgentTool, type ToolContext } from './tool.ts';

/** All tools of the model: no shell, no network, no environment. */
const agentTools: AgentTool[] = [
  plan,
  listPages,
  listFiles,
  searchText,
  searchDocs,
  readFile,
  outline,
  history,
  editFile,
  writeFile,
  moveFile,
  deleteFile,
  getNavigation,
  placePage,
  showDiff,
  validate,
  finish,
];

/** The tools in the provider's format. */
export const toolDeclarations: LanguageModelV4FunctionTool[] = agentTools.map(
  ({ name, description, input }) => ({
    type: 'function',
    name,
    description,
    inputSchema: z.toJSONSchema(input, {
      io: 'input',
      target: 'draft-7',
    }) as LanguageModelV4FunctionTool['inputSchema'],
  }),
);

type ToolOutcome = { ok: boolean; output: string; summary: string };

/** Runs one tool call. The model gets an invalid call's problem as text, so that it can correct it. */
export async function runTool(name: string, input: string, context: ToolContext): Promise<ToolOutcome> {
  const tool = agentTools.find((each) => each.name === name);
  if (tool === undefined) return failure(`There is no tool "${name}".`);
  if (isDeeperThan(input)) return failure('The input is nested too deep.');
  let data: unknown;
  try {
    data = input.trim() === '' ? {} : JSON.parse(input);
  } catch {
    return failure('The input is not valid JSON.');
  }
  const parsed = parseWithoutNulls(tool.input, data);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`);
    return failure(`The input is wrong. ${wrong.join('. ')}`);
  }
  const summary = tool.summary(parsed.data).slice(0, 200);
  const before = context.workspace.overlay();
  try {
    const output = await tool.run(parsed.data, context);
    await refuseSettings(before, context);
    await refuseCode(before, context);
    return { ok: true, output, summary };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // A call that fails half-way is undone.
    context.workspace.reset(before);
    return { ok: false, output: error.message, summary };
  }
}

/** In a configuration file only navigation and redirects may change. @throws Refusal */
async function refuseSettings(before: Overlay, { workspace }: ToolContext): Promise<void> {
  for (const [path, text] of Object.entries(workspace.overlay())) {
    if (text === (before[path] ?? null) || text === null || isWritable(path, workspace.docsRoot)) continue;
    if (await changesOnlySiteParts(workspace, path, text)) continue;
    throw new Refusal(
      `Of ${path} only the navigation and redirects may change, and they may hold nothing but texts, lists and paths of these docs. Its syntax must be right.`,
    );
  }
}

/** Refuses code that this call added to a page. @throws Refusal */
async function refuseCode(before: Overlay, { workspace, allowed }: ToolContext): Promise<void> {
  const written = Object.entries(workspace.overlay()).filter(
    ([path, text]) => text !== (before[path] ?? null),
  );
  const files = written.map(([path]) => path);
  const refused = (await checkCode(workspace, allowed, files)).filter(isError);
  if (refused.length > 0) throw new Refusal(refused.slice(0, 10).map(describeFinding).join('\n'));
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Refusal || error instanceof CheckFailure;
}

const failure = (output: string): ToolOutcome => ({ ok: false, output, summary: '' });

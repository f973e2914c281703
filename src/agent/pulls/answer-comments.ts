import type { Forge } from '../../forges/forge.ts';
import type { CodeEvent } from '../../forges/webhooks/code-events.ts';
import type { Job } from '../../store/jobs.ts';
import type { Store } from '../../store/store.ts';
import { listUnanswered, noteAnswered } from '../../store/triggers.ts';
import { plainMarkdown } from '../plain-text.ts';
import type { Finish } from '../tools/tool.ts';

type Comment = Extract<CodeEvent, { kind: 'reviewed' }>;

/** Answers each reviewer comment that a round dealt with, once, and resolves the threads that are settled. */
export async function answerComments(store: Store, forge: Forge, job: Job): Promise<void> {
  for (const { id, about } of await listUnanswered(store, job.id)) {
    const comment = about as Comment;
    const marker = `<!-- docent:answer:${id} -->`;
    const { text, isDone } = answerOf(job, comment.id);
    await forge.answerComment(job.pullRequest!.id, {
      comment: comment.id,
      isInline: comment.path !== null,
      text: `${quoteOf(comment)}${plainMarkdown(text)}\n\n${marker}`,
      marker,
      resolve: isDone,
    });
    await noteAnswered(store, id);
  }
}

/** The model's answer, or else a summary of the round. */
function answerOf(job: Job, comment: string): { text: string; isDone: boolean } {
  if (job.status !== 'completed') {
    return { text: `This was not done: ${job.error?.message ?? 'the job ended.'}`, isDone: false };
  }
  const { answers = [], summary = [] } = (job.finish ?? {}) as Partial<Finish>;
  const own = answers.find((answer) => answer.comment === comment);
  if (own !== undefined) return { text: own.text, isDone: own.done };
  return { text: summary.map((line) => `- ${line}`).join('\n') || 'Done.', isDone: true };
}

/** An answer that is not in the comment's thread quotes the comment. */
function quoteOf({ path, author, text }: Comment): string {
  if (path !== null) return '';
  const first = plainMarkdown(text.trim().split('\n')[0]!.slice(0, 200));
  return `> ${first}\n> — ${plainMarkdown(author)}\n\n`;
}

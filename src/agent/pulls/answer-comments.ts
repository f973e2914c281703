import type { Forge } from '../../forges/forge.ts';
import type { CodeEvent } from '../../forges/webhooks/code-events.ts';
import type { Job } from '../../store/jobs.ts';
import type { Store } from '../../store/store.ts';
import { listUnanswered, noteAnswered, type RoundAnswer } from '../../store/triggers.ts';
import { plainMarkdown } from '../plain-text.ts';
import type { Finish } from '../tools/tool.ts';

type Comment = Extract<CodeEvent, { kind: 'reviewed' }> & { answer?: RoundAnswer };

/** Answers each reviewer comment that a round dealt with, once, and resolves the threads that are settled. */
export async function answerComments(store: Store, forge: Forge, job: Job): Promise<void> {
  for (const { id, about } of await listUnanswered(store, job.id)) {
    const comment = about as Comment;
    const marker = `<!-- docent:answer:${id} -->`;
    const { text, isDone } = answerOf(job, comment);
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

/** The model's answer, or else what became of the round, which settles nothing. */
function answerOf(job: Job, { answer }: Comment): { text: string; isDone: boolean } {
  if (answer !== undefined) return { text: answer.text, isDone: answer.done };
  if (job.status !== 'completed') {
    return { text: `This was not done: ${job.error?.message ?? 'the job ended.'}`, isDone: false };
  }
  const { summary = [] } = (job.finish ?? {}) as Partial<Finish>;
  return { text: summary.map((line) => `- ${line}`).join('\n') || 'Done.', isDone: false };
}

/** An answer that is not in the comment's thread quotes the comment. */
function quoteOf({ path, author, text }: Comment): string {
  if (path !== null) return '';
  const first = plainMarkdown(text.trim().split('\n')[0]!.slice(0, 200));
  return `> ${first}\n> — ${plainMarkdown(author)}\n\n`;
}

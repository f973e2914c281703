import { splitSources } from '../assistant/number-sources.ts';
import type { AnswerSoFar } from '../protocol/answer-so-far.ts';
import type { Project } from '../store/projects.ts';
import type { Finished } from './channel.ts';

/** Where links to a project's pages and its public page lead. */
type Place = { project: Project; publicUrl: string };

/** The text with root-relative links made absolute: a channel is no place that they could be relative to. */
export function withAddresses(markdown: string, { project, publicUrl }: Place): string {
  const base = project.baseUrl ?? `${publicUrl}/${project.domain}/pages`;
  return markdown.replaceAll(/\]\((\/(?!\/)[^()\s]*)\)/g, (_, path: string) => {
    const page = project.baseUrl === null ? path.replace(/^\/(?=#|$)/, '/index') : path;
    return `](${base}${page})`;
  });
}

/** A complete answer as every channel shows it. */
export function finishAnswer(
  answer: AnswerSoFar,
  place: Place,
  { threadId, isStored }: { threadId: string; isStored: boolean },
): Finished {
  const { appearance, askPageKey } = place.project.settings;
  const { body, sources } = splitSources(withAddresses(answer.text, place));
  const outcome = answer.finish?.outcome ?? null;
  const isMissing =
    (outcome === 'not_in_docs' || outcome === 'closest') && answer.finish?.caveat === undefined;
  return {
    markdown: [isMissing ? '**Not in the docs.**' : '', body.trim(), answer.error ?? '']
      .filter((part) => part !== '')
      .join('\n\n'),
    sources,
    outcome,
    threadId,
    messageId: isStored && answer.error === null ? answer.id : null,
    askPage: askPageKey === undefined ? null : `${place.publicUrl}/ask/${place.project.domain}`,
    support: supportOf(appearance?.support),
  };
}

function supportOf(address: string | undefined): string | null {
  if (address === undefined || address === '') return null;
  return /^https?:/.test(address) ? address : `mailto:${address.replace(/^mailto:/, '')}`;
}

/** What follows an answer, as Markdown: its sources, and where a person answers. */
export function closingOf({ sources, support }: Finished): string {
  const person = support === null ? '' : `[Ask a person](${support})`;
  return [sources === '' ? '' : `**Sources**\n${sources}`, person].filter((part) => part !== '').join('\n\n');
}

/** What stands in place of the rest of an answer that is too long for its channel. */
export function restOf({ askPage }: Finished): string {
  return askPage === null
    ? '_The rest does not fit here. Ask a narrower question._'
    : `_The rest does not fit here._ [Ask on the docs’ own page](${askPage})`;
}

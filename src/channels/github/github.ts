import { z } from 'zod';
import { mapOutsideCodeSpans, mapProse } from '../../content/markdown/split-prose.ts';
import type { Forge } from '../../forges/forge.ts';
import type { AskedAtForge } from '../../forges/webhooks/asked-events.ts';
import { openRemote } from '../../forges/open-remote.ts';
import { ForgeFault } from '../../git/forge-fault.ts';
import type { Asked, Channel, ChannelDeps, ChannelEvent, Finished, SharedSettings } from '../channel.ts';
import { newId } from '../../lib/ids.ts';
import { closingOf } from '../finish-answer.ts';
import { sharedSettings } from '../shared-settings.ts';
import { beginningOf } from '../split-text.ts';

export type GithubSettings = SharedSettings & {
  repository: string;
  discussions?: string[] | undefined;
  issues?: boolean | undefined;
  post?: 'draft' | 'now' | undefined;
};

/** GitHub takes 65,536 characters: https://github.com/orgs/community/discussions/27190 */
const maxBody = 60_000;

const text = z.string().min(1).max(200);

/** GitHub: an answer below a new discussion or issue. The events come with the project's own webhook. */
export const github: Channel<GithubSettings> = {
  name: 'github',
  schema: z.strictObject({
    repository: z
      .string()
      .regex(/^(?:https?:\/\/[^\s/]+\/)?[\w.-]{1,100}\/[\w.-]{1,100}?(?:\.git)?\/?$/, 'must be owner/name')
      .describe('`owner/name`.'),
    discussions: z
      .array(text)
      .max(50)
      .optional()
      .describe('Names of the categories whose discussions are answered.'),
    issues: z.boolean().optional().describe('Whether new issues are answered.'),
    post: z
      .enum(['draft', 'now'])
      .optional()
      .describe('`draft` (the default): the team posts or discards each answer in the dashboard.'),
    ...sharedSettings,
  }),
  secrets: {},
  endpoints: [],
  isDraft: ({ post = 'draft' }) => post === 'draft',
  open(settings, deps) {
    return {
      async finish(asked, reply, answer, save) {
        const { answerQuestion } = await openForge(settings, deps);
        const before = reply as { id?: string; mark: string } | null;
        // Known to us alone until it is posted: nobody can have another comment taken for ours.
        const mark = before?.mark ?? newId('a');
        if (before === null) await save({ mark });
        const marker = `<!-- docent:${mark} -->`;
        const body = `${bodyOf(answer)}\n${marker}`;
        const known = { known: before?.id ?? null, isRetry: before !== null };
        const posted = await answerQuestion(asked.where as never, { body, marker, ...known });
        await save({ ...posted, mark });
      },
      // Nobody asked us by name, so nobody waits for a reason.
      refuse: async () => undefined,
    };
  },
  async test(settings, deps) {
    try {
      const { inspect } = await openForge(settings, deps);
      await inspect();
    } catch (error) {
      return [error instanceof ForgeFault ? error.message : 'GitHub cannot be reached from this server.'];
    }
    const isIdle = settings.issues !== true && (settings.discussions ?? []).length === 0;
    return isIdle ? ['Neither issues nor a discussion category is selected, so nothing gets answered.'] : [];
  },
};

async function openForge(settings: GithubSettings, { forges }: ChannelDeps) {
  if (forges.github === null) {
    const message = 'This server has no account at GitHub. Its operator can set DOCENT_GITHUB_TOKEN.';
    throw new ForgeFault('forge_access_denied', message);
  }
  const forge: Forge = await openRemote(githubAddress(settings, forges.github.url), forges);
  return { inspect: () => forge.inspect(), answerQuestion: forge.answerQuestion!.bind(forge) };
}

/** `owner/name`, which may have been given as an address. */
const nameOf = (repository: string) =>
  repository
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .slice(-2)
    .join('/');

/** The address of the repository at this server's GitHub: nothing is sent to another one. */
export const githubAddress = ({ repository }: Pick<GithubSettings, 'repository'>, url: string): string =>
  `${url}/${nameOf(repository)}`;

/** What a webhook's event means for this channel; null when it is not for it. */
export function readGithubQuestion(settings: GithubSettings, event: AskedAtForge): ChannelEvent | null {
  if (event.repository.toLowerCase() !== nameOf(settings.repository).toLowerCase()) return null;
  const { kind, number, nodeId, category, author, isBot, title, body, action } = event;
  const id = `${kind}:${number}`;
  if (action === 'deleted') return { kind: 'deleted', id };
  const chosen = (settings.discussions ?? []).map((name) => name.toLowerCase());
  const isChosen =
    kind === 'issue'
      ? settings.issues === true
      : category.some((name) => chosen.includes(name.toLowerCase()));
  if (isBot || !isChosen) return null;
  const asked: Asked = {
    id,
    text: `${title}\n\n${body}`.trim(),
    person: author,
    workspace: settings.repository,
    places: [settings.repository, author],
    thread: `${settings.repository}:${id}`,
    isPrivate: event.isPrivate,
    where: { kind, number, nodeId },
  };
  return { kind: action === 'edited' ? 'edited' : 'asked', asked };
}

function bodyOf(answer: Finished): string {
  const text = beginningOf(
    [withoutMentions(answer.markdown), closingOf(answer)].join('\n\n').trim(),
    maxBody,
  );
  const footer = '<sub>An answer from the docs, written by a machine. It may be wrong.</sub>';
  return `${text}\n\n${footer}`;
}

/** Names would notify people, whatever text of the docs or of the question they come from. */
function withoutMentions(markdown: string): string {
  return mapProse(markdown, (prose) =>
    mapOutsideCodeSpans(prose, (part) => part.replaceAll(/@(?=\w)/g, '@\u2060')),
  );
}

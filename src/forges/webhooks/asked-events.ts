import { z } from 'zod';

/** A new, edited or deleted discussion or issue, which may be a question to the docs. */
export type AskedAtForge = {
  kind: 'discussion' | 'issue';
  action: 'asked' | 'edited' | 'deleted';
  /** `owner/name`. */
  repository: string;
  /** Whether the repository is private. */
  isPrivate: boolean;
  number: number;
  /** The id in the GraphQL API. */
  nodeId: string;
  /** Of a discussion: the name and the slug of its category. */
  category: string[];
  author: string;
  isBot: boolean;
  title: string;
  body: string;
};

const text = z
  .string()
  .nullish()
  .transform((value) => (value ?? '').slice(0, 20_000));
const topic = z.object({
  number: z.number().int(),
  node_id: z.string().max(200).default(''),
  title: text,
  body: text,
  user: z.object({ login: z.string().max(200), type: z.string().max(50).optional() }),
  category: z.object({ name: z.string().max(200), slug: z.string().max(200).optional() }).optional(),
  /** Of an issue that is a pull request. */
  pull_request: z.unknown().optional(),
});
const told = z.object({
  action: z.string(),
  issue: topic.optional(),
  discussion: topic.optional(),
  repository: z.object({ full_name: z.string().max(300), private: z.boolean().default(false) }),
});

const actions: Record<string, AskedAtForge['action']> = {
  opened: 'asked',
  created: 'asked',
  edited: 'edited',
  deleted: 'deleted',
  transferred: 'deleted',
};

/**
 * The events `issues` and `discussion` of GitHub; null for another one.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#discussion
 */
export function readAsked(name: string, body: unknown): AskedAtForge | null {
  const { data } = told.safeParse(body);
  const found = name === 'issues' ? data?.issue : name === 'discussion' ? data?.discussion : undefined;
  const action = Object.hasOwn(actions, data?.action ?? '') ? actions[data!.action]! : undefined;
  if (data === undefined || found === undefined || action === undefined) return null;
  if (found.pull_request !== undefined) return null;
  const { user, category, number, node_id: nodeId, title, body: words } = found;
  return {
    kind: name === 'issues' ? 'issue' : 'discussion',
    action,
    repository: data.repository.full_name,
    isPrivate: data.repository.private,
    number,
    nodeId,
    category:
      category === undefined ? [] : [category.name, ...(category.slug === undefined ? [] : [category.slug])],
    author: user.login,
    isBot: user.type === 'Bot' || user.login.endsWith('[bot]'),
    title,
    body: words,
  };
}
